#pragma once
/// Programs of thread blocks that move chunks of buffers, for the readers of MSCCL and MSCCL++.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/chunk_moves.h"
#include "schedules/core/collective.h"

namespace torusim {

struct ChunkProgram {
  Program program;  ///< sizes in bytes
  ChunkMoves chunks;
  std::vector<std::string> notes;  ///< notes on unexpected properties, one sentence each
};

/// The size of a chunk, given as bytes or by the largest buffer of a rank.
struct ChunkSize {
  std::int64_t chunk_bytes = 16;
  std::int64_t buffer_bytes = 0;  ///< 0: chunk_bytes counts
  /// Messages that a channel of MSCCL holds; 0: any number. A further send waits for the end of the first
  /// message's receive, which a message without bytes reports.
  std::int64_t slots = 0;
};

/// Buffers of a collective on `ranks` ranks: their chunks, and their contents at the beginning and the end.
class ChunkLayout {
 public:
  /// `vector`: chunks of the largest buffer. Throws InputError if the collective cannot have this number.
  ChunkLayout(Collective::Kind kind, int root, bool in_place, std::int32_t ranks, std::int64_t vector);

  /// Number of input and of output chunks of a rank in the collective.
  std::int64_t inputs(std::int32_t rank) const;
  std::int64_t outputs(std::int32_t rank) const;
  /// Adds the buffers of the next rank, with `scratch` chunks of scratch, and their contents.
  void add_rank(ChunkMoves& moves, std::int64_t scratch);
  /// The places of buffer `i`, `o` or `s` of a rank.
  ChunkRange buffer(std::int32_t rank, char name) const;
  std::string title() const;

 private:
  void give(ChunkMoves& moves, std::int32_t rank) const;
  void want(ChunkMoves& moves, std::int32_t rank) const;

  const Collective::Kind kind_;
  const std::int32_t root_;
  const bool in_place_;
  const std::int32_t ranks_;
  const std::int64_t vector_;
  struct Buffers {
    ChunkRange input, output, scratch;
  };
  std::vector<Buffers> buffers_;
};

}  // namespace torusim
