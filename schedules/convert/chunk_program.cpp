#include "schedules/convert/chunk_program.h"

#include <fmt/format.h>

#include "schedules/core/error.h"

namespace torusim {
namespace {

bool shared_out(Collective::Kind kind) {
  using Kind = Collective::Kind;
  return kind == Kind::kGossip || kind == Kind::kCompleteExchange || kind == Kind::kReduceScatter;
}

}  // namespace

ChunkLayout::ChunkLayout(Collective::Kind kind, int root, bool in_place, std::int32_t ranks,
                         std::int64_t vector)
    : kind_(kind), root_(root), in_place_(in_place), ranks_(ranks), vector_(vector) {
  if (vector <= 0) throw InputError("no buffer has a chunk");
  if (shared_out(kind) && vector % ranks != 0) {
    throw InputError(fmt::format("{} chunks are not divisible among {} ranks", vector, ranks));
  }
}

std::int64_t ChunkLayout::inputs(std::int32_t rank) const {
  if (kind_ == Collective::Kind::kGossip) return vector_ / ranks_;
  return kind_ == Collective::Kind::kBroadcast && rank != root_ ? 0 : vector_;
}

std::int64_t ChunkLayout::outputs(std::int32_t rank) const {
  if (kind_ == Collective::Kind::kReduceScatter) return vector_ / ranks_;
  return kind_ == Collective::Kind::kReduce && rank != root_ ? 0 : vector_;
}

void ChunkLayout::add_rank(ChunkMoves& moves, std::int64_t scratch) {
  const auto rank = static_cast<std::int32_t>(buffers_.size());
  std::uint32_t next = moves.buffer_places;
  const auto lay = [&](const char* name, std::int64_t chunks) {
    const ChunkRange range{next, static_cast<std::uint32_t>(chunks)};
    if (chunks > 0) moves.buffers.push_back({rank, name, range});
    next += range.count;
    return range;
  };
  // Other ranks of a broadcast and a reduce may have the buffer of which the collective says nothing.
  Buffers& own = buffers_.emplace_back();
  if (!in_place_) {
    own.input = lay("input", kind_ == Collective::Kind::kGossip ? inputs(rank) : vector_);
    own.output = lay("output", kind_ == Collective::Kind::kReduceScatter ? outputs(rank) : vector_);
  } else {
    own.input = own.output = lay(kind_ == Collective::Kind::kGossip ? "output" : "input", vector_);
    const auto share = static_cast<std::uint32_t>(vector_ / ranks_);
    const ChunkRange part{own.input.first + static_cast<std::uint32_t>(rank) * share, share};
    if (kind_ == Collective::Kind::kGossip) own.input = part;
    if (kind_ == Collective::Kind::kReduceScatter) own.output = part;
  }
  own.scratch = lay("scratch", scratch);
  moves.buffer_places = moves.places = next;
  give(moves, rank);
  want(moves, rank);
}

ChunkRange ChunkLayout::buffer(std::int32_t rank, char name) const {
  const Buffers& own = buffers_[static_cast<std::size_t>(rank)];
  return name == 'i' ? own.input : name == 'o' ? own.output : own.scratch;
}

void ChunkLayout::give(ChunkMoves& moves, std::int32_t rank) const {
  ChunkRange input = buffer(rank, 'i');
  input.count = static_cast<std::uint32_t>(inputs(rank));
  if (input.count > 0) moves.given.push_back({input, rank, 0});
}

void ChunkLayout::want(ChunkMoves& moves, std::int32_t rank) const {
  ChunkRange output = buffer(rank, 'o');
  output.count = static_cast<std::uint32_t>(outputs(rank));
  const auto share = static_cast<std::uint32_t>(vector_ / ranks_);
  const auto own = static_cast<std::int32_t>(share) * rank;
  switch (kind_) {
    case Collective::Kind::kGossip:
    case Collective::Kind::kCompleteExchange:
      for (std::int32_t from = 0; from < ranks_; ++from) {
        const ChunkRange part{output.first + share * static_cast<std::uint32_t>(from), share};
        moves.wanted.push_back({part, from, kind_ == Collective::Kind::kGossip ? 0 : own});
      }
      break;
    case Collective::Kind::kBroadcast:
      moves.wanted.push_back({output, root_, 0});
      break;
    case Collective::Kind::kMessages:  // its result is not known
      break;
    default:
      if (output.count == 0) break;
      moves.wanted.push_back(
          {output, ChunkMoves::kAllRanks, kind_ == Collective::Kind::kReduceScatter ? own : 0});
  }
}

std::string ChunkLayout::title() const {
  return fmt::format("{} of {} {}, {}", to_text(kind_), vector_, vector_ == 1 ? "chunk" : "chunks",
                     in_place_ ? "in place" : "out of place");
}

}  // namespace torusim
