#include "schedules/core/node_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "schedules/core/error.h"

namespace torusim {

NodeSets::NodeSets(NodeId nodes)
    : nodes_(nodes), width_((static_cast<std::size_t>(nodes) + 63) / 64), scratch_(width_) {
  words_.assign(width_, 0);
  sizes_.push_back(0);
  for (NodeId node = 0; node < nodes; ++node) {
    std::fill(scratch_.begin(), scratch_.end(), 0);
    scratch_[node / 64] = std::uint64_t{1} << (node % 64);
    intern(scratch_);
  }
  for (std::size_t w = 0; w < width_; ++w) scratch_[w] = ~std::uint64_t{0};
  if (nodes % 64 != 0) scratch_[width_ - 1] = (std::uint64_t{1} << (nodes % 64)) - 1;
  all_ = nodes == 1 ? single(0) : intern(scratch_);
}

NodeSets::Id NodeSets::intern(const std::vector<std::uint64_t>& words) {
  std::uint64_t hash = 0;
  NodeId size = 0;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
    size += std::popcount(word);
  }
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (std::equal(words.begin(), words.end(), words_of(it->second))) return it->second;
  }
  constexpr std::size_t kMostWords = std::size_t{1} << 29;
  if (words_.size() + width_ > kMostWords) {
    throw InputError(
        fmt::format("partial sums of {} nodes with {} different sets of contributions take more than 4 GB",
                    nodes_, sizes_.size()));
  }
  const auto id = static_cast<Id>(sizes_.size());
  words_.insert(words_.end(), words.begin(), words.end());
  sizes_.push_back(size);
  known_.emplace(hash, id);
  return id;
}

NodeSets::Id NodeSets::join(Id a, Id b) {
  if (a == b || b == kNone) return a;
  if (a == kNone) return b;
  const std::uint64_t pair = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  if (pair == last_pair_) return last_join_;
  const auto [known, added] = joined_.try_emplace(pair, kNone);
  if (added) {
    for (std::size_t w = 0; w < width_; ++w) scratch_[w] = words_of(a)[w] | words_of(b)[w];
    known->second = intern(scratch_);
  }
  last_pair_ = pair;
  return last_join_ = known->second;
}

std::optional<NodeId> NodeSets::first_common(Id a, Id b) const {
  for (std::size_t w = 0; w < width_; ++w) {
    const std::uint64_t both = words_of(a)[w] & words_of(b)[w];
    if (both != 0) return static_cast<NodeId>(w * 64) + std::countr_zero(both);
  }
  return std::nullopt;
}

std::optional<NodeId> NodeSets::first_beyond(Id a, Id b) const {
  for (std::size_t w = 0; w < width_; ++w) {
    const std::uint64_t rest = words_of(a)[w] & ~words_of(b)[w];
    if (rest != 0) return static_cast<NodeId>(w * 64) + std::countr_zero(rest);
  }
  return std::nullopt;
}

}  // namespace torusim
