#include "schedules/algorithms/cycles/decomposition.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "schedules/core/error.h"
#include "schedules/core/topology.h"

namespace torusim {

namespace {

/// Where the squares lie: level j joins rows j and j + 1 at columns W[j] and W[j] + 1. Rows are as many as
/// columns, or more.
std::vector<int> squares(int rows, int columns) {
  std::vector<int> result;
  const bool wraps = columns % 2 == 1 && rows % 2 == 0;  // the last column pair is used too
  const int first = wraps ? columns : columns - 1;
  for (int c = 0; c < first; ++c) result.push_back(c);
  const int levels = columns % 2 == 0 && rows % 2 == 1 ? rows : rows - 1;
  while (static_cast<int>(result.size()) < levels) {
    result.push_back(first - 2);
    result.push_back(first - 1);
  }
  return result;
}

/// The two cycles of a grid that wraps both ways, columns <= rows, both at least 3.
std::array<std::vector<Cell>, 2> upright_cycles(int rows, int columns) {
  const auto at = [&](int row, int column) { return row % rows * columns + column % columns; };
  // Colour of the edge to the next column, and to the next row: 0 is the cycle that begins as the rows.
  std::vector<int> along(rows * columns, 0), down(rows * columns, 1);
  const std::vector<int> level = squares(rows, columns);
  for (int j = 0; j < static_cast<int>(level.size()); ++j) {
    const int c = level[j];
    along[at(j, c)] ^= 1;
    along[at(j + 1, c)] ^= 1;
    down[at(j, c)] ^= 1;
    down[at(j, c + 1)] ^= 1;
  }
  std::array<std::vector<Cell>, 2> cycles;
  for (int colour = 0; colour < 2; ++colour) {
    Cell here{0, 0}, before{-1, -1};
    do {
      cycles[colour].push_back(here);
      const auto [r, c] = here;
      const Cell right{r, (c + 1) % columns}, left{r, (c + columns - 1) % columns};
      const Cell below{(r + 1) % rows, c}, above{(r + rows - 1) % rows, c};
      const std::array<std::pair<Cell, int>, 4> edges{{{right, along[at(r, c)]},
                                                       {below, down[at(r, c)]},
                                                       {left, along[at(left.first, left.second)]},
                                                       {above, down[at(above.first, above.second)]}}};
      for (const auto& [to, edge] : edges) {
        if (edge != colour || to == before) continue;
        before = here;
        here = to;
        break;
      }
    } while (here != Cell{0, 0});
  }
  return cycles;
}

}  // namespace

std::array<std::vector<Cell>, 2> grid_cycles(int rows, int columns) {
  if (columns <= rows) return upright_cycles(rows, columns);
  auto cycles = upright_cycles(columns, rows);
  for (auto& cycle : cycles) {
    for (Cell& cell : cycle) std::swap(cell.first, cell.second);
  }
  return cycles;
}

namespace {

// A colouring of the edges of a torus in k colours, where each colour is a set of cycles through all nodes.
// Flips join cycles: a unit square with two opposite edges of one colour and two of another exchanges the
// colours.

class EdgeColours {
 public:
  /// [node * k + d]: the colour of the edge from the node to the next one along dimension d. Every node must
  /// have two edges of each of the k colours, and every side must be at least 3.
  EdgeColours(const Topology& topology, std::vector<std::int8_t> colours)
      : topology_(topology),
        k_(topology.dimensions()),
        colours_(std::move(colours)),
        neighbours_(colours_.size(), {-1, -1}),
        places_(colours_.size()),
        cycles_(k_) {
    const auto meet = [&](int colour, NodeId node, NodeId other) {
      auto& both = neighbours_[at(colour, node)];
      both[both[0] < 0 ? 0 : 1] = other;
    };
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int d = 0; d < k_; ++d) {
        const NodeId next = topology.displaced(node, d, +1);
        meet(colour(node, d), node, next);
        meet(colour(node, d), next, node);
      }
    }
    for (int c = 0; c < k_; ++c) follow(c);
  }

  int cycles(int colour) const { return cycles_[colour]; }
  /// All nodes of a colour that has one cycle, from node 0 on.
  std::vector<NodeId> cycle(int colour) const {
    std::vector<NodeId> result(topology_.nodes());
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      result[places_[at(colour, node)].position] = node;
    }
    return result;
  }

  /// The square with the corners c, c + 1 along d, c + 1 along e, and the corner opposite c; d < e.
  struct Square {
    NodeId corner;
    int d, e;
  };
  /// The change of the number of cycles of both colours by a flip: -1 if it joins two cycles, +1 if it splits
  /// a cycle, 0 if it reverses a part of a cycle.
  struct Flip {
    std::array<int, 2> colours;
    std::array<int, 2> change;
  };
  /// The flip of a square; nullopt unless opposite edges have equal colours and neighbouring edges do not.
  std::optional<Flip> flip_at(const Square& square) const {
    const NodeId c = square.corner;
    const int first = colour(c, square.d), second = colour(c, square.e);
    if (first == second) return std::nullopt;
    const auto [corner, d, e, opposite] = corners(square);
    if (colour(e, square.d) != first || colour(d, square.e) != second) return std::nullopt;
    return Flip{{first, second}, {change(first, c, d, e, opposite), change(second, c, e, d, opposite)}};
  }

  void flip(const Square& square) {
    const auto [c, d, e, opposite] = corners(square);
    const std::int8_t first = colour(c, square.d), second = colour(c, square.e);
    colour(c, square.d) = colour(e, square.d) = second;
    colour(c, square.e) = colour(d, square.e) = first;
    exchange(first, c, d, e);
    exchange(first, e, opposite, c);
    exchange(first, d, c, opposite);
    exchange(first, opposite, e, d);
    exchange(second, c, e, d);
    exchange(second, d, opposite, c);
    exchange(second, e, c, opposite);
    exchange(second, opposite, d, e);
    follow(first);
    follow(second);
  }

 private:
  struct Place {
    std::int32_t cycle, position;
  };
  std::int8_t& colour(NodeId node, int d) { return colours_[static_cast<std::size_t>(node) * k_ + d]; }
  std::int8_t colour(NodeId node, int d) const { return colours_[static_cast<std::size_t>(node) * k_ + d]; }
  std::size_t at(int colour, NodeId node) const {
    return static_cast<std::size_t>(colour) * topology_.nodes() + node;
  }
  /// The corners in the order c, d, e, opposite.
  std::array<NodeId, 4> corners(const Square& square) const {
    const NodeId d = topology_.displaced(square.corner, square.d, +1);
    return {square.corner, d, topology_.displaced(square.corner, square.e, +1),
            topology_.displaced(d, square.e, +1)};
  }

  /// Change of the number of cycles of a colour if edges u0 v0 and u1 v1 replace u0 u1 and v0 v1.
  int change(int colour, NodeId u0, NodeId u1, NodeId v0, NodeId v1) const {
    if (places_[at(colour, u0)].cycle != places_[at(colour, v0)].cycle) return -1;
    return runs_forward(colour, u0, u1) == runs_forward(colour, v0, v1) ? 0 : +1;
  }

  bool runs_forward(int colour, NodeId from, NodeId to) const {
    const int a = places_[at(colour, from)].position, b = places_[at(colour, to)].position;
    if (b == a + 1) return true;
    return a != b + 1 && a > b;  // else only the last and the first are neighbours
  }

  void exchange(int colour, NodeId node, NodeId before, NodeId after) {
    auto& both = neighbours_[at(colour, node)];
    both[both[0] == before ? 0 : 1] = after;
  }

  void follow(int colour) {
    for (NodeId node = 0; node < topology_.nodes(); ++node) places_[at(colour, node)].cycle = -1;
    cycles_[colour] = 0;
    for (NodeId start = 0; start < topology_.nodes(); ++start) {
      if (places_[at(colour, start)].cycle >= 0) continue;
      NodeId here = start, before = neighbours_[at(colour, start)][1];
      std::int32_t position = 0;
      do {
        places_[at(colour, here)] = {cycles_[colour], position++};
        const auto& both = neighbours_[at(colour, here)];
        const NodeId next = both[0] == before ? both[1] : both[0];
        before = here;
        here = next;
      } while (here != start);
      ++cycles_[colour];
    }
  }

  Topology topology_;
  int k_;
  std::vector<std::int8_t> colours_;               // [node][d]
  std::vector<std::array<NodeId, 2>> neighbours_;  // [colour][node]
  std::vector<Place> places_;                      // [colour][node]
  std::vector<int> cycles_;                        // [colour]
};

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
