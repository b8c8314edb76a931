// Reduce-scatter on rings: N - 1 steps of one hop. In every step a node adds what comes from behind and
// passes the sum on; chunk t sets out behind node t and ends there.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

/// A cycle of single hops that passes every node of a network once.
struct RingOrder {
  std::vector<NodeId> nodes;  ///< in the order of the cycle
  std::vector<Route> hops;    ///< [i]: from nodes[i] to the next, one hop

  /// The same cycle the other way, over the opposite channels.
  RingOrder backwards() const {
    const std::size_t n = nodes.size();
    RingOrder result;
    for (std::size_t i = 0; i < n; ++i) {
      result.nodes.push_back(nodes[n - 1 - i]);
      result.hops.push_back(reversed(hops[(2 * n - 2 - i) % n]));
    }
    return result;
  }
};

/// A Hamiltonian cycle of a ring of `rows` times a ring of `columns`.
std::vector<Cell> one_cycle(int rows, int columns) {
  if (std::min(rows, columns) >= 3) return grid_cycles(rows, columns)[0];
  // There and back along the longer side.
  std::vector<Cell> result;
  const bool upright = columns == 2;
  const int length = upright ? rows : columns;
  for (int i = 0; i < length; ++i) result.push_back(upright ? Cell{i, 0} : Cell{0, i});
  for (int i = length - 1; i >= 0; --i) result.push_back(upright ? Cell{i, 1} : Cell{1, i});
  return result;
}

RingOrder with_hops(const Topology& topology, std::vector<NodeId> nodes) {
  RingOrder result{std::move(nodes), {}};
  for (std::size_t i = 0; i < result.nodes.size(); ++i) {
    const int port = port_to(topology, result.nodes[i], result.nodes[(i + 1) % result.nodes.size()]);
    result.hops.push_back({Run::of(topology.port_dimension(port), topology.port_step(port))});
  }
  return result;
}

RingOrder with_hops(const Topology& topology, const std::vector<Topology::Coordinates>& cycle) {
  std::vector<NodeId> nodes;
  for (const auto& coordinates : cycle) nodes.push_back(topology.node(coordinates));
  return with_hops(topology, std::move(nodes));
}

/// The cycle `so_far` times the line of dimension d; rows of the cells are places on the cycle so far.
std::vector<Topology::Coordinates> longer(const std::vector<Topology::Coordinates>& so_far, int d,
                                          const std::vector<Cell>& cells) {
  std::vector<Topology::Coordinates> result;
  for (const auto& [row, column] : cells) {
    result.push_back(so_far[row]);
    result.back()[d] = column;
  }
  return result;
}

/// A Hamiltonian cycle of any torus: dimension after dimension, the cycle so far times the ring of the next
/// one is a 2-D torus. On twisted tori twisted_cycle().
RingOrder hamiltonian_cycle(const Topology& topology) {
  if (topology.twisted()) return with_hops(topology, twisted_cycle(topology));
  Topology::Coordinates at{};
  std::vector<Topology::Coordinates> cycle;
  for (; at[0] < topology.side(0); ++at[0]) cycle.push_back(at);
  for (int d = 1; d < topology.dimensions(); ++d) {
    cycle = longer(cycle, d, one_cycle(static_cast<int>(cycle.size()), topology.side(d)));
  }
  return with_hops(topology, cycle);
}

/// To and fro through the columns of a grid, all rows but the first, and back along the first. A cycle if the
/// columns are even, or the rows a ring.
std::vector<Cell> snake(int rows, int columns) {
  std::vector<Cell> result;
  for (int column = 0; column < columns; ++column) {
    for (int i = 1; i < rows; ++i) result.push_back({column % 2 == 0 ? i : rows - i, column});
  }
  for (int column = columns; column-- > 0;) result.push_back({0, column});
  return result;
}

/// A Hamiltonian cycle of a network of lines that do not all wrap: from a ring, or a grid with an even side,
/// on, dimension after dimension. There is none on a path, and none on a mesh of odd sides: neighbours
/// alternate between two colours, and one colour has a node more.
RingOrder mesh_cycle(const Topology& topology) {
  const int k = topology.dimensions();
  std::vector<int> order(k);
  std::iota(order.begin(), order.end(), 0);
  const auto closes = [&](int d) { return topology.side(d) >= 3 && topology.line(d) != Line::kArray; };
  const auto even = [&](int d) { return topology.side(d) % 2 == 0; };
  std::ranges::stable_sort(order, {}, [&](int d) { return closes(d) ? 0 : even(d) ? 1 : 2; });
  const bool ring = closes(order[0]);
  if (!ring && (k == 1 || !even(order[0]))) {
    throw InputError(
        fmt::format("ring-reduce on {}: no ring is known to pass all nodes; it runs on meshes of two or more "
                    "dimensions with an even side; planned with collective=all-reduce runs on any network",
                    topology.name()));
  }
  // A grid begins with the other side, whose line need not close.
  if (!ring) std::swap(order[0], order[1]);
  std::vector<Topology::Coordinates> cycle(topology.side(order[0]));
  for (int x = 0; x < topology.side(order[0]); ++x) cycle[x][order[0]] = x;
  for (int i = 1; i < k; ++i) {
    cycle = longer(cycle, order[i], snake(static_cast<int>(cycle.size()), topology.side(order[i])));
  }
  return with_hops(topology, cycle);
}

class RingGathering : public Gathering {
 public:
  /// Piece i of every packet runs on the i-th ring. The rings share no channel.
  RingGathering(const Topology& topology, std::vector<RingOrder> rings)
      : Gathering(gathering_info(topology, static_cast<int>(rings.size()))), rings_(std::move(rings)) {
    info_.phases = topology.nodes() - 1;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
  }

  void write(int index, Phase& phase) override {
    const Topology& topology = info_.topology;
    const NodeId nodes = topology.nodes();
    TransferWriter writer(phase, topology.dimensions());
    for (std::size_t piece = 0; piece < rings_.size(); ++piece) {
      const RingOrder& ring = rings_[piece];
      for (NodeId p = 0; p < nodes; ++p) {
        Transfer& transfer = writer.add(ring.nodes[p], ring.nodes[(p + 1) % nodes], ring.hops[p]);
        transfer.adds = true;
        const NodeId owner = ring.nodes[(p + nodes - 1 - index) % nodes];
        transfer.blocks.add(topology, Block{owner, static_cast<NodeId>(piece)});
      }
    }
  }

 private:
  std::vector<RingOrder> rings_;
};

}  // namespace

std::unique_ptr<Gathering> make_ring_gathering(const Topology& topology, bool all_ports) {
  std::vector<RingOrder> rings{topology.all_wrap() ? hamiltonian_cycle(topology) : mesh_cycle(topology)};
  if (all_ports) rings.push_back(rings[0].backwards());
  return std::make_unique<RingGathering>(topology, std::move(rings));
}

std::unique_ptr<Gathering> make_hamiltonian_gathering(const Topology& topology) {
  require_torus("hamiltonian", topology);
  require_shape("hamiltonian", topology, "sides of at least 3", [](const Dimension& d) {
    return Dimension{std::max(3, d.side), Line::kRing};
  });
  std::vector<RingOrder> rings;
  for (auto& nodes : cycle_decomposition(topology)) rings.push_back(with_hops(topology, std::move(nodes)));
  const std::size_t cycles = rings.size();
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) rings.push_back(rings[cycle].backwards());
  return std::make_unique<RingGathering>(topology, std::move(rings));
}

}  // namespace torusim
