#include "schedules/core/twist.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::int32_t kUnreached = INT32_MAX / 2;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::uint32_t saturated(std::uint64_t ways) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(ways, Twist::kMostWays));
}

void check_seam(const Seam& seam, const std::vector<int>& sides) {
  bool shifts = false;
  for (int d = 0; d < Seam::kMostDimensions; ++d) {
    const int offset = seam.offset[d];
    if (offset == 0) continue;
    shifts = true;
    if (d >= static_cast<int>(sides.size())) {
      throw InputError(fmt::format("the seam of {} shifts {}: there is no dimension {}, the last is {}",
                                   dimension_name(seam.dimension), dimension_name(d), dimension_name(d),
                                   dimension_name(static_cast<int>(sides.size()) - 1)));
    }
    if (d == seam.dimension) {
      throw InputError(fmt::format("the seam of {} shifts {} itself; seams shift other dimensions",
                                   dimension_name(d), dimension_name(d)));
    }
    if (std::abs(std::int64_t{offset}) >= sides[d]) {
      throw InputError(fmt::format("the seam of {} shifts {} by {}: a side of {} is shifted by 1 to {}",
                                   dimension_name(seam.dimension), dimension_name(d), offset, sides[d],
                                   sides[d] - 1));
    }
  }
  if (!shifts)
    throw InputError(fmt::format("the seam of {} shifts no dimension", dimension_name(seam.dimension)));
}

}  // namespace

Twist::Twist(std::vector<int> sides, std::vector<Seam> seams)
    : sides_(std::move(sides)), seams_(std::move(seams)) {
  std::int64_t nodes = 1;
  for (const int side : sides_) {
    nodes *= side;
    if (nodes > kMostNodes) {
      throw InputError(fmt::format("a twisted torus has {} nodes at most", NodeId{kMostNodes}));
    }
  }
  strides_.assign(sides_.size(), 1);
  for (int d = this->dimensions() - 2; d >= 0; --d) strides_[d] = strides_[d + 1] * sides_[d + 1];
  std::ranges::sort(seams_, {}, &Seam::dimension);
  for (std::size_t i = 0; i < seams_.size(); ++i) {
    Seam& seam = seams_[i];
    if (seam.dimension < 0 || seam.dimension >= this->dimensions()) {
      throw InputError(
          fmt::format("there is no dimension {} to have a seam", dimension_name(seam.dimension)));
    }
    if (i > 0 && seams_[i - 1].dimension == seam.dimension) {
      throw InputError(fmt::format("dimension {} has two seams", dimension_name(seam.dimension)));
    }
    check_seam(seam, sides_);
    for (int d = 0; d < this->dimensions(); ++d) {
      if (seam.offset[d] < 0) seam.offset[d] += sides_[d];
      shifted_[d] = shifted_[d] || seam.offset[d] != 0;
    }
  }
  order_seams();
  find_rings();
  find_ways();
}

void Twist::order_seams() {
  std::vector<Seam> left = seams_;
  for (int d = 0; d < dimensions(); ++d) {
    if (std::ranges::find(seams_, d, &Seam::dimension) == seams_.end()) left.push_back({d, {}});
  }
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, [&](const Seam& seam) {
      return std::ranges::all_of(left, [&](const Seam& other) { return other.offset[seam.dimension] == 0; });
    });
    if (next == left.end()) {
      std::string circle;
      for (const Seam& seam : left) {
        if (seam.offset != Seam{}.offset)
          circle += (circle.empty() ? "" : ", ") + dimension_name(seam.dimension);
      }
      throw InputError(fmt::format(
          "the seams of {} shift each other in a circle, so they are no bijection of the nodes; a dimension "
          "shifted by a seam must not shift back",
          circle));
    }
    in_order_.push_back(*next);
    left.erase(next);
  }
}

Twist::Wide Twist::coordinates(NodeId node) const {
  Wide result{};
  for (int d = 0; d < dimensions(); ++d) result[d] = node / strides_[d] % sides_[d];
  return result;
}

Twist::NodeId Twist::node_at(Wide coordinates) const {
  std::int64_t node = 0;
  for (const Seam& seam : in_order_) {
    const int d = seam.dimension;
    const std::int64_t crossings = floor_divide(coordinates[d], sides_[d]);
    coordinates[d] -= crossings * sides_[d];
    node += coordinates[d] * strides_[d];
    if (crossings == 0) continue;
    for (int e = 0; e < dimensions(); ++e) coordinates[e] += crossings * seam.offset[e];
  }
  return static_cast<NodeId>(node);
}

Twist::NodeId Twist::displaced(NodeId node, int dimension, int hops) const {
  const int side = sides_[dimension], stride = strides_[dimension];
  const std::int64_t to = std::int64_t{node / stride % side} + hops;
  if (to >= 0 && to < side) return node + static_cast<NodeId>(std::int64_t{hops} * stride);
  Wide coordinates = this->coordinates(node);
  coordinates[dimension] = to;
  return node_at(coordinates);
}

Twist::NodeId Twist::difference(NodeId from, NodeId to) const {
  Wide away = coordinates(to);
  const Wide begin = coordinates(from);
  for (int d = 0; d < dimensions(); ++d) away[d] -= begin[d];
  return node_at(away);
}

void Twist::find_rings() {
  const auto nodes = static_cast<std::size_t>(strides_[0]) * sides_[0];
  begins_.assign(nodes, 0);
  std::vector<bool> seen(nodes);
  for (int d = 0; d < dimensions(); ++d) {
    std::fill(seen.begin(), seen.end(), false);
    rings_.push_back(0);
    for (NodeId node = 0; node < static_cast<NodeId>(nodes); ++node) {
      if (node / strides_[d] % sides_[d] != 0 || seen[node]) continue;
      begins_[node] |= static_cast<std::uint8_t>(1U << d);
      int ring = 0;
      for (NodeId at = node; !seen[at]; at = displaced(at, d, sides_[d]), ring += sides_[d]) seen[at] = true;
      rings_[d] = ring;  // all of them are alike
    }
  }
}

void Twist::find_ways() {
  const auto nodes = static_cast<std::size_t>(strides_[0]) * sides_[0];
  left_.assign(sides_.size() + 1, {});
  ways_.assign(sides_.size() + 1, {});
  left_.back().assign(nodes, kUnreached);
  ways_.back().assign(nodes, 0);
  left_.back()[0] = 0;
  ways_.back()[0] = 1;
  std::vector<NodeId> back(nodes);
  for (int d = dimensions() - 1; d >= 0; --d) {
    for (NodeId node = 0; node < static_cast<NodeId>(nodes); ++node) back[node] = displaced(node, d, -1);
    add_dimension(d, back);
  }
}

/// From the ways along the dimensions behind `dimension` those that begin with a run along it: every ring is
/// gone round in both directions, twice, so that no matter where it begins the nearest node counts.
void Twist::add_dimension(int dimension, const std::vector<NodeId>& back) {
  const std::vector<std::int32_t>& old = left_[dimension + 1];
  const std::vector<std::uint32_t>& old_ways = ways_[dimension + 1];
  std::vector<std::int32_t> left = old;
  std::vector<std::uint32_t> ways = old_ways;
  const int ring = rings_[dimension];
  std::vector<NodeId> along(ring);
  std::vector<std::int32_t> hops(2 * std::size_t(ring));
  std::vector<std::uint32_t> count(hops.size());
  std::vector<bool> seen(old.size());
  for (NodeId first = 0; first < static_cast<NodeId>(old.size()); ++first) {
    if (seen[first]) continue;
    NodeId at = first;
    for (NodeId& node : along) {
      node = at;
      seen[at] = true;
      at = back[at];
    }
    for (int way = 0; way < 2; ++way) {  // towards - and towards +
      for (int i = 0; i < 2 * ring; ++i) {
        const NodeId node = along[i % ring];
        hops[i] = old[node];
        count[i] = old_ways[node];
        if (i == 0 || hops[i - 1] + 1 > hops[i]) continue;
        if (hops[i - 1] + 1 < hops[i]) count[i] = 0;
        hops[i] = hops[i - 1] + 1;
        count[i] = saturated(std::uint64_t{count[i]} + count[i - 1]);
      }
      for (int i = ring; i < 2 * ring; ++i) {
        const NodeId node = along[i - ring];
        // Ways without a hop exist from the start; each direction adds its own ways.
        const std::uint32_t moved = hops[i] == old[node] ? count[i] - old_ways[node] : count[i];
        if (hops[i] > left[node] || hops[i] >= kUnreached) continue;
        if (hops[i] < left[node]) ways[node] = 0;
        left[node] = hops[i];
        ways[node] = saturated(std::uint64_t{ways[node]} + moved);
      }
      std::ranges::reverse(along);
    }
  }
  left_[dimension] = std::move(left);
  ways_[dimension] = std::move(ways);
}

int Twist::longest_run(int dimension) const {
  int hops = 0;
  while (hops < ring(dimension) / 2 && left_[0][displaced(0, dimension, hops + 1)] == hops + 1) ++hops;
  return hops;
}

Seam::Offsets Twist::hops(NodeId to, std::uint32_t way) const {
  Seam::Offsets result{};
  for (int d = 0; d < dimensions(); ++d) {
    const std::vector<std::int32_t>& behind = left_[d + 1];
    const std::int32_t all = left_[d][to];
    NodeId next = to;  // the node behind the run; that of the last run if not all ways were counted
    const auto take = [&](int hops) {
      const NodeId rest = displaced(to, d, -hops);
      if (behind[rest] != all - std::abs(hops)) return false;
      result[d] = hops;
      next = rest;
      if (way < ways_[d + 1][rest]) return true;
      way -= ways_[d + 1][rest];
      return false;
    };
    const int most = std::min(all, rings_[d] / 2);
    bool taken = take(0);
    for (int hops = 1; hops <= most && !taken; ++hops) taken = take(hops) || take(-hops);
    to = next;
  }
  return result;
}

}  // namespace torusim
