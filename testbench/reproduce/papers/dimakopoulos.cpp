// Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks. The
// paper has theorems and few numbers. The exhibits run its theorems on networks, check Table 2, and show the
// effect of its misprints. Figures 1, 2 and 4 are drawings of networks, 3 and 5 are listings.
//
// Blocks have one flit, startups take no time, and barriers separate steps: head, flit, pipeline and hop of a
// step take 7 cycles. Both flits of a message cross every channel of its path.
#include <fmt/format.h>

#include <array>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/formulas/product_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"

namespace torusim::dimakopoulos {
namespace {

/// Where messages of node (1,1) go to on H x H of 3 nodes, by A2's schedule; [row][column], `vu` for (v,u).
int table_two_entry(int row, int column) {
  const auto schedule = make_schedule("te-a2", Topology::parse("mesh:3x3"));
  const Topology& topology = schedule->info().topology;
  std::set<int> to_column;
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      const Block block = transfer.blocks.front(topology);
      const auto at = topology.coordinates(block.destination);
      if (block.source == 0 && at[1] == column - 1) to_column.insert(10 * (at[0] + 1) + at[1] + 1);
    }
  }
  if (column == 1) --row;  // (1,1) has no message for itself
  return row <= static_cast<int>(to_column.size()) ? *std::next(to_column.begin(), row - 1) : 0;
}

/// Messages that never come to their destination.
std::int64_t lost(const Topology& shape, const std::string& line3) {
  const auto schedule = make_schedule("te-a1", shape, {{"line3", line3}});
  const Topology& topology = schedule->info().topology;
  std::int64_t missing = std::int64_t{topology.nodes()} * (topology.nodes() - 1);
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      missing -= transfer.blocks.front(topology).destination == transfer.destination;
    }
  }
  return missing;
}

/// Rounds of A2 on K_n x K_n, where each takes one step, in which every node is brought along B what it sends
/// along A in the next.
int fitting_rounds(int n, const std::string& set8) {
  const auto schedule =
      make_schedule("te-a2", Topology::parse(fmt::format("complete:{0}x{0}", n)), {{"set8", set8}});
  const Topology& topology = schedule->info().topology;
  using Messages = std::set<std::array<NodeId, 3>>;  // node, source, destination
  Messages brought;
  int fitting = 0;
  for (Phase phase; schedule->next(phase);) {
    Messages received, sent;
    for (const Transfer& transfer : phase.transfers) {
      const Block block = transfer.blocks.front(topology);
      const bool along_a = transfer.route[0].dimension == 0;
      (along_a ? sent : received)
          .insert({along_a ? transfer.source : transfer.destination, block.source, block.destination});
    }
    fitting += !brought.empty() && sent == brought;
    brought = std::move(received);
  }
  return fitting;
}

// --- exhibits

using Shapes = std::vector<const char*>;

constexpr const char* kHow =
    "Messages have one flit and barriers separate the steps, so a step of the paper takes 7 cycles. "
    "Measured: cycles of "
    "the verified run over 7.";

double steps(const Outcome& outcome) { return static_cast<double>(outcome.cycles) / 7; }

std::string run_a1(const std::string& shape, const char* ports) {
  return fmt::format("run te-a1 -t {} --set ports={}", shape, ports);
}
std::string run_a2(const std::string& shape) { return "run te-a2 -t " + shape; }

const Shapes kRingsAndComplete = {"torus:4x3",     "torus:4x4",    "torus:5x5",      "torus:6x4",
                                  "torus:4x8",     "torus:8x8",    "torus:7x7",      "torus:16x16",
                                  "torus:3x3x3",   "torus:4x4x4",  "torus:3x4x5",    "torus:4x3x2",
                                  "torus:3x3x3x3", "hypercube:2",  "hypercube:3",    "hypercube:4",
                                  "hypercube:5",   "complete:3x4", "complete:3x4x5", "torus:2kx3"};
const Shapes kMeshes = {"mesh:3x3", "mesh:4x4", "mesh:3x4", "torus:4x3m"};
const Shapes kSquares = {"torus:3x3", "torus:4x4",   "torus:5x5",     "torus:6x6",    "torus:7x7",
                         "torus:8x8", "torus:10x10", "torus:3x3x3x3", "torus:4x4x4x4"};
constexpr const char* kNoWholeNumber =
    "\"Optimal for homogeneous tori\" does not hold for sides of 6, 10, 14 and so on: bound (4) of such a "
    "ring, n^2/8, is "
    "not an integer. A ring takes the next integer, and A2 multiplies the difference.";

Shapes both(Shapes some, const Shapes& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

Exhibit theorem_1() {
  Exhibit exhibit{
      "theorem-1",
      "Theorem 1, Corollary 1: average distance",
      "Formula: n/(n-1) times the sum of (1 - 1/|V_i|) AD_i, for generalised hypercubes n/(n-1) (k - sum "
      "1/m_i). Measured: channels crossed by all messages of A1 (on shortest paths), over n (n-1).",
      {"network"},
      "hops"};
  for (const char* shape : {"complete:5", "complete:3x4", "complete:3x4x5", "hypercube:6", "torus:4x3",
                            "torus:7x5", "torus:8x8", "torus:5x4x3", "mesh:4x4"}) {
    const Topology topology = Topology::parse(shape);
    const double pairs = topology.nodes() * (topology.nodes() - 1.0);
    row(exhibit, shape)
        .formula(average_distance(topology))
        .ask(fmt::format("run te-a1 -t {}", shape),
             [pairs](const Outcome& outcome) { return static_cast<double>(outcome.flit_hops) / 2 / pairs; });
  }
  return exhibit;
}

Exhibit dimensions() {
  Exhibit exhibit{
      "dimensions",
      "Total exchange on one dimension",
      fmt::format("The paper cites these algorithms and uses their steps, T_i. Formula, one port: "
                  "floor(n^2/4) on a ring and (n^2-1)/2 on a path. Formula, all ports: n^2/8 on a ring, "
                  "rounded up for even n, and floor(n/2) ceil(n/2) on a path. {}",
                  kHow),
      {"ports", "line", "n"},
      "steps"};
  exhibit.plot = Plot{0, 1, 2, "n", "steps"};
  for (const std::string ports : {"one", "all"}) {
    const PortModel model = ports == "one" ? PortModel::kOnePort : PortModel::kAllPort;
    for (const std::string line : {"ring", "path"}) {
      for (int n = ports == "all" && line == "ring" ? 3 : 2; n <= 16; ++n) {
        // A ring of two has two channels between its nodes; the paper has one.
        const std::string shape = n == 2 ? "path:2" : fmt::format("{}:{}", line, n);
        row(exhibit, ports, line, n)
            .formula(line_exchange_steps(Topology::parse(shape).dimension(0), model))
            .ask(run_a1(shape, ports.c_str()), steps);
      }
    }
  }
  return exhibit;
}

// --- Section 4: A1

Exhibit theorem_2() {
  Exhibit exhibit{
      "theorem-2",
      "Theorem 2, Corollary 3: A1 takes n sum T_i / |V_i| steps",
      fmt::format("{} Rows `all`: A1 with all-port exchanges, one dimension after the other.", kHow),
      {"network", "ports"},
      "steps"};
  const auto add = [&](const char* shape, const char* ports, PortModel model) {
    row(exhibit, shape, ports)
        .formula(a1_steps(Topology::parse(shape), model))
        .ask(run_a1(shape, ports), steps);
  };
  for (const char* shape : both(kRingsAndComplete, kMeshes)) add(shape, "one", PortModel::kOnePort);
  for (const char* shape : {"torus:4x3", "torus:5x5", "torus:8x8"}) add(shape, "all", PortModel::kAllPort);
  return exhibit;
}

/// A1 with one port against the average status.
Row add_status(Row added, const char* shape) {
  return added.formula(average_status(Topology::parse(shape))).ask(run_a1(shape, "one"), steps);
}

Exhibit theorem_3() {
  Exhibit exhibit{
      "theorem-3",
      "Theorem 3: A1 against bound (3), the average status",
      fmt::format(
          "Formula: AS(G) = n sum AS(G_i) / |V_i| (Corollary 2), a lower bound for one-port algorithms. "
          "Measured: the steps of A1. {}",
          kHow),
      {"network"},
      "steps"};
  for (const char* shape : kRingsAndComplete) add_status(row(exhibit, shape), shape);
  for (const char* shape : kMeshes) {
    add_status(row(exhibit, shape), shape)
        .why(
            "No misprint: the theorem requires every dimension to reach the bound, and a path of three or "
            "more nodes "
            "does not. Its middle node alone must receive floor((n^2-1)/2) messages.");
  }
  return exhibit;
}

/// Theorem 3 on products with factors other than rings, paths and complete graphs, and A2 on halves of such
/// factors.
Exhibit factors() {
  Exhibit exhibit{
      "factors",
      "Theorems 3 and 4 on other vertex-transitive factors, such as Petersen's graph",
      fmt::format(
          "Formula, A1: the average status, bound (3). Formula, A2: the nodes of a half times the load of a "
          "channel of that half, with equal loads. A planner finds the exchanges on the factors "
          "(schedules/algorithms/line_exchange.cpp). {}",
          kHow),
      {"network", "algorithm"},
      "steps"};
  for (const char* shape :
       {"product:petersen", "product:petersen,petersen", "product:petersen,4", "product:petersen,2k,2k",
        "product:desargues", "product:star-4", "product:circulant-13-1-5,3", "product:folded-hypercube-4",
        "product:bipartite-5,2k", "product:moebius-kantor", "product:nauru", "product:dodecahedron"}) {
    Row added = add_status(row(exhibit, shape, "te-a1"), shape);
    if (std::string(shape) == "product:dodecahedron") {
      added.why(
          "No misprint: the plan takes two steps more than the status. No hop-by-hop plan reaches the "
          "status, because no choice of shortest paths loads all nodes equally "
          "(docs/algorithms/papers/dimakopoulos-dimopoulos.md).");
    }
  }
  for (const char* shape : {"product:petersen,petersen", "product:hypercube-3,hypercube-3"}) {
    row(exhibit, shape, "te-a2").formula(a2_steps(Topology::parse(shape))).ask(run_a2(shape), steps);
  }
  return exhibit;
}

// --- Section 5: A2

Exhibit theorem_4() {
  Exhibit exhibit{"theorem-4",
                  "Theorem 4, Corollary 4: A2 takes n^(d-1) T_H steps",
                  fmt::format("The last three networks have different halves with equal numbers of nodes: n "
                              "max(T_A, T_B), Section "
                              "6. {}",
                              kHow),
                  {"network"},
                  "steps"};
  const Shapes others = {"mesh:2x2",     "mesh:3x3",     "mesh:4x4",     "mesh:5x5",     "mesh:6x6",
                         "mesh:7x7",     "mesh:8x8",     "mesh:3x3x3x3", "mesh:4x4x4x4", "complete:3x3",
                         "complete:4x4", "complete:5x5", "complete:6x6", "hypercube:4",  "hypercube:8",
                         "torus:4x4m",   "torus:5mx5",   "torus:5x5k"};
  for (const char* shape : both(kSquares, others)) {
    row(exhibit, shape).formula(a2_steps(Topology::parse(shape))).ask(run_a2(shape), steps);
  }
  return exhibit;
}

Exhibit theorem_5() {
  Exhibit exhibit{
      "theorem-5",
      "Theorem 5: A2 against bound (4), the best cut",
      fmt::format("Formula: |V1| |V2| over the channels between them, for the cut through the middle of a "
                  "dimension. Measured: the steps of A2. {}",
                  kHow),
      {"network"},
      "steps"};
  const auto add = [&](const char* shape, const char* why) {
    row(exhibit, shape).formula(middle_cut_bound(Topology::parse(shape))).ask(run_a2(shape), steps).why(why);
  };
  for (const char* shape : kSquares) add(shape, kNoWholeNumber);
  for (const char* shape : {"mesh:3x3", "mesh:4x4", "mesh:8x8", "mesh:4x4x4x4", "hypercube:8"})
    add(shape, "");
  return exhibit;
}

Exhibit busy_channels() {
  Exhibit exhibit{
      "busy-channels",
      "Section 5: every channel is busy in every step of A2",
      "Formula: channels times steps, with one message each. Measured: channels crossed by all messages.",
      {"network"},
      "messages over channels"};
  for (const char* shape : kSquares) {
    const Topology topology = Topology::parse(shape);
    row(exhibit, shape)
        .formula(topology.channels() * *a2_steps(topology))
        .ask(run_a2(shape), [](const Outcome& outcome) { return static_cast<double>(outcome.flit_hops) / 2; })
        .why(kNoWholeNumber);
  }
  return exhibit;
}

// --- Table 2, and the misprints

Exhibit table_2() {
  Exhibit exhibit{
      "table-2",
      "Table 2: messages to be transferred from node (1,1)",
      "On the 3 x 3 mesh of Figure 4; 32 stands for the message to node (3,2). Measured: the destinations "
      "in the schedule of A2, column by column in ascending order.",
      {"for", "row"}};
  for (int column = 1; column <= 3; ++column) {
    for (int line = column == 1 ? 2 : 1; line <= 3; ++line) {
      const int node = 10 * line + column;
      row(exhibit, fmt::format("A_{}", column), line)
          .printed(node == 33 ? 23 : node)
          .formula(node)
          .count([=] { return table_two_entry(line, column); })
          .why("Misprint: the column has m_(1,1)(2,3) twice and lacks m_(1,1)(3,3).");
    }
  }
  return exhibit;
}

Exhibit misprints() {
  Exhibit exhibit{
      "misprints",
      "Effect of the misprinted lines",
      "Line 3 of both listings of A1 has k != i instead of k != j. Formula: no message is lost. Set (8) of "
      "A2 "
      "must be u_{j - (l - (r-1))}. Formula: it names what the next round sends in all n - 1 rounds.",
      {"line", "network", "what"}};
  for (const char* shape : {"torus:4x3", "torus:3x4", "torus:3x3"}) {
    for (const std::string line3 : {"printed", "repaired"}) {
      row(exhibit, "line 3, " + line3, shape, "messages lost")
          .formula(0)
          .count([=] { return lost(Topology::parse(shape), line3); })
          .why("The messages of node (v_i, u_j) for the nodes of A_i, its own row, are never transferred.");
    }
  }
  for (int n = 3; n <= 8; ++n) {
    for (const std::string set8 : {"printed", "outer-sign", "repaired"}) {
      row(exhibit, "set (8), " + set8, fmt::format("K{0} x K{0}", n), "rounds that fit")
          .formula(n - 1)
          .count([=] { return fitting_rounds(n, set8); })
          .why(set8 == "printed"
                   ? "As printed, the set is wrong in every round."
                   : "With only the outer sign repaired, the set is right where 2 (r-1) is 0 modulo n - "
                     "1.");
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  return {theorem_1(), dimensions(), theorem_2(),     theorem_3(), factors(),
          theorem_4(), theorem_5(),  busy_channels(), table_2(),   misprints()};
}

}  // namespace torusim::dimakopoulos
