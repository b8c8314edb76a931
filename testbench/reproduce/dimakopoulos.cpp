// Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks. The
// paper proves, and prints hardly a number: what is reproduced are its theorems, run on networks, Table 2,
// and what its misprints would do. Figures 1, 2 and 4 draw networks, 3 and 5 are listings.
#include <fmt/format.h>

#include <array>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/formulas/product_closed_forms.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

/// Blocks of one flit, no startup time, barriers: a step takes head, flit, pipeline and hop.
constexpr double kStep = 1 + 1 + 3 + 2;
/// Flits of a message, each of which crosses every channel of its path.
constexpr double kFlits = 2;

double steps(const Outcome& outcome) { return static_cast<double>(outcome.cycles) / kStep; }
double crossings(const Outcome& outcome) { return static_cast<double>(outcome.flit_hops) / kFlits; }

/// A value of a run of te-a1 or te-a2.
Point measured(std::vector<std::string> labels, double formula, const Experiment& experiment,
               std::function<double(const Outcome&)> value_of, std::string why = {}) {
  Point point{std::move(labels), "", formula};
  point.experiment = experiment;
  point.value_of = std::move(value_of);
  point.why = std::move(why);
  return point;
}

Exhibit exhibit_of(std::string name, std::string title, std::string text, std::vector<std::string> columns) {
  return {std::move(name), std::move(title), std::move(text), std::move(columns), "", {}};
}

const std::string kHow =
    "Messages of one flit between barriers, so that a step of the paper takes 7 cycles; measured are the "
    "cycles of the verified run over 7.";

// --- Section 3: status, average distance

Exhibit average_distances() {
  Exhibit exhibit =
      exhibit_of("theorem-1", "Theorem 1, Corollary 1: average distance",
                 "Formula: n/(n-1) times the sum of (1 - 1/|V_i|) AD_i, for generalised hypercubes n/(n-1) "
                 "(k - sum 1/m_i). Measured: channels that the messages of A1 crossed, all on shortest "
                 "paths, over n (n-1).",
                 {"network"});
  exhibit.unit = "hops";
  for (const char* shape : {"complete:5", "complete:3x4", "complete:3x4x5", "hypercube:6", "torus:4x3",
                            "torus:7x5", "torus:8x8", "torus:5x4x3", "mesh:4x4"}) {
    const Topology topology = Topology::parse(shape);
    const double pairs = static_cast<double>(topology.nodes()) * (topology.nodes() - 1);
    exhibit.points.push_back(measured({shape}, average_distance(topology).value(), run_of("te-a1", shape),
                                      [pairs](const Outcome& o) { return crossings(o) / pairs; }));
  }
  return exhibit;
}

// --- Sections 4.1 and 5.1: the dimensions themselves

Exhibit dimensions() {
  constexpr int kLongest = 16;
  Exhibit exhibit = exhibit_of("dimensions", "Total exchange on one dimension",
                               "The paper takes these from elsewhere and needs their steps, T_i. Formula: "
                               "n^2/4 on a one-port ring, rounded down, and (n^2-1)/2 on a one-port path; "
                               "n^2/8 on an all-port ring, rounded up for even n, and n/2 rounded down "
                               "times n/2 rounded up on an all-port path. " +
                                   kHow,
                               {"ports", "line", "n"});
  exhibit.unit = "steps";
  exhibit.plot = {0, 1, 2, "n", "steps"};
  for (const char* ports : {"one", "all"}) {
    const PortModel model = ports[0] == 'o' ? PortModel::kOnePort : PortModel::kAllPort;
    for (const char* line : {"ring", "path"}) {
      for (int n = line[0] == 'r' && ports[0] == 'a' ? 3 : 2; n <= kLongest; ++n) {
        const std::string shape = fmt::format("{}:{}", line, n);
        // A ring of two has two channels between its nodes; the paper means one.
        const std::string run_on = n == 2 ? "path:2" : shape;
        const Dimension dimension{n, n == 2 || line[0] == 'p' ? Line::kArray : Line::kRing};
        exhibit.points.push_back(measured({ports, line, fmt::format("{}", n)},
                                          static_cast<double>(line_exchange_steps(dimension, model)),
                                          run_of("te-a1", run_on, {{"ports", ports}}), &steps));
      }
    }
  }
  return exhibit;
}

// --- Section 4: A1

constexpr const char* kRingsAndComplete[] = {"torus:4x3",     "torus:4x4",    "torus:5x5",      "torus:6x4",
                                             "torus:4x8",     "torus:8x8",    "torus:7x7",      "torus:16x16",
                                             "torus:3x3x3",   "torus:4x4x4",  "torus:3x4x5",    "torus:4x3x2",
                                             "torus:3x3x3x3", "hypercube:2",  "hypercube:3",    "hypercube:4",
                                             "hypercube:5",   "complete:3x4", "complete:3x4x5", "torus:2kx3"};
constexpr const char* kMeshes[] = {"mesh:3x3", "mesh:4x4", "mesh:3x4", "torus:4x3m"};

Exhibit steps_of_a1() {
  Exhibit exhibit = exhibit_of(
      "theorem-2", "Theorem 2, Corollary 3: A1 takes n sum T_i / |V_i| steps",
      kHow + " Rows `all`: the same with all-port exchanges on the dimensions, one after the other.",
      {"network", "ports"});
  exhibit.unit = "steps";
  const auto add = [&](const char* shape, PortModel model) {
    const char* ports = model == PortModel::kOnePort ? "one" : "all";
    exhibit.points.push_back(measured({shape, ports},
                                      static_cast<double>(a1_steps(Topology::parse(shape), model)),
                                      run_of("te-a1", shape, {{"ports", ports}}), &steps));
  };
  for (const char* shape : kRingsAndComplete) add(shape, PortModel::kOnePort);
  for (const char* shape : kMeshes) add(shape, PortModel::kOnePort);
  for (const char* shape : {"torus:4x3", "torus:5x5", "torus:8x8"}) add(shape, PortModel::kAllPort);
  return exhibit;
}

Exhibit optimal_a1() {
  Exhibit exhibit = exhibit_of("theorem-3", "Theorem 3: A1 against bound (3), the average status",
                               "Formula: AS(G) = n sum AS(G_i) / |V_i| (Corollary 2), which no one-port "
                               "algorithm can beat. Measured: the steps of A1. " +
                                   kHow,
                               {"network"});
  exhibit.unit = "steps";
  const auto add = [&](const char* shape, const char* why) {
    exhibit.points.push_back(measured({shape}, average_status(Topology::parse(shape)).value(),
                                      run_of("te-a1", shape, {{"ports", "one"}}), &steps, why));
  };
  for (const char* shape : kRingsAndComplete) add(shape, "");
  for (const char* shape : kMeshes) {
    add(shape,
        "No misprint: the theorem asks that every dimension reach the bound, and a path of three nodes or "
        "more cannot. A node in its middle alone must receive (n^2-1)/2 messages, rounded down.");
  }
  return exhibit;
}

/// Theorem 3 on products with factors that are no lines, and A2 on halves that are.
Exhibit other_factors() {
  Exhibit exhibit =
      exhibit_of("factors", "Theorems 3 and 4 on other vertex-transitive factors, Petersen's graph first",
                 "Formula, A1: the average status, bound (3). A2: the nodes of a half times the load of a "
                 "channel of it when "
                 "all are loaded alike. The exchanges on the factors are planned "
                 "(schedules/algorithms/graph_exchange.h). " +
                     kHow,
                 {"network", "algorithm"});
  exhibit.unit = "steps";
  const auto add = [&](const char* shape, const char* why = "") {
    exhibit.points.push_back(measured({shape, "te-a1"}, average_status(Topology::parse(shape)).value(),
                                      run_of("te-a1", shape, {{"ports", "one"}}), &steps, why));
  };
  for (const char* shape :
       {"product:petersen", "product:petersen,petersen", "product:petersen,4", "product:petersen,2k,2k",
        "product:desargues", "product:star-4", "product:circulant-13-1-5,3", "product:folded-hypercube-4",
        "product:bipartite-5,2k"}) {
    add(shape);
  }
  for (const char* shape : {"product:moebius-kantor", "product:nauru"}) add(shape);
  add("product:dodecahedron",
      "No misprint: the plan takes two steps more than the status. No plan of as many goes hop by hop: "
      "no choice of shortest paths loads all nodes alike (testbench/studies/even_hops.py).");
  for (const char* shape : {"product:petersen,petersen", "product:hypercube-3,hypercube-3"}) {
    exhibit.points.push_back(measured({shape, "te-a2"},
                                      static_cast<double>(*a2_steps(Topology::parse(shape))),
                                      run_of("te-a2", shape), &steps));
  }
  return exhibit;
}

// --- Section 5: A2

constexpr const char* kSquares[] = {"torus:3x3", "torus:4x4",   "torus:5x5",     "torus:6x6",    "torus:7x7",
                                    "torus:8x8", "torus:10x10", "torus:3x3x3x3", "torus:4x4x4x4"};
constexpr const char* kOthers[] = {"mesh:2x2",     "mesh:3x3",     "mesh:4x4",     "mesh:5x5",
                                   "mesh:6x6",     "mesh:7x7",     "mesh:8x8",     "mesh:3x3x3x3",
                                   "mesh:4x4x4x4", "complete:3x3", "complete:4x4", "complete:5x5",
                                   "complete:6x6", "hypercube:4",  "hypercube:8"};

Exhibit steps_of_a2() {
  Exhibit exhibit = exhibit_of(
      "theorem-4", "Theorem 4, Corollary 4: A2 takes n^(d-1) T_H steps",
      "The last three networks have unequal halves of as many nodes: n max(T_A, T_B), Section 6. " + kHow,
      {"network"});
  exhibit.unit = "steps";
  const auto add = [&](const char* shape) {
    exhibit.points.push_back(measured({shape}, static_cast<double>(*a2_steps(Topology::parse(shape))),
                                      run_of("te-a2", shape), &steps));
  };
  for (const char* shape : kSquares) add(shape);
  for (const char* shape : kOthers) add(shape);
  for (const char* shape : {"torus:4x4m", "torus:5mx5", "torus:5x5k"}) add(shape);
  return exhibit;
}

constexpr const char* kNoWholeNumber =
    "\"Optimal for homogeneous tori\" does not hold for sides of 6, 10, 14, ..: bound (4) of such a ring is "
    "n^2/8, no whole number, a ring takes the next one, and A2 multiplies it.";

Exhibit optimal_a2() {
  Exhibit exhibit = exhibit_of("theorem-5", "Theorem 5: A2 against bound (4), the best cut",
                               "Formula: |V1| |V2| over the channels between them, the cut through the "
                               "middle of a dimension. Measured: the steps of A2. " +
                                   kHow,
                               {"network"});
  exhibit.unit = "steps";
  for (const char* shape : kSquares) {
    exhibit.points.push_back(measured({shape}, middle_cut_bound(Topology::parse(shape)).value(),
                                      run_of("te-a2", shape), &steps, kNoWholeNumber));
  }
  for (const char* shape : {"mesh:3x3", "mesh:4x4", "mesh:8x8", "mesh:4x4x4x4", "hypercube:8"}) {
    exhibit.points.push_back(measured({shape}, middle_cut_bound(Topology::parse(shape)).value(),
                                      run_of("te-a2", shape), &steps, ""));
  }
  return exhibit;
}

Exhibit busy_channels() {
  Exhibit exhibit = exhibit_of(
      "busy-channels", "Section 5: every channel is busy in every step of A2",
      "Formula: channels times steps, one message each. Measured: channels that the messages crossed.",
      {"network"});
  exhibit.unit = "messages over channels";
  for (const char* shape : kSquares) {
    const Topology topology = Topology::parse(shape);
    exhibit.points.push_back(measured({shape}, static_cast<double>(topology.channels() * *a2_steps(topology)),
                                      run_of("te-a2", shape), &crossings, kNoWholeNumber));
  }
  return exhibit;
}

// --- Table 2, and the misprints

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

Exhibit table_two() {
  Exhibit exhibit = exhibit_of("table-2", "Table 2: messages to be transferred from node (1,1)",
                               "On the 3 x 3 mesh of Figure 4; 32 stands for the message to node (3,2). "
                               "Measured: the destinations in the schedule of A2, column by column in "
                               "ascending order.",
                               {"for", "row"});
  for (int column = 1; column <= 3; ++column) {
    for (int row = column == 1 ? 2 : 1; row <= 3; ++row) {
      const int entry = 10 * row + column;
      const bool misprinted = row == 3 && column == 3;
      Point point{{fmt::format("A_{}", column), fmt::format("{}", row)},
                  misprinted ? "23" : fmt::format("{}", entry),
                  entry};
      point.counted = [row, column] { return table_two_entry(row, column); };
      point.why = "Misprint: m_(1,1)(2,3) stands twice in the column, m_(1,1)(3,3) nowhere.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

/// Messages that never come to their destination.
double lost(const char* algorithm, const char* shape, const AlgorithmOptions& options) {
  const auto schedule = make_schedule(algorithm, Topology::parse(shape), options);
  const Topology& topology = schedule->info().topology;
  std::int64_t missing = std::int64_t{topology.nodes()} * (topology.nodes() - 1);
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      missing -= transfer.blocks.front(topology).destination == transfer.destination;
    }
  }
  return static_cast<double>(missing);
}

/// Rounds of A2 on K_n x K_n, where each takes one step, in which every node is brought along B what it sends
/// along A in the next.
double fitting_rounds(int n, const char* set8) {
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

Exhibit misprints() {
  Exhibit exhibit = exhibit_of("misprints", "What the misprinted lines would do",
                               "Line 3 of both listings of A1 says k != i and must say k != j; formula: "
                               "messages that should be lost, none. Set (8) of A2 must be u_{j - (l - "
                               "(r-1))}; formula: the n - 1 rounds in which it must say what the next sends.",
                               {"line", "network", "what"});
  for (const char* shape : {"torus:4x3", "torus:3x4", "torus:3x3"}) {
    for (const char* line3 : {"printed", "repaired"}) {
      Point point{{fmt::format("line 3, {}", line3), shape, "messages lost"}, "", 0};
      point.counted = [line3, shape] { return lost("te-a1", shape, {{"line3", line3}}); };
      point.why = "What node (v_i, u_j) has for the nodes of A_i, i being its row, is never transferred.";
      exhibit.points.push_back(std::move(point));
    }
  }
  for (int n = 3; n <= 8; ++n) {
    for (const char* set8 : {"printed", "outer-sign", "repaired"}) {
      Point point{
          {fmt::format("set (8), {}", set8), fmt::format("K{0} x K{0}", n), "rounds that fit"}, "", n - 1};
      point.counted = [n, set8] { return fitting_rounds(n, set8); };
      point.why = set8[0] == 'p'
                      ? "As printed it is wrong in every round."
                      : "With the outer sign alone repaired, right where 2 (r-1) is 0 modulo n - 1.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> dimakopoulos_exhibits() {
  return {average_distances(), dimensions(), steps_of_a1(),   optimal_a1(), other_factors(),
          steps_of_a2(),       optimal_a2(), busy_channels(), table_two(),  misprints()};
}

}  // namespace torusim
