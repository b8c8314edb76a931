#pragma once
/// The data of a program that names them: buffers of chunks, and what every operation moves (docs/msccl.md).
///
/// A place holds one chunk. Places of the buffers come first, those of messages on their way behind them. An
/// operation adds up its sources, chunk by chunk, and writes the sum to all of its targets. A send takes its
/// sources when it starts, any other operation moves its chunks when it ends.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/program.h"

namespace torusim {

struct ChunkRange {
  std::uint32_t first = 0, count = 0;  ///< places
};

/// A buffer of a rank. In place, one buffer serves as input and as output.
struct ChunkBuffer {
  std::int32_t rank = 0;
  const char* name = "";  ///< input, output, scratch
  ChunkRange places;
};

/// The sources of an operation begin at `first` of ChunkMoves::ranges, its targets follow them. All have the
/// same number of chunks.
struct ChunkMove {
  std::uint32_t first = 0;
  std::uint16_t sources = 0, targets = 0;
};

struct ChunkMoves {
  static constexpr std::int32_t kAllRanks = -1;
  /// Chunk `index` + k of a rank, or its sum over all ranks, is at place k of the range.
  struct Content {
    ChunkRange places;
    std::int32_t rank = 0;  ///< or kAllRanks
    std::int32_t index = 0;
  };

  std::string title;                 ///< `all-reduce of 8 chunks, in place`
  std::vector<ChunkBuffer> buffers;  ///< in the order of their places
  std::uint32_t buffer_places = 0;   ///< places from here on are those of messages
  std::uint32_t places = 0;
  std::vector<ChunkRange> ranges;
  std::vector<ChunkMove> moves;        ///< of each operation
  std::vector<std::uint32_t> streams;  ///< of each operation: its thread block, those of a rank in a row
  std::vector<Content> given;          ///< at the beginning
  std::vector<Content> wanted;         ///< at the end
  std::int64_t chunk_bytes = 0;

  /// Most chunks that the operations of a program may move, all together.
  static constexpr std::int64_t kMost = std::int64_t{1} << 25;

  std::span<const ChunkRange> sources(OperationId id) const {
    return {ranges.data() + moves[id].first, moves[id].sources};
  }
  std::span<const ChunkRange> targets(OperationId id) const {
    return {ranges.data() + moves[id].first + moves[id].sources, moves[id].targets};
  }
  /// `chunk 5 of the scratch buffer of rank 0`
  std::string place_text(std::uint32_t place) const;
};

}  // namespace torusim
