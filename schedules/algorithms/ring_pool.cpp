#include "schedules/algorithms/ring_pool.h"

#include <algorithm>
#include <tuple>

namespace torusim {
namespace {

/// Adds every (destination range, source) pair to `set`, joining sources that share a destination range.
void add_joined(std::vector<std::pair<Range, int>>& pairs, BlockSet& set) {
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first.first, a.first.count, a.second) <
           std::tuple(b.first.first, b.first.count, b.second);
  });
  for (std::size_t i = 0; i < pairs.size();) {
    Range sources = Range::single(pairs[i].second);
    std::size_t j = i + 1;
    for (; j < pairs.size() && pairs[j].first == pairs[i].first; ++j) {
      const int step = pairs[j].second - sources.last();
      if (sources.count > 1 && step != sources.stride) break;
      sources.stride = step;
      ++sources.count;
    }
    const std::array<Range, 2> box{sources, pairs[i].first};
    set.add(box);
    i = j;
  }
}

}  // namespace

RingPool::RingPool(const RingTree& tree, int ring, int reach)
    : tree_(tree), ring_(ring), reach_(reach), held_(tree.size()) {
  const bool leaves_out = tree.size() < ring;
  for (int p = 0; p < tree.size(); ++p) {
    const int source = tree.node(p);
    if (!leaves_out || source > reach) {
      held_[p].push_back({source, 1, reach, false});
      continue;
    }
    // Destinations source-1 .. 1, then node 0 by way of position 0, then n-1 and on, one position nearer.
    if (source > 1) held_[p].push_back({source, 1, source - 1, false});
    if (source > 1) held_[p].push_back({source, source - 1, source - 1, true});
    if (reach > source) held_[p].push_back({source, source, reach - 1, false});
  }
  if (leaves_out && reach > 1) held_.back().push_back({0, 1, reach - 1, false});
}

template <typename Edge, typename Interval>
std::vector<RingMessage> RingPool::phase(int level, Edge edge, Interval interval) {
  std::vector<RingMessage> result;
  std::vector<std::pair<int, std::vector<Piece>>> arriving;
  for (int p = 0; p < tree_.size(); p += 1 << level) {
    if (!edge(p)) continue;
    const DistanceInterval take = interval(p);
    std::vector<Piece> sent, kept;
    for (const Piece& piece : held_[p]) {
      const auto keep = [&](int near, int far) {
        if (near <= far) kept.push_back({piece.source, near, far, piece.outside});
      };
      const int near = std::max(piece.near, take.near);
      const int far = std::min(piece.far, take.far);
      if (near > far) {
        kept.push_back(piece);
        continue;
      }
      sent.push_back({piece.source, near, far, piece.outside});
      keep(piece.near, near - 1);
      keep(far + 1, piece.far);
    }
    held_[p] = std::move(kept);
    if (sent.empty()) continue;
    result.push_back(message(p, level, sent));
    const int gap = tree_.gap(p, level);
    for (Piece& piece : sent) {
      piece.near -= gap;
      piece.far -= gap;
    }
    arriving.emplace_back(tree_.next(p, level), std::move(sent));
  }
  for (auto& [position, pieces] : arriving) {
    for (Piece& piece : pieces) {
      if (piece.near == 0) ++piece.near;  // has arrived
      if (piece.near <= piece.far) held_[position].push_back(piece);
    }
  }
  return result;
}

std::vector<RingMessage> RingPool::gather(int level, RingRule rule) {
  return phase(
      level, [&](int p) { return tree_.gathers(p, level); },
      [&](int p) { return tree_.gathered(p, level, rule); });
}

std::vector<RingMessage> RingPool::scatter(int level, RingRule rule) {
  return phase(
      level, [&](int p) { return tree_.scatters(p, level); },
      [&](int p) { return tree_.scattered(p, level, rule); });
}

RingMessage RingPool::handed_in() const {
  const std::array<Range, 2> box{Range::single(0), Range{ring_ - reach_, 1, reach_}};
  RingMessage result{0, -1, BlockSet(1)};
  result.blocks.add(box);
  return result;
}

RingMessage RingPool::handed_out() const {
  const std::array<Range, 2> box{Range{1, 1, reach_}, Range::single(0)};
  RingMessage result{1, -1, BlockSet(1)};
  result.blocks.add(box);
  return result;
}

RingMessage RingPool::message(int position, int level, std::vector<Piece>& pieces) const {
  return {tree_.node(position), tree_.hops(position, level), block_set(position, pieces)};
}

BlockSet RingPool::block_set(int position, std::vector<Piece>& pieces) const {
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
    return std::tuple(a.outside, a.source, a.near) < std::tuple(b.outside, b.source, b.near);
  });
  std::vector<std::pair<Range, int>> pairs;
  for (std::size_t i = 0; i < pieces.size();) {
    Piece whole = pieces[i++];
    while (i < pieces.size() && !whole.outside && !pieces[i].outside && pieces[i].source == whole.source &&
           pieces[i].near == whole.far + 1) {
      whole.far = pieces[i++].far;
    }
    for (const Range& range : destinations(position, whole)) pairs.emplace_back(range, whole.source);
  }
  BlockSet result(1);
  add_joined(pairs, result);
  return result;
}

std::vector<Range> RingPool::destinations(int position, const Piece& piece) const {
  if (piece.outside) return {Range::single(0)};
  const int size = tree_.size();
  const int start = position + (tree_.direction() > 0 ? piece.near : -piece.far);
  const int count = piece.far - piece.near + 1;
  if (size == ring_) return wrapped_range(start + tree_.node(0), 1, count, ring_);
  std::vector<Range> result = wrapped_range(start, 1, count, size);
  for (Range& range : result) range.first += tree_.node(0);
  return result;
}

}  // namespace torusim
