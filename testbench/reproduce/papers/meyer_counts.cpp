#include "testbench/reproduce/papers/meyer_counts.h"

#include <algorithm>
#include <set>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/gossip_tables.h"
#include "schedules/algorithms/registry.h"

namespace torusim::meyer {
namespace {

// --- the worked table of Section 2.2

/// The nodes of a cycle in the order in which a packet passes them that leaves `start` by `out`.
std::vector<NodeId> cycle_from(const ForwardTable& table, NodeId start, int out) {
  const Topology& topology = table.topology();
  std::vector<NodeId> result;
  const int first = out;
  NodeId at = start;
  do {
    result.push_back(at);
    const int in = topology.opposite(out);
    at = topology.neighbor(at, out);
    // The cycle goes on where both ports feed each other; others lead to nodes beside it.
    for (int next = 0; next < topology.network_ports(); ++next) {
      if (table.feeder(at, next) == in && table.feeder(at, in) == next) out = next;
    }
  } while (at != start || out != first);
  return result;
}

constexpr int kAIs = 10;  // the number of node A on the cycle

}  // namespace

std::vector<Receipt> worked_receipts() {
  const ForwardTable table =
      two_packet_table(Topology::parse("torus:6x7"), {0, 1}, false, Supply::kCorrected);
  const Topology& topology = table.topology();
  const NodeId a = topology.node({0, 5}), b = topology.node({2, 5});
  const std::vector<NodeId> cycle = cycle_from(table, a, topology.port(1, +1));
  const auto number = [&](PacketNumber packet) {
    const auto at = std::find(cycle.begin(), cycle.end(), packet / table.packets_a_node()) - cycle.begin();
    return static_cast<int>((kAIs + at) % cycle.size());
  };
  std::vector<bool> seen(cycle.size());
  std::vector<Receipt> result;
  for (Circulation circulation(table); circulation.step() < kWorkedSteps;) {
    circulation.advance();
    Receipt receipt{number(circulation.on(a, topology.port(0, +1))),
                    number(circulation.on(b, topology.port(0, -1))), 0};
    for (const int packet : {receipt.via_a, receipt.via_b}) {
      receipt.fresh += !seen[packet];
      seen[packet] = true;
    }
    result.push_back(receipt);
  }
  return result;
}

// --- Figures 1 to 5

namespace {

int separation(const std::vector<NodeId>& cycle, NodeId a, NodeId b) {
  const auto place = [&](NodeId node) {
    return static_cast<int>(std::find(cycle.begin(), cycle.end(), node) - cycle.begin());
  };
  const int between = std::abs(place(a) - place(b));
  return std::min(between, static_cast<int>(cycle.size()) - between) - 1;
}

/// A cycle of the algorithm that runs on such sides, and two nodes that feed one beside it; -1: none.
struct FollowedCycle {
  std::vector<NodeId> nodes;
  NodeId first = -1, second = -1;
};

FollowedCycle cycle_on(const Topology& torus) {
  if (torus.dimensions() == 3) {
    const ForwardTable rods = one_packet_table_3d(torus, Supply::kCorrected);
    const NodeId node = torus.node({1, 1, 3});
    const NodeId x = torus.displaced(node, 0, -1), y = torus.displaced(node, 1, -1);
    return {cycle_from(rods, x, torus.port(2, +1)), x, y};
  }
  if (torus.side(0) == torus.side(1)) {
    const ForwardTable flat = one_packet_table_2d(torus, 0, 1, Supply::kCorrected);
    return {cycle_from(flat, 0, torus.port(0, +1)), torus.node({0, 3}), torus.node({2, 3})};
  }
  const ForwardTable two = two_packet_table(torus, {0, 1}, false, Supply::kCorrected);
  if (torus.side(1) % 2 == 0) return {cycle_from(two, 0, torus.port(1, +1))};
  const NodeId above = torus.node({0, 5}), below = torus.node({2, 5});
  return {cycle_from(two, above, torus.port(1, +1)), above, below};
}

}  // namespace

FigureCycle cycle_of_figure(const Topology& torus) {
  const FollowedCycle cycle = cycle_on(torus);
  const int apart = cycle.first < 0 ? -1 : separation(cycle.nodes, cycle.first, cycle.second);
  return {static_cast<int>(cycle.nodes.size()), apart};
}

// --- Example 1

namespace {

constexpr int kExampleNodes = 41, kExampleSteps = 10;

/// The second cycle of the example, from 10 steps behind node 10 to 15 ahead of it, the first being 0, 1
/// to 40. B_10, the nodes at most 10 steps from 10, and the 16 of B_31 that the paper can name leave this,
/// but for the order within the four groups; of the rest of the cycle, and so of 5 nodes of B_31, nothing is
/// printed.
std::vector<int> second_cycle() {
  return {22, 23, 32, 35, 39,                       // in B_10, not in B_31
          5,  8,  13, 21, 24,                       //
          10,                                       // in the middle of B_10
          26, 27, 28, 29, 31, 33, 34, 36, 37, 38};  // 31 is the fifth, in the middle of B_31
}

}  // namespace

int double_receives(int node) {
  const std::vector<int> second = second_cycle();
  const int at = static_cast<int>(std::ranges::find(second, node) - second.begin());
  int result = 0;
  for (int i = 0; i < static_cast<int>(second.size()); ++i) {
    const int apart = std::abs(second[i] - node);
    const bool on_first = std::min(apart, kExampleNodes - apart) <= kExampleSteps;
    result += i != at && std::abs(i - at) <= kExampleSteps && on_first;
  }
  return result;
}

int median_of_c10() {
  std::set<int> c10;
  for (const int node : second_cycle()) {
    if (std::abs(node - 10) > kExampleSteps) c10.insert(node);
  }
  return *std::next(c10.begin(), static_cast<int>(c10.size()) / 2);
}

int gossip_steps(const std::string& algorithm, const Topology& torus) {
  if (algorithm != "gossip-cycles") return make_schedule(algorithm, torus)->info().phases;
  return static_cast<int>(cycle_decomposition(torus).back().size() / 2);
}

}  // namespace torusim::meyer
