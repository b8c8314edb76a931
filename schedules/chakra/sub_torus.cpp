#include "schedules/chakra/sub_torus.h"

#include <algorithm>

#include "schedules/core/twist.h"

namespace torusim {
namespace {

/// The seams of the dimensions, if none of them leads out of the dimensions.
std::optional<std::vector<Seam>> inner_seams(const Topology& topology, const std::vector<int>& dimensions) {
  std::vector<Seam> result;
  for (const Seam& seam : topology.twist()->seams()) {
    const auto own = std::ranges::find(dimensions, seam.dimension);
    if (own == dimensions.end()) continue;
    Seam inner{static_cast<int>(own - dimensions.begin()), {}};
    for (int d = 0; d < topology.dimensions(); ++d) {
      const int offset = seam.offset[static_cast<std::size_t>(d)];
      if (offset == 0) continue;
      const auto there = std::ranges::find(dimensions, d);
      if (there == dimensions.end()) return {};
      inner.offset[static_cast<std::size_t>(there - dimensions.begin())] = offset;
    }
    result.push_back(inner);
  }
  return result;
}

/// The shape of these lines of the network. A dimension of a twisted torus is a ring only with its seam. If a
/// seam leads out of the shape, or a line is not whole, the shape is a mesh along all dimensions with seams.
Topology shape_of(const Topology& topology, const std::vector<int>& dimensions,
                  std::vector<Dimension> sides) {
  if (!topology.twisted()) return Topology(std::move(sides));
  if (std::ranges::all_of(sides, [](const Dimension& each) { return each.line == Line::kRing; })) {
    if (auto seams = inner_seams(topology, dimensions)) {
      return seams->empty() ? Topology(std::move(sides))
                            : Topology::with_seams(std::move(sides), std::move(*seams));
    }
  }
  for (const Seam& seam : topology.twist()->seams()) {
    const auto own = std::ranges::find(dimensions, seam.dimension);
    if (own != dimensions.end())
      sides[static_cast<std::size_t>(own - dimensions.begin())].line = Line::kArray;
  }
  return Topology(std::move(sides));
}

}  // namespace

Route SubTorus::in_network(const Route& route) const {
  Route result;
  for (Run run : route) {
    run.dimension = static_cast<std::int16_t>(dimensions[static_cast<std::size_t>(run.dimension)]);
    result.append(run);
  }
  return result;
}

std::optional<SubTorus> sub_torus(const Topology& topology, std::span<const NodeId> nodes) {
  if (nodes.size() < 2) return {};
  std::vector<Dimension> sides;
  std::vector<int> dimensions, first;
  std::size_t product = 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    std::vector<bool> used(static_cast<std::size_t>(topology.side(d)));
    for (const NodeId node : nodes) used[static_cast<std::size_t>(topology.coordinate(node, d))] = true;
    const auto count = std::count(used.begin(), used.end(), true);
    product *= static_cast<std::size_t>(count);
    if (product > nodes.size()) return {};
    if (count == 1) continue;
    const auto begin = std::find(used.begin(), used.end(), true);
    const bool whole = count == topology.side(d);
    const bool in_a_row = std::all_of(begin, begin + count, [](bool each) { return each; });
    if (!whole && (topology.jumps(d) || !in_a_row)) return {};
    sides.push_back(whole ? topology.dimension(d) : Dimension{static_cast<int>(count), Line::kArray});
    dimensions.push_back(d);
    first.push_back(static_cast<int>(begin - used.begin()));
  }
  if (product != nodes.size()) return {};
  SubTorus result{shape_of(topology, dimensions, std::move(sides)), dimensions,
                  std::vector<int>(nodes.size(), -1)};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Topology::Coordinates place{};
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      place[d] = topology.coordinate(nodes[i], dimensions[d]) - first[d];
    }
    int& member = result.member[static_cast<std::size_t>(result.shape.node(place))];
    if (member >= 0) return {};  // twice
    member = static_cast<int>(i);
  }
  return result;
}

}  // namespace torusim
