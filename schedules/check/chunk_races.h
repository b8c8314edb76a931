#pragma once
/// Races of a program of chunks: two operations that access a place, at least one of them to write, and that
/// no chain of dependences, steps of a thread block and messages orders.
///
/// The method: operations are taken in an order in which the program can run. An access is held against the
/// last write of its place and a write also against the reads since, which suffices because order is
/// transitive. Two accesses are ordered if the clock of the later operation, a number for each thread block,
/// has reached the earlier one. Clocks of the thread blocks of a rank, by dependences within it, settle most
/// pairs; the others need clocks through all ranks, of kWidth thread blocks at a time.

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
  std::int64_t count = 0;     ///< of pairs of operations
  std::int64_t unjudged = 0;  ///< pairs that a limit of work has left open

  static constexpr std::size_t kMost = 20;
  /// Operations times passes through all ranks: some seconds.
  static constexpr std::int64_t kMostWork = 200'000'000;
};

/// `order`: the operations in an order of their effects in which the program can run. `sent_by`: of each
/// receive its send.
ChunkRaces find_chunk_races(const Program& program, const ChunkMoves& moves,
                            const std::vector<OperationId>& order, const std::vector<OperationId>& sent_by,
                            std::int64_t most_work = ChunkRaces::kMostWork);

}  // namespace torusim
