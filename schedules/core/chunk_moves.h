#pragma once
/// The data of a program with named chunks: buffers, and the chunks that every operation moves
/// (docs/programs.md).
///
/// A place holds one chunk. Places of buffers come first, then places of messages on their way. An operation
/// adds up its sources, chunk by chunk, and writes the sum to all of its targets. A send reads its sources
/// when it starts; any other operation moves its chunks when it ends.

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

/// The sources of an operation begin at `first` of ChunkMoves::ranges, its targets follow them. All these
/// ranges have the same number of chunks.
struct ChunkMove {
  std::uint32_t first = 0;
  std::uint16_t sources = 0, targets = 0;
};

struct ChunkMoves {
  static constexpr std::int32_t kAllRanks = -1;
  /// Chunk `index` + k of a rank, or its sum over all ranks, is is at place k of the range.
  struct Content {
    ChunkRange places;
    std::int32_t rank = 0;  ///< a rank or kAllRanks
    std::int32_t index = 0;
  };

  std::string title;                 ///< `all-reduce of 8 chunks, in place`
  std::vector<ChunkBuffer> buffers;  ///< in the order of their places
  std::uint32_t buffer_places = 0;   ///< places from here on hold messages
  std::uint32_t places = 0;
  std::vector<ChunkRange> ranges;
  std::vector<ChunkMove> moves;  ///< [operation]
  /// [operation]: its thread block; the thread blocks of a rank are consecutive
  std::vector<std::uint32_t> streams;
  std::vector<Content> given;   ///< contents at the beginning
  std::vector<Content> wanted;  ///< contents that the collective needs at the end
  std::int64_t chunk_bytes = 0;

  /// The most chunks that all operations of a program together may move.
  static constexpr std::int64_t kMost = std::int64_t{1} << 25;

  /// Adds the moves of the next operation.
  void add(std::uint32_t stream, std::span<const ChunkRange> sources, std::span<const ChunkRange> targets) {
    moves.push_back({static_cast<std::uint32_t>(ranges.size()), static_cast<std::uint16_t>(sources.size()),
                     static_cast<std::uint16_t>(targets.size())});
    ranges.insert(ranges.end(), sources.begin(), sources.end());
    ranges.insert(ranges.end(), targets.begin(), targets.end());
    streams.push_back(stream);
  }
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
