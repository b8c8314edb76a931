#include "schedules/chakra/sub_torus.h"

#include <algorithm>

namespace torusim {

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
  SubTorus result{Topology(sides), dimensions, std::vector<int>(nodes.size(), -1)};
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
