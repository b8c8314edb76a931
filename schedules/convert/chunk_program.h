#pragma once
/// Programs of thread blocks that move chunks of buffers: what the readers of MSCCL and MSCCL++ share.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/chunk_moves.h"
#include "schedules/core/collective.h"

namespace torusim {

struct ChunkProgram {
  Program program;  ///< sizes in bytes
  ChunkMoves chunks;
  std::vector<std::string> notes;  ///< what a person may not expect, one sentence each
};

/// The size of a chunk: of itself, or as a part of the largest buffer of a rank.
struct ChunkSize {
  std::int64_t chunk_bytes = 16;
  std::int64_t buffer_bytes = 0;  ///< 0: chunk_bytes counts
  /// Messages that a channel of MSCCL keeps: a further send waits until the receive of the first has ended,
  /// of which a message without bytes tells; 0: any number.
  std::int64_t slots = 0;
};

/// Buffers of a collective on `ranks` ranks: their chunks, and what they hold at the beginning and the end.
class ChunkLayout {
 public:
  /// `vector`: chunks of the largest buffer. Throws InputError where the collective cannot have so many.
  ChunkLayout(Collective::Kind kind, int root, bool in_place, std::int32_t ranks, std::int64_t vector);

  /// Chunks that the collective gives a rank, and those that it asks for.
  std::int64_t inputs(std::int32_t rank) const;
  std::int64_t outputs(std::int32_t rank) const;
  /// Lays the buffers of the next rank, with so many chunks of scratch, and says what they hold.
  void add_rank(ChunkMoves& moves, std::int64_t scratch);
  /// Places of a buffer `i`, `o` or `s` of a rank.
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
