#include "schedules/core/node_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "schedules/core/error.h"

namespace torusim {

namespace {

constexpr std::size_t kFewest = 1024;  // places; always a power of two, half of them free

}  // namespace

NodeSets::NodeSets(NodeId nodes, const std::function<bool(NodeId)>& counts)
    : nodes_(nodes),
      width_((static_cast<std::size_t>(nodes) + 63) / 64),
      known_(kFewest, kNone),
      joined_(kFewest),
      scratch_(width_) {
  words_.assign(width_, 0);
  sizes_.push_back(0);
  for (NodeId node = 0; node < nodes; ++node) {
    std::fill(scratch_.begin(), scratch_.end(), 0);
    scratch_[node / 64] = std::uint64_t{1} << (node % 64);
    intern();
  }
  std::fill(scratch_.begin(), scratch_.end(), 0);
  NodeId last = 0, counted = 0;
  for (NodeId node = 0; node < nodes; ++node) {
    if (counts && !counts(node)) continue;
    scratch_[node / 64] |= std::uint64_t{1} << (node % 64);
    last = node, ++counted;
  }
  all_ = counted == 1 ? single(last) : intern();
}

std::uint64_t NodeSets::hash_of(const std::uint64_t* words) const {
  std::uint64_t hash = 0;
  for (std::size_t w = 0; w < width_; ++w) {
    hash = (hash ^ words[w]) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

std::size_t NodeSets::known_place(const std::uint64_t* words) const {
  const std::size_t mask = known_.size() - 1;
  std::size_t place = hash_of(words) & mask;
  while (known_[place] != kNone && !std::equal(words, words + width_, words_of(known_[place]))) {
    place = (place + 1) & mask;
  }
  return place;
}

std::size_t NodeSets::joined_place(std::uint64_t pair) const {
  const std::size_t mask = joined_.size() - 1;
  const std::uint64_t hash = pair * 0x9E3779B97F4A7C15u;
  std::size_t place = (hash ^ hash >> 32) & mask;
  while (joined_[place].pair != 0 && joined_[place].pair != pair) place = (place + 1) & mask;
  return place;
}

NodeSets::Id NodeSets::intern() {
  std::size_t place = known_place(scratch_.data());
  if (known_[place] != kNone) return known_[place];
  constexpr std::size_t kMostWords = std::size_t{1} << 29;
  if (words_.size() + width_ > kMostWords) {
    throw InputError(
        fmt::format("partial sums of {} nodes with {} different sets of contributions take more than 4 GB",
                    nodes_, sizes_.size()));
  }
  const auto id = static_cast<Id>(sizes_.size());
  NodeId size = 0;
  for (const std::uint64_t word : scratch_) size += std::popcount(word);
  words_.insert(words_.end(), scratch_.begin(), scratch_.end());
  sizes_.push_back(size);
  known_[place] = id;
  if (2 * sizes_.size() > known_.size()) {
    known_.assign(2 * known_.size(), kNone);
    for (Id known = 1; known <= id; ++known) known_[known_place(words_of(known))] = known;
  }
  return id;
}

NodeSets::Id NodeSets::join(Id a, Id b) {
  if (a == b || b == kNone) return a;
  if (a == kNone) return b;
  const std::uint64_t pair = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  if (pair == last_pair_) return last_join_;
  const std::size_t place = joined_place(pair);
  Id result = joined_[place].result;
  if (joined_[place].pair == 0) {
    for (std::size_t w = 0; w < width_; ++w) scratch_[w] = words_of(a)[w] | words_of(b)[w];
    result = intern();
    joined_[place] = {pair, result};
    if (2 * ++joins_ > joined_.size()) {
      std::vector<Join> old(2 * joined_.size());
      old.swap(joined_);
      for (const Join& join : old) {
        if (join.pair != 0) joined_[joined_place(join.pair)] = join;
      }
    }
  }
  last_pair_ = pair;
  return last_join_ = result;
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
