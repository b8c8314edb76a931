#include "testbench/reproduce/meyer_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "schedules/algorithms/gossip_tables.h"
#include "schedules/formulas/gossip_closed_forms.h"

namespace torusim {
namespace {

Topology torus(int n1, int n2) { return Topology({{n1}, {n2}}); }
Topology torus(int n1, int n2, int n3) { return Topology({{n1}, {n2}, {n3}}); }

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

constexpr int kWorkedSteps = 27;
constexpr int kAIs = 10;  // the number of node A on the cycle

struct Receipt {
  int via_a, via_b, fresh;
};

/// What node C = (1,5) of 6 x 7, beside the cycle of 39, gets from A above it and B below it.
std::vector<Receipt> worked_receipts() {
  const ForwardTable table = two_packet_table(torus(6, 7), {0, 1}, false, Supply::kCorrected);
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

Exhibit worked_table() {
  // As printed; the stars of packets that have come before are counted instead.
  constexpr std::array<int, kWorkedSteps> kViaA{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                                                24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36};
  constexpr std::array<int, kWorkedSteps> kViaB{23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
                                                9,  8,  7,  6,  5,  4,  3,  2,  1,  0,  38, 37, 36};
  constexpr int kFirstStar = 8, kLastStar = 14;
  constexpr int kLength = 39, kBIs = 23;
  Exhibit exhibit;
  exhibit.name = "worked-table";
  exhibit.title = "Section 2.2: packets that a node beside the cycle receives on 6 x 7";
  exhibit.text =
      "Node C = (1,5) gets from A what runs forward and from B what runs backward; nodes on the cycle of 39 "
      "have the numbers 0 to 38. Measured: what the forwarding tables bring. New: packets of the step that "
      "C had not yet, two less the stars of the paper.";
  exhibit.columns = {"step", "packet"};
  for (int step = 1; step <= kWorkedSteps; ++step) {
    const auto add = [&](const char* what, int printed, int formula, auto value_of) {
      Point point{{fmt::format("{}", step), what}, fmt::format("{}", printed), formula};
      point.counted = [step, value_of] { return value_of(worked_receipts()[step - 1]); };
      exhibit.points.push_back(std::move(point));
    };
    add("via A", kViaA[step - 1], (kAIs + step - 1) % kLength, [](const Receipt& r) { return r.via_a; });
    add("via B", kViaB[step - 1], (kBIs - step + 1 + kLength) % kLength,
        [](const Receipt& r) { return r.via_b; });
    const bool stars = step >= kFirstStar && step <= kLastStar;
    const int fresh = stars ? 0 : step == kWorkedSteps ? 1 : 2;
    add("new", fresh, fresh, [](const Receipt& r) { return r.fresh; });
  }
  return exhibit;
}

// --- Figures 1 to 5

int separation(const std::vector<NodeId>& cycle, NodeId a, NodeId b) {
  const auto place = [&](NodeId node) {
    return static_cast<int>(std::find(cycle.begin(), cycle.end(), node) - cycle.begin());
  };
  const int between = std::abs(place(a) - place(b));
  return std::min(between, static_cast<int>(cycle.size()) - between) - 1;
}

Exhibit hamiltonian_cycles() {
  Exhibit exhibit;
  exhibit.name = "figures";
  exhibit.title = "Figures 1 to 5: the cycles, followed through the forwarding tables";
  exhibit.text =
      "Length: nodes of a cycle. Apart: other nodes between the two that feed a node beside it, along the "
      "cycle.";
  exhibit.columns = {"figure", "torus", "what"};
  exhibit.unit = "nodes";
  const auto add = [&](const char* figure, const char* shape, const char* what, const char* printed,
                       int formula, std::function<double()> counted, const char* why = "") {
    Point point{{figure, shape, what}, printed, formula};
    point.counted = std::move(counted);
    point.why = why;
    exhibit.points.push_back(std::move(point));
  };
  const auto length = [](const ForwardTable& table, int dimension) {
    return [=] {
      return static_cast<double>(cycle_from(table, 0, table.topology().port(dimension, +1)).size());
    };
  };
  const ForwardTable even = two_packet_table(torus(6, 8), {0, 1}, false, Supply::kCorrected);
  add("1", "6x8", "length", "", 6 * 8, length(even, 1));
  const ForwardTable odd = two_packet_table(torus(6, 7), {0, 1}, false, Supply::kCorrected);
  const NodeId above = odd.topology().node({0, 5}), below = odd.topology().node({2, 5});
  const auto beside = [=] { return cycle_from(odd, above, odd.topology().port(1, +1)); };
  add("2", "6x7", "length", "39", 6 * 7 - 6 / 2, [=] { return beside().size(); });
  add("2", "6x7", "apart", "", 2 * 7 - 2, [=] { return separation(beside(), above, below); });
  const ForwardTable flat = one_packet_table_2d(torus(8, 8), 0, 1, Supply::kCorrected);
  add("3", "8x8", "length", "", 8 * 8 / 2 + 8, length(flat, 0));
  add("3", "8x8", "apart", "", 8 + 1, [=] {
    const Topology& topology = flat.topology();
    return separation(cycle_from(flat, 0, topology.port(0, +1)), topology.node({0, 3}),
                      topology.node({2, 3}));
  });
  const ForwardTable rods = one_packet_table_3d(torus(6, 6, 4), Supply::kCorrected);
  add("4, 5", "6x6x4", "length", "", rod_cycle_length(6, 6, 4), length(rods, 2));
  add(
      "4, 5", "6x6x4", "apart", "11", rod_supplier_separation(6, 4),
      [=] {
        const Topology& topology = rods.topology();
        const NodeId node = topology.node({1, 1, 3});
        const NodeId x = topology.displaced(node, 0, -1), y = topology.displaced(node, 1, -1);
        return separation(cycle_from(rods, x, topology.port(2, +1)), x, y);
      },
      "Misprint: (n1/3 + 1) n3 - 1 in Section 4.2; a lap is n3 + 3 long, so it is n1/3 (n3 + 3) - 1.");
  return exhibit;
}

// --- Example 1

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

/// Nodes that `node` hears of both ways round either cycle in kExampleSteps steps: A_i and B_i have them.
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

/// The median of what node 10 hears of by the second cycle only.
int median_of_c10() {
  std::set<int> c10;
  for (const int node : second_cycle()) {
    if (std::abs(node - 10) > kExampleSteps) c10.insert(node);
  }
  return *std::next(c10.begin(), static_cast<int>(c10.size()) / 2);
}

/// What the proof of Theorem 2 counts in its example of 41 nodes, followed along the two cycles.
Exhibit example_one() {
  Exhibit exhibit;
  exhibit.name = "example-1";
  exhibit.title = "Example 1: double receives among 41 nodes";
  exhibit.text =
      "Counted: along two cycles that have the sets printed in the paper. Of node 31 they are only those "
      "that "
      "are sure: five nodes of B_31 are open.";
  exhibit.columns = {"what"};
  exhibit.points = {{{"k_10"}, "3", 3}, {{"median of C_10"}, "31", 31}, {{"k_31"}, ">= 12", 11}};
  exhibit.points[0].counted = [] { return double_receives(10); };
  exhibit.points[1].counted = median_of_c10;
  exhibit.points[2].counted = [] { return double_receives(31); };
  exhibit.points[2].why = "25 is in the printed intersection, but not in the printed B_31.";
  return exhibit;
}

}  // namespace

std::vector<Exhibit> meyer_tables() {
  std::vector<Exhibit> exhibits;
  exhibits.push_back(worked_table());
  exhibits.push_back(hamiltonian_cycles());
  exhibits.push_back(example_one());
  return exhibits;
}

}  // namespace torusim
