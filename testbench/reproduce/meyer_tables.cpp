#include "testbench/reproduce/meyer_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "schedules/algorithms/gossip_tables.h"
#include "schedules/algorithms/registry.h"
#include "schedules/formulas/gossip_closed_forms.h"

namespace torusim {
namespace {

Topology torus(int n1, int n2) { return Topology({{n1}, {n2}}); }
Topology torus(int n1, int n2, int n3) { return Topology({{n1}, {n2}, {n3}}); }

// --- Table I

/// s, in flits. With it t_startup = r s is a whole number of cycles for each r of the table.
constexpr int kData = 1000;
/// Cycles that a step takes besides its packet: head, node interfaces and router, hop. They count as startup.
constexpr int kPipeline = 6;

struct TableAlgorithm {
  const char* paper;  ///< "T_stv"
  const char* what;
  const char* name;  ///< on the command line
  int parts;         ///< packets that a node's data makes
  double (*time)(int n, int d, double r, const Fractions&);
};

constexpr TableAlgorithm kAlgorithms[] = {{"T_stv", "reference 21", "gossip-ti", 1, &time_optimal},
                                          {"T_opt", "Section 2", "gossip-two", 2, &time_two_packets},
                                          {"T_one", "Section 4", "gossip-one", 1, &time_one_packet}};

std::string cube(int n, int d) {
  std::string shape = fmt::format("torus:{}", n);
  for (int i = 1; i < d; ++i) shape += fmt::format("x{}", n);
  return shape;
}

/// The entry's measured value: from a run where the torus is small, else from the steps of the schedule.
void measure(Point& point, const TableAlgorithm& algorithm, int n, int d, double r) {
  constexpr int kLargestThatRuns = 16;
  if (d == 3 && &algorithm != &kAlgorithms[0]) {
    point.note = algorithm.parts == 2 ? "Section 2 is for two dimensions" : "sides must be divisible by 3";
    return;
  }
  const bool small = n == 4 || (d == 2 && n <= kLargestThatRuns);
  if (small) {
    Experiment run = run_of(algorithm.name, cube(n, d));
    run.config.block = kData / algorithm.parts;
    run.config.run.startup = std::lround(r * kData) - kPipeline;
    point.experiment = run;
    point.value_of = [](const Outcome& o) { return std::round(static_cast<double>(o.cycles) / kData); };
  } else if (d == 2 || n < 64) {
    point.counted = [&algorithm, n, d, r] {
      const auto schedule = make_schedule(algorithm.name, Topology::parse(cube(n, d)));
      return std::round(schedule->info().phases * (r + 1.0 / algorithm.parts));
    };
    point.counting = 0.5;
  }
}

std::string reason(const TableAlgorithm& algorithm, int d) {
  if (&algorithm == &kAlgorithms[2] && d == 2) {
    return "The table counts n^2/4 + n/2 steps, Theorem 3 n^2/4 + n + 2 at most.";
  }
  if (d == 3) return "The table takes 1/3 as 0.333 and 1/6 as 0.1666; and steps are whole.";
  return "Steps are whole.";
}

Exhibit table_one_exhibit() {
  Exhibit exhibit;
  exhibit.name = "table-1";
  exhibit.title = "Table I: normalised times";
  exhibit.text = fmt::format(
      "Times over s t_feed, rounded to whole numbers, on tori of n nodes a side; r = t_startup / (s "
      "t_feed). Formula: T of Section 5 with exact thirds. Measured: cycles of a run with s = {} flits, "
      "whose steps take r s cycles besides their packet, over s; for large tori the steps of the schedule "
      "times r + 1 or r + 1/2.",
      kData);
  exhibit.columns = {"n", "d", "r", "time"};
  for (const TableOneRow& row : table_one()) {
    for (int entry = 0; entry < 6; ++entry) {
      const int d = 2 + entry % 2;
      const double r = kTableOneRatios[entry / 2];
      for (int i = 0; i < 3; ++i) {
        const TableAlgorithm& algorithm = kAlgorithms[i];
        Point point{{fmt::format("{}", row.n), fmt::format("{}", d), fmt::format("{}", r),
                     fmt::format("{} ({})", algorithm.paper, algorithm.what)},
                    fmt::format("{}", row.printed[i][entry]),
                    std::round(algorithm.time(row.n, d, r, {}))};
        measure(point, algorithm, row.n, d, r);
        point.why = reason(algorithm, d);
        exhibit.points.push_back(std::move(point));
      }
    }
  }
  return exhibit;
}

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

Exhibit cycles() {
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

/// What the proof of Theorem 2 counts in its example of 41 nodes, with the sets as they are printed there.
Exhibit example_one() {
  using Nodes = std::set<int>;
  const Nodes b10{5, 8, 10, 13, 21, 22, 23, 24, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38, 39};
  const Nodes b31{5, 8, 10, 13, 21, 24, 26, 27, 28, 29, 31, 33, 34, 36, 37, 38};  // as far as it is known
  constexpr int kNodes = 41, kSteps = 10;
  const auto beside = [](int i, int node) {  // A_i: at most kSteps away
    const int apart = std::abs(node - i);
    return std::min(apart, kNodes - apart) <= kSteps;
  };
  const auto doubles = [&](int i, const Nodes& b) {
    return std::count_if(b.begin(), b.end(), [&](int node) { return node != i && beside(i, node); });
  };
  Nodes c10 = b10;
  std::erase_if(c10, [&](int node) { return beside(10, node); });
  Exhibit exhibit;
  exhibit.name = "example-1";
  exhibit.title = "Example 1: double receives among 41 nodes";
  exhibit.text = "Formula: counted in the sets that are printed.";
  exhibit.columns = {"what"};
  exhibit.points = {{{"k_10"}, "3", static_cast<double>(doubles(10, b10))},
                    {{"median of C_10"}, "31", static_cast<double>(*std::next(c10.begin(), c10.size() / 2))},
                    {{"k_31"}, ">= 12", static_cast<double>(doubles(31, b31))}};
  exhibit.points.back().why = "25 is in the printed intersection, but not in the printed B_31.";
  return exhibit;
}

// --- Section 5

Exhibit section_five() {
  Exhibit exhibit;
  exhibit.name = "section-5";
  exhibit.title = "Section 5: the T3E";
  exhibit.text =
      "t_startup = 5e-6 s, t_feed = 1e-8 s a byte. Loss: the one-packet algorithm against (P-1)/2d steps on "
      "n x n x n, 512 nodes being 8 x 8 x 8; measured where n is divisible by 3.";
  exhibit.columns = {"what"};
  const auto add = [&](std::string what, std::string printed, double formula, const char* why) -> Point& {
    Point point{{std::move(what)}, std::move(printed), formula};
    point.why = why;
    return exhibit.points.emplace_back(std::move(point));
  };
  add("r s", "5000", 5e-6 / 1e-8, "Misprint: 5e-6 / 1e-8 is 500.");
  add("s from which T_opt is at most 10 % slower, d = 3", "95000", 5e-6 / 1e-8 * 1.9 / 0.1,
      "Follows from r s.");
  add("loss on 8 x 8 x 8 [%]", "<= 1", 100.0 * 3 / 8,
      "T_one / T_stv is 1 + d/n, not 1 + O(d/P), and that is without the o(P) terms.");
  for (const int n : {6, 9}) {
    Point& point = add(fmt::format("loss on {0} x {0} x {0} [%]", n), "", 100.0 * 3 / n,
                       "The terms that Section 5 leaves out, of order n^2.");
    point.experiment = run_of("gossip-one", cube(n, 3));
    point.value_of = [n](const Outcome& outcome) {
      return 100 * (static_cast<double>(outcome.startups) / fewest_gossip_steps(n * n * n, 3) - 1);
    };
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> meyer_tables() {
  std::vector<Exhibit> exhibits;
  exhibits.push_back(table_one_exhibit());
  exhibits.push_back(worked_table());
  exhibits.push_back(cycles());
  exhibits.push_back(example_one());
  exhibits.push_back(section_five());
  return exhibits;
}

}  // namespace torusim
