// Direct complete exchange on an a x a mesh, a even, in a^3/4 phases without contention: Scott's lower bound
// (Scott: Efficient All-to-All Communication Patterns in Hypercube and Mesh Topologies, 1991, which Thakur,
// Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh compare with). Scott's own construction is not
// at hand; this one was found with torusim (docs/algorithms/papers/thakur-choudhary-fox.md).
//
// A phase takes an ordered pair (g, g') of groups of the path (PathGroup), and gives a phase r(m) of g
// to the two rows of each block m and a phase c(l) of g' to the two columns of each block l, so that l is
// joined by r(m) exactly if m is joined by c(l). Node (x, y) sends to (x', y'): x to x' in r(block of y), y
// to y' in c(block of x'), first along x. In a row every message starts and ends in blocks whose columns
// agree that this row is theirs, so that no column is entered, and no node reached, twice.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

// The direct exchange on a path of a nodes, a even, in a^2/4 phases of four pairs, in groups of phases.
// ScottExchange makes the phases of a mesh from these groups.
//
// With h = a/2 and R(p) = a - 1 - p, block p is the nodes {p, R(p)}. A phase joins two blocks, p and q: its
// sources and its destinations are the four nodes of both blocks. For p < q there are two phases: the cycle
// p to R(q) to R(p) to q to p, and its reverse. For every p there is a phase in which p and R(p) exchange,
// and the nodes of another block keep their blocks. So phases are edges of the complete graph of h blocks:
// each edge occurs twice, and h more edges leave each block once. Groups:
// - h even: a groups of h/2 phases that join every block once (perfect matchings);
// - h odd: h groups of h phases, phase t of which joins block t and t + 1 of a cyclic order (Hamiltonian
//   cycles by Walecki's construction).

struct PathPhase {
  std::array<int, 2> blocks;                     ///< the two blocks that the phase joins
  std::array<std::pair<int, int>, 4> transfers;  ///< (source, destination); equal if a node keeps its block
};

struct PathGroup {
  std::vector<PathPhase> phases;
  std::vector<int> order;  ///< h odd: the cyclic order of the blocks
};

enum class Turn { kForward, kReverse, kSwapFirst, kSwapSecond };

PathPhase phase_of(int p, int q, Turn kind, int a) {
  const int rp = a - 1 - p, rq = a - 1 - q;
  switch (kind) {
    case Turn::kForward:
      return {{p, q}, {{{p, rq}, {rq, rp}, {rp, q}, {q, p}}}};
    case Turn::kReverse:
      return {{p, q}, {{{rq, p}, {rp, rq}, {q, rp}, {p, q}}}};
    case Turn::kSwapFirst:
      return {{p, q}, {{{p, rp}, {rp, p}, {q, q}, {rq, rq}}}};
    case Turn::kSwapSecond:
      break;
  }
  return {{p, q}, {{{q, rq}, {rq, q}, {p, p}, {rp, rp}}}};
}

using Edges = std::vector<std::pair<int, int>>;

/// Round r of the round-robin tournament of h players, h even.
Edges matching(int h, int r) {
  const int ring = h - 1;
  Edges edges{{ring, r}};
  for (int i = 1; i < h / 2; ++i) edges.push_back({(r + i) % ring, (r - i + ring) % ring});
  return edges;
}

/// Cycle i of the decomposition of the complete graph of h vertices, h odd: the last vertex, then i, i + 1,
/// i - 1, i + 2, .. modulo h - 1.
std::vector<int> hamiltonian_cycle(int h, int i) {
  const int ring = h - 1;
  std::vector<int> order{ring, i};
  for (int step = 1; static_cast<int>(order.size()) < h; ++step) {
    order.push_back((i + step) % ring);
    if (static_cast<int>(order.size()) < h) order.push_back((i - step + ring) % ring);
  }
  return order;
}

/// `a` is even, 4 or more.
std::vector<PathGroup> path_groups(int a) {
  const int h = a / 2;
  std::vector<PathGroup> groups;
  const auto add = [&](const Edges& edges, std::vector<int> order, Turn kind) {
    groups.push_back({{}, std::move(order)});
    for (const auto& [p, q] : edges) groups.back().phases.push_back(phase_of(p, q, kind, a));
  };
  if (h % 2 == 0) {
    for (int r = 0; r < h - 1; ++r) {
      add(matching(h, r), {}, Turn::kForward);
      add(matching(h, r), {}, Turn::kReverse);
    }
    add(matching(h, 0), {}, Turn::kSwapFirst);
    add(matching(h, 0), {}, Turn::kSwapSecond);
    return groups;
  }
  for (int i = 0; i < (h - 1) / 2; ++i) {
    const std::vector<int> order = hamiltonian_cycle(h, i);
    Edges edges;
    for (int t = 0; t < h; ++t) edges.push_back({order[t], order[(t + 1) % h]});
    add(edges, order, Turn::kForward);
    add(edges, order, Turn::kReverse);
    if (i == 0) add(edges, order, Turn::kSwapFirst);
  }
  return groups;
}

constexpr int kLongestSide = 256;  // a^4 blocks in a^3/4 phases

/// Why the mesh of a x a nodes is none of ours.
std::string reason(int a) {
  if (a == 2) return " (on 2 x 2 every node has three messages to send, so two phases are too few)";
  if (a % 2 == 1 && a > 1 && a < kLongestSide)
    return fmt::format(" (for odd a the bound is a(a^2-1)/4, here {}, and no construction is known)",
                       std::int64_t{a} * (a * a - 1) / 4);
  return "";
}

const Topology& require_even_square(const Topology& topology) {
  const int a = static_cast<int>(std::sqrt(topology.nodes() + 0.5));
  const bool square = topology.dimensions() == 2 && topology.line(0) == Line::kArray &&
                      topology.line(1) == Line::kArray && topology.side(0) == topology.side(1);
  if (square && a % 2 == 0 && a >= 4 && a <= kLongestSide) return topology;
  const int down = std::clamp(a / 2 * 2, 4, kLongestSide), up = std::clamp(a + a % 2, 4, kLongestSide);
  throw InputError(fmt::format(
      "scott on {}: it needs a mesh of a x a nodes, a even, from 4 to {}{}; nearest: mesh:{}x{}{}; pex-gen "
      "and gen run on any topology",
      topology.name(), kLongestSide, square ? reason(a) : "", down, down,
      up == down ? "" : fmt::format(" or mesh:{}x{}", up, up)));
}

/// Phases are named "J1", "J2", ..
class ScottExchange : public PhaseByPhase {
 public:
  /// Throws InputError unless the mesh is a x a, a even, 4 or more.
  explicit ScottExchange(const Topology& topology) {
    info_.topology = require_even_square(topology);
    const int a = topology.side(0);
    groups_ = path_groups(a);
    row_.resize(a / 2);
    column_.resize(a / 2);
    info_.phases = a * a * a / 4;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    const int a = topology.side(0);
    const auto block_of = [a](int coordinate) { return std::min(coordinate, a - 1 - coordinate); };
    const int groups = static_cast<int>(groups_.size());
    const int pair = at_ % (groups * groups);
    assign(groups_[pair / groups], groups_[pair % groups], at_ / (groups * groups));
    phase.name = fmt::format("J{}", at_ + 1);
    TransferWriter writer(phase, 2);
    for (int y = 0; y < a; ++y) {
      for (const auto& [x, to_x] : row_[block_of(y)]->transfers) {
        for (const auto& [from_y, to_y] : column_[block_of(to_x)]->transfers) {
          if (from_y != y || (x == to_x && y == to_y)) continue;
          const NodeId source = topology.node({x, y}), destination = topology.node({to_x, to_y});
          writer.add(source, destination, Route{Run::of(0, to_x - x), Run::of(1, to_y - y)})
              .blocks.add(topology, Block{source, destination});
        }
      }
    }
  }
  /// Which phases of the groups the blocks of rows and of columns get.
  void assign(const PathGroup& rows, const PathGroup& columns, int shift) {
    const int phases = static_cast<int>(rows.phases.size());
    if (rows.order.empty()) {
      for (int t = 0; t < phases; ++t) {
        const PathPhase& along_x = rows.phases[t];
        const PathPhase& along_y = columns.phases[(t + shift) % phases];
        for (const int block : along_y.blocks) row_[block] = &along_x;
        for (const int block : along_x.blocks) column_[block] = &along_y;
      }
      return;
    }
    // The second half of the shifts uses the other direction.
    const bool reflected = shift >= phases;
    const int s = shift % phases;
    const auto at = [&](int t) { return (t % phases + phases) % phases; };
    for (int t = 0; t < phases; ++t) {
      const int u = at(reflected ? s - t : t + s);
      row_[columns.order[t]] = &rows.phases[u];
      column_[rows.order[u]] = &columns.phases[reflected ? t : at(t - 1)];
    }
  }

  std::vector<PathGroup> groups_;
  std::vector<const PathPhase*> row_, column_;  // [block], of this phase
};

}  // namespace

std::vector<Algorithm> scott_algorithms() {
  return {{{"scott",
            "direct complete exchange without contention in a^3/4 phases, the least possible",
            "Scott's bound, in Thakur, Choudhary, Fox, Section 1; construction found with torusim",
            "mesh of a x a nodes, a even, 4 to 256",
            {}},
           [](const Topology& topology, const AlgorithmOptions&) {
             return std::make_unique<ScottExchange>(topology);
           }}};
}

}  // namespace torusim
