#include "schedules/core/chunk_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "schedules/core/mix_bits.h"

namespace torusim {

std::string ChunkMoves::place_text(std::uint32_t place) const {
  const auto after = std::upper_bound(
      buffers.begin(), buffers.end(), place,
      [](std::uint32_t wanted, const ChunkBuffer& buffer) { return wanted < buffer.places.first; });
  const ChunkBuffer& buffer = *(after - 1);
  return fmt::format("chunk {} of the {} buffer of rank {}", place - buffer.places.first, buffer.name,
                     buffer.rank);
}

ChunkMemory::ChunkMemory(const Program& program, const ChunkMoves& moves)
    : program_(program), moves_(moves), sets_(program.ranks()), values_(moves.places) {
  for (const ChunkMoves::Content& content : moves.given) {
    for (std::uint32_t k = 0; k < content.places.count; ++k) {
      values_[content.places.first + k] = value_of(content, k);
    }
  }
}

ChunkMemory::Value ChunkMemory::value_of(const ChunkMoves::Content& content, std::uint32_t k) const {
  const NodeSets::Id set = content.rank == ChunkMoves::kAllRanks ? sets_.all() : sets_.single(content.rank);
  const std::int32_t index = content.index + static_cast<std::int32_t>(k);
  return {index, set, mix_bits(static_cast<std::uint64_t>(content.rank) + 1)};
}

void ChunkMemory::move(OperationId id) {
  const auto sources = moves_.sources(id);
  const auto targets = moves_.targets(id);
  if (sources.empty() || targets.empty()) return;
  // Sources may overlap targets, so all are read before any is written.
  const std::uint32_t count = sources.front().count;
  moved_.assign(values_.begin() + sources.front().first, values_.begin() + sources.front().first + count);
  for (const ChunkRange& source : sources.subspan(1)) {
    for (std::uint32_t k = 0; k < count; ++k) moved_[k] = sum(moved_[k], values_[source.first + k], id);
  }
  for (const ChunkRange& target : targets) {
    std::copy(moved_.begin(), moved_.end(), values_.begin() + target.first);
  }
}

ChunkMemory::Value ChunkMemory::sum(const Value& a, const Value& b, OperationId id) {
  if (a.index == Value::kSpoilt) return a;
  if (b.index == Value::kSpoilt) return b;
  const bool nothing = a.index == Value::kNothing || b.index == Value::kNothing;
  if (!nothing && a.index == b.index && sets_.disjoint(a.set, b.set)) {
    return {a.index, sets_.join(a.set, b.set), mix_bits(mix_bits(a.order) + mix_bits(b.order))};
  }
  // One reason for each operation bounds their number.
  if (spoilt_.empty() || spoilt_.back().operation != id) {
    spoilt_.push_back({id, nothing ? "adds a place that holds nothing"
                           : a.index != b.index
                               ? fmt::format("adds chunk {} to chunk {}", std::min(a.index, b.index),
                                             std::max(a.index, b.index))
                               : fmt::format("counts chunk {} of rank {} twice", a.index,
                                             *sets_.first_common(a.set, b.set))});
  }
  return {Value::kSpoilt, static_cast<NodeSets::Id>(spoilt_.size() - 1), 0};
}

bool ChunkMemory::orders_differ() const {
  std::unordered_map<std::int32_t, std::uint64_t> orders;  // by index
  for (const ChunkMoves::Content& content : moves_.wanted) {
    for (std::uint32_t k = 0; content.rank == ChunkMoves::kAllRanks && k < content.places.count; ++k) {
      const Value& sum = values_[content.places.first + k];
      if (orders.try_emplace(sum.index, sum.order).first->second != sum.order) return true;
    }
  }
  return false;
}

std::int64_t ChunkMemory::wrong() const {
  std::int64_t wrong = 0;
  for (const ChunkMoves::Content& content : moves_.wanted) {
    for (std::uint32_t k = 0; k < content.places.count; ++k) {
      wrong += values_[content.places.first + k] == value_of(content, k) ? 0 : 1;
    }
  }
  return wrong;
}

std::string ChunkMemory::text(const Value& value) const {
  if (value.index == Value::kNothing) return "nothing";
  if (value.index == Value::kSpoilt) {
    const Spoilt& spoilt = spoilt_[value.set];
    return fmt::format("a wrong sum: {} {}", program_.describe(spoilt.operation), spoilt.reason);
  }
  const NodeId ranks = sets_.size(value.set);
  const NodeId first = *sets_.first_common(value.set, sets_.all());
  if (ranks == 1) return fmt::format("input chunk {} of rank {}", value.index, first);
  if (value.set == sets_.all()) return fmt::format("the sum of chunk {}", value.index);
  return fmt::format("the sum of chunk {} of {} of {} ranks, without rank {}", value.index, ranks,
                     program_.ranks(), *sets_.first_beyond(sets_.all(), value.set));
}

std::string ChunkMemory::first_wrong() const {
  for (const ChunkMoves::Content& content : moves_.wanted) {
    for (std::uint32_t k = 0; k < content.places.count; ++k) {
      const Value& found = values_[content.places.first + k];
      const Value asked = value_of(content, k);
      if (found == asked) continue;
      return fmt::format("at the end {} holds {}, not {}", moves_.place_text(content.places.first + k),
                         text(found), text(asked));
    }
  }
  return "";
}

}  // namespace torusim
