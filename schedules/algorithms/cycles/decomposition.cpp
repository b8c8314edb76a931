#include "schedules/algorithms/cycles/decomposition.h"

#include <fmt/format.h>

#include <random>

#include "schedules/algorithms/cycles/grid_cycles.h"
#include "schedules/algorithms/cycles/square_flips.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Cycles = std::vector<std::vector<NodeId>>;

Topology first_dimensions(const Topology& topology, int count) {
  std::vector<Dimension> dimensions;
  for (int d = 0; d < count; ++d) dimensions.push_back({topology.side(d)});
  return Topology(std::move(dimensions));
}

/// Colours of the edges along the cycles, one a cycle.
void paint(const Topology& topology, const std::vector<NodeId>& cycle, int colour,
           std::vector<std::int8_t>& colours) {
  const int k = topology.dimensions();
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const NodeId a = cycle[i], b = cycle[(i + 1) % cycle.size()];
    for (int d = 0; d < k; ++d) {
      if (topology.displaced(a, d, +1) == b) colours[static_cast<std::size_t>(a) * k + d] = colour;
      if (topology.displaced(b, d, +1) == a) colours[static_cast<std::size_t>(b) * k + d] = colour;
    }
  }
}

/// Two Hamiltonian cycles of the first of `base` times the ring of the last dimension, as colours 0 and
/// k - 1; every other cycle of the base in every layer.
EdgeColours with_next_ring(const Topology& topology, const Topology& base, const Cycles& cycles) {
  const int k = topology.dimensions(), last = k - 1;
  const auto lifted = [&](NodeId node, int x) {
    Topology::Coordinates at = base.coordinates(node);
    at[last] = x;
    return topology.node(at);
  };
  std::vector<std::int8_t> colours(static_cast<std::size_t>(topology.nodes()) * k, -1);
  const auto grid = grid_cycles(base.nodes(), topology.side(last));
  for (int i = 0; i < 2; ++i) {
    std::vector<NodeId> cycle;
    for (const auto& [row, x] : grid[i]) cycle.push_back(lifted(cycles[0][row], x));
    paint(topology, cycle, i == 0 ? 0 : last, colours);
  }
  for (int c = 1; c < last; ++c) {
    for (int x = 0; x < topology.side(last); ++x) {
      std::vector<NodeId> layer;
      for (const NodeId node : cycles[c]) layer.push_back(lifted(node, x));
      paint(topology, layer, c, colours);
    }
  }
  return EdgeColours(topology, std::move(colours));
}

/// Visits the squares in random order and flips those that reduce the number of cycles; after a round without
/// such flips, it flips a few that keep the number.
void join(const Topology& topology, EdgeColours& colours) {
  constexpr int kRoundsInVain = 1000, kSideways = 4;
  const int k = topology.dimensions();
  std::vector<EdgeColours::Square> planes;
  for (int d = 0; d < k; ++d) {
    for (int e = d + 1; e < k; ++e) planes.push_back({0, d, e});
  }
  const auto done = [&] {
    for (int c = 0; c < k; ++c) {
      if (colours.cycles(c) > 1) return false;
    }
    return true;
  };
  std::mt19937 random(1);
  int in_vain = 0, sideways = 0;
  while (!done()) {
    if (in_vain == kRoundsInVain) {
      throw InputError(fmt::format("no {} edge-disjoint Hamiltonian cycles found on {}", k, topology.name()));
    }
    bool fewer = false;
    const NodeId start = static_cast<NodeId>(random() % topology.nodes());
    for (NodeId i = 0; i < topology.nodes(); ++i) {
      for (EdgeColours::Square square : planes) {
        square.corner = (start + i) % topology.nodes();
        const auto flip = colours.flip_at(square);
        if (!flip) continue;
        const int change = flip->change[0] + flip->change[1];
        if (change > 0 || (change == 0 && sideways == 0)) continue;
        if (change == 0) --sideways;
        fewer |= change < 0;
        colours.flip(square);
      }
    }
    in_vain = fewer ? 0 : in_vain + 1;
    sideways = fewer ? 0 : kSideways;
  }
}

}  // namespace

Cycles cycle_decomposition(const Topology& topology) {
  Cycles cycles(1);
  for (NodeId node = 0; node < topology.side(0); ++node) cycles[0].push_back(node);
  for (int k = 2; k <= topology.dimensions(); ++k) {
    const Topology base = first_dimensions(topology, k - 1), next = first_dimensions(topology, k);
    EdgeColours colours = with_next_ring(next, base, cycles);
    join(next, colours);
    cycles.clear();
    for (int c = 0; c < k; ++c) cycles.push_back(colours.cycle(c));
  }
  return cycles;
}

namespace {

/// The cycle through the layers that begin with `ring`.
std::vector<NodeId> through_layers(const Topology& torus, std::vector<NodeId> ring, int dimension) {
  std::vector<bool> passed(static_cast<std::size_t>(torus.nodes()));
  for (const NodeId node : ring) passed[static_cast<std::size_t>(node)] = true;
  std::vector<std::vector<NodeId>> layers;
  while (layers.empty() || !passed[static_cast<std::size_t>(ring.front())]) {
    layers.push_back(ring);
    for (NodeId& node : ring) node = torus.displaced(node, dimension, 1);
  }
  std::vector<NodeId> cycle;
  for (const auto& layer : layers) cycle.push_back(layer.front());
  for (std::size_t i = layers.size(); i-- > 0;) {
    const auto& layer = layers[i];
    if (i % 2 == 0) cycle.insert(cycle.end(), layer.begin() + 1, layer.end());
    if (i % 2 == 1) cycle.insert(cycle.end(), layer.rbegin(), layer.rend() - 1);
  }
  return cycle;
}

}  // namespace

std::vector<NodeId> twisted_cycle(const Topology& torus) {
  std::vector<NodeId> cycle;
  for (NodeId at = 0; cycle.empty() || at != 0; at = torus.displaced(at, 0, 1)) cycle.push_back(at);
  for (int d = 1; d < torus.dimensions(); ++d) cycle = through_layers(torus, std::move(cycle), d);
  return cycle;
}

}  // namespace torusim
