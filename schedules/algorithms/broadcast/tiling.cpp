#include "schedules/algorithms/broadcast/tiling.h"

#include <fmt/format.h>

#include "schedules/core/node_order.h"

namespace torusim::broadcast {
namespace {

using Coordinates = Topology::Coordinates;

NodeId shifted(const Topology& torus, NodeId node, const Coordinates& by) {
  Coordinates at = torus.coordinates(node);
  for (int d = 0; d < torus.dimensions(); ++d) at[d] = (at[d] + by[d]) % torus.side(d);
  return torus.node(at);
}

/// The corners of a level: multiples of `grid` in every dimension.
std::vector<Coordinates> corners(const Topology& torus, const Coordinates& grid) {
  std::vector<Coordinates> result;
  Coordinates at{};
  for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
    bool corner = true;
    for (int d = 0; d < torus.dimensions(); ++d) corner &= at[d] % grid[d] == 0;
    if (corner) result.push_back(at);
  }
  return result;
}

Route stretched(const Route& route, const Coordinates& spacing) {
  Route result;
  for (const Run& run : route) result.append(Run::of(run.dimension, run.hops * spacing[run.dimension]));
  return result;
}

}  // namespace

Plan tiled_broadcast(const Topology& torus, const std::vector<Tile>& levels) {
  Plan plan;
  Coordinates grid{};
  for (int d = 0; d < torus.dimensions(); ++d) grid[d] = torus.side(d);
  int level = 0;
  for (const Tile& tile : levels) {
    ++level;
    const std::vector<Coordinates> owners = corners(torus, grid);
    Coordinates spacing{};
    for (int d = 0; d < torus.dimensions(); ++d) spacing[d] = grid[d] / tile.torus.side(d);
    for (const Step& small : tile.plan) {
      Step& step = plan.emplace_back();
      step.name = fmt::format("L{}.{}", level, &small - tile.plan.data() + 1);
      for (const Send& send : small.sends) {
        Coordinates from = tile.torus.coordinates(send.from);
        for (int d = 0; d < torus.dimensions(); ++d) from[d] *= spacing[d];
        const Route route = stretched(send.route, spacing);
        for (const Coordinates& owner : owners) {
          const NodeId node = shifted(torus, torus.node(from), owner);
          step.sends.push_back({node, route.end_node(torus, node), route});
        }
      }
    }
    grid = spacing;
  }
  return plan;
}

Plan moved(Plan plan, const Topology& torus, NodeId root) {
  const Coordinates by = torus.coordinates(root);
  for (Step& step : plan) {
    for (Send& send : step.sends) {
      send.from = shifted(torus, send.from, by);
      send.to = shifted(torus, send.to, by);
    }
  }
  return plan;
}

}  // namespace torusim::broadcast
