#pragma once
/// Races of a program of chunks: two operations that access a place, at least one to write, and that no chain
/// of dependences, thread block steps and messages orders.
///
/// The method: operations are taken in an order in which the program can run. An access is compared with the
/// last write of its place, and a write also with the reads since then. This suffices because order is
/// transitive. Two accesses are ordered if the clock of the later operation, a number for each thread block,
/// has reached the earlier one. Clocks of the thread blocks of a rank, from dependences within the rank,
/// decide most pairs. Other pairs need clocks through all ranks, for 64 thread blocks at a time.

#include <cstdint>
#include <vector>

#include "schedules/core/chunk_moves.h"

namespace torusim {

struct ChunkRaces {
  struct Race {
    OperationId earlier = 0, later = 0;  ///< in the order of the execution
    std::uint32_t place = 0;
    bool earlier_writes = false, later_writes = false;
  };
  std::vector<Race> races;    ///< at most kMost, each pair of operations once
  std::int64_t count = 0;     ///< number of pairs of operations with a race
  std::int64_t unjudged = 0;  ///< pairs left undecided by the limit of work

  static constexpr std::size_t kMost = 20;
  /// The limit of operations times passes through all ranks: a few seconds.
  static constexpr std::int64_t kMostWork = 200'000'000;
};

/// `order` has the operations in an order of their effects in which the program can run. `sent_by` has the
/// send of each receive.
ChunkRaces find_chunk_races(const Program& program, const ChunkMoves& moves,
                            const std::vector<OperationId>& order, const std::vector<OperationId>& sent_by,
                            std::int64_t most_work = ChunkRaces::kMostWork);

}  // namespace torusim
