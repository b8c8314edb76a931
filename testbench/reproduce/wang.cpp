// Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks: Table
// 1, Theorems 1 to 9 and what they claim. The paper's figures are drawings of steps and hold no numbers.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/formulas/broadcast_closed_forms.h"
#include "testbench/reproduce/papers.h"
#include "testbench/reproduce/wang_survey.h"

namespace torusim {
namespace {

Topology torus(const std::string& sides) { return Topology::parse("torus:" + sides); }
double steps(const Outcome& outcome) { return static_cast<double>(outcome.startups); }

/// Larger networks than this are counted, not run.
Experiment run_or_count(const char* algorithm, const std::string& sides, Switching switching,
                        const std::map<std::string, std::string>& set) {
  constexpr NodeId kMostThatRun = 20000;
  const std::string shape = "torus:" + sides;
  if (torus(sides).nodes() > kMostThatRun) return count_of(algorithm, shape, set);
  Experiment experiment = run_of(algorithm, shape, set);
  experiment.config.run.hardware.switching = switching;
  return experiment;
}

/// A broadcast on circuits.
Experiment broadcast_on(const std::string& sides, int ports, const char* variant) {
  return run_or_count("broadcast", sides, Switching::kCircuit,
                      {{"variant", variant}, {"ports", std::to_string(ports)}});
}

// --- Theorems 1 to 9

struct Case {
  const char* torus;
  int ports;
};

struct Theorem {
  const char* name;
  const char* title;
  std::vector<Case> cases;
};

const std::vector<Theorem>& theorems() {
  static const std::vector<Theorem> kTheorems{
      {"theorem-1",
       "Theorem 1: n x n, all ports: 2 ceil(log_5 n) steps",
       {{"5x5", 4}, {"8x8", 4}, {"10x10", 4}, {"16x16", 4}, {"25x25", 4}, {"64x64", 4}}},
      {"theorem-2",
       "Theorem 2: n x n, alpha ports: 2 ceil(log_{alpha+1} n) steps",
       {{"8x8", 1}, {"9x9", 2}, {"8x8", 3}, {"32x32", 3}, {"64x64", 3}}},
      {"theorem-3",
       "Theorem 3: n1 x n2, all ports: ceil(log_5 n1) + ceil(log_5 n1/2) + ceil(log_5 n2/n1) + 1, odd n1 + 2",
       {{"4x8", 4}, {"6x30", 4}, {"2x12", 4}, {"7x11", 4}, {"13x64", 4}, {"64x200", 4}}},
      {"theorem-4",
       "Theorem 4: n1 x n2, three ports: ceil(log_4 n1) + ceil(log_4 n1/2) + ceil(log_4 2 n2/n1) + 1, odd "
       "n1 + 2",
       {{"4x8", 3}, {"6x30", 3}, {"7x11", 3}, {"13x64", 3}, {"64x200", 3}}},
      {"section-3-2-3",
       "Section 3.2.3: one or two ports: the sum of ceil(log_{alpha+1} n_i)",
       {{"32x128", 1}, {"7x11", 2}, {"5x6x9", 1}, {"5x6x9", 2}}},
      {"theorem-5",
       "Theorem 5: n x n x n, all ports: 3 ceil(log_7 n) steps",
       {{"5x5x5", 6}, {"7x7x7", 6}, {"8x8x8", 6}, {"16x16x16", 6}}},
      {"theorem-6",
       "Theorem 6: n x n x n, alpha ports: 3 ceil(log_{alpha+1} n) steps",
       {{"8x8x8", 3}, {"8x8x8", 4}, {"8x8x8", 5}, {"11x11x11", 5}}},
      {"theorem-7",
       "Theorem 7: n1 x n2 x n3, all ports: 3 ceil(log_7 n1/2) + ceil(log_7 n2/n1) + ceil(log_7 n3/n1) + 2, "
       "odd n1 + 3",
       {{"4x6x10", 6}, {"8x8x5", 6}, {"5x8x31", 6}, {"5x35x35", 6}, {"9x63x63", 6}}},
      {"theorem-8",
       "Theorem 8: the same with four ports, logarithms to base 5",
       {{"4x6x10", 4}, {"5x18x22", 4}, {"7x7x17", 4}, {"9x36x45", 4}}},
      {"theorem-9",
       "Theorem 9: n1 x n2 x n3, alpha odd: 3 ceil(log_{alpha+1} n1/2) + ceil(log_{alpha+1} 2 n2/n1) + "
       "ceil(log_{alpha+1} 2 n3/n1) + 2, odd n1 + 3",
       {{"4x6x10", 3}, {"4x6x10", 5}, {"7x13x13", 3}, {"7x13x13", 5}}},
      {"section-5",
       "Section 5: more dimensions, all sides equal: k ceil(log_{alpha+1} n) steps",
       {{"5x5x5x5", 7}, {"9x9x9x9", 8}, {"3x3x3x3x3", 10}}}};
  return kTheorems;
}

constexpr const char* kTwoStepsInOne = "A last step of maximum flow does the work of two.";
constexpr const char* kOddSide =
    "These theorems are stated with n1, but for odd n1 the algorithm runs on n1 - 1 columns, and some boxes "
    "take a step more.";
constexpr const char* kFullTorus =
    "Where (alpha+1)^p nodes are to be reached in p steps no send may be wasted, and the search wastes some.";

void add_case(Exhibit& exhibit, const Case& at) {
  const Topology shape = torus(at.torus);
  const auto add = [&](const char* variant, std::string printed, int formula, const char* why) {
    Point point{{at.torus, std::to_string(at.ports), variant}, std::move(printed), formula};
    point.experiment = broadcast_on(at.torus, at.ports, variant);
    point.value_of = &steps;
    point.why = why;
    exhibit.points.push_back(std::move(point));
  };
  bool square = true;
  for (int d = 1; d < shape.dimensions(); ++d) square &= shape.side(d) == shape.side(0);
  const int theorem = broadcast_theorem(shape, at.ports)->steps;
  for (const char* variant : {"paper", "best", "auto"}) {
    add(variant, square ? "" : fmt::format("<= {}", theorem), theorem, square ? kTwoStepsInOne : kOddSide);
  }
  add("maxflow", "", broadcast_lower_bound(shape, at.ports), kFullTorus);
}

Exhibit theorem_exhibit(const Theorem& theorem) {
  Exhibit exhibit;
  exhibit.name = theorem.name;
  exhibit.title = theorem.title;
  exhibit.text =
      "Broadcasts run on circuits, and their steps are counted. Printed: what the theorem allows. paper: "
      "the construction. best: the same, shorter where it can be. auto: best, ended by one step of maximum "
      "flow. maxflow: every step by search; its formula is the lower bound, Lemma 1.";
  exhibit.columns = {"torus", "ports", "plan"};
  exhibit.unit = "steps";
  for (const Case& at : theorem.cases) add_case(exhibit, at);
  return exhibit;
}

// --- Table 1

struct Column {
  BroadcastSource source;
  const char* name;
  const char* algorithm = nullptr;  ///< a reconstruction of it; none: the formula alone
  Switching switching = Switching::kCircuit;
};

constexpr Column kCited[] = {
    {BroadcastSource::kLeeLee, "Lee, Lee"},
    {BroadcastSource::kParkChoi, "Park, Choi", "park-choi"},
    {BroadcastSource::kPetersSyska, "Peters, Syska", "peters-syska"},
    {BroadcastSource::kWangTseng, "Wang, Tseng (wormhole)", "wang-tseng", Switching::kWormhole},
    {BroadcastSource::kTsaiMcKinley, "Tsai, McKinley (wormhole)", "edn", Switching::kWormhole}};

Exhibit table_one() {
  constexpr NodeId kMostThatAreSearched = 5000;
  Exhibit exhibit;
  exhibit.name = "table-1";
  exhibit.title = "Table 1: all-port broadcast on tori, this paper and those that it cites";
  exhibit.text =
      "The table prints formulas; here they are at eighteen shapes. Of the works that it cites, Park-Choi "
      "and Peters-Syska run on circuits, Tsai-McKinley and Wang-Tseng (at most its formula) as worms, in "
      "reconstructions; Lee-Lee is a formula alone. This paper's construction runs on circuits: ours "
      "(theorem) has the theorem's formula, ours "
      "(table) the table's, LB + 1 or 4 in two dimensions and LB + 2 or 6 in three.";
  exhibit.columns = {"torus", "algorithm"};
  exhibit.unit = "steps";
  for (const char* sides :
       {"4x4", "5x5", "8x8", "10x10", "16x16", "25x25", "32x32", "50x50", "64x64", "128x128", "7x7x7",
        "8x8x8", "16x16x16", "32x32x32", "49x49x49", "8x8x5", "8x16", "9x9x9x9"}) {
    const Topology shape = torus(sides);
    const int ports = shape.network_ports();
    const auto add = [&](const char* name, int formula, const char* variant = nullptr, const char* why = "") {
      Point point{{sides, name}, "", formula};
      point.why = why;
      if (variant != nullptr) {
        point.experiment = broadcast_on(sides, ports, variant);
        point.value_of = &steps;
      }
      exhibit.points.push_back(std::move(point));
    };
    const int bound = broadcast_lower_bound(shape, ports);
    add("lower bound", bound);
    add("ours (theorem)", *broadcast_table1(BroadcastSource::kOursTheorem, shape), "paper",
        "The theorem bounds from above; stages that find nothing to do save steps.");
    const int allowed = *broadcast_table1(BroadcastSource::kOursTable, shape);
    add("ours (table)", allowed, "paper");
    exhibit.points.back().printed = fmt::format("<= {}", allowed);
    for (const Column& column : kCited) {
      const auto value = broadcast_table1(column.source, shape);
      if (!value) continue;
      add(column.name, *value);
      if (column.algorithm == nullptr) continue;
      exhibit.points.back().experiment = run_or_count(column.algorithm, sides, column.switching, {});
      exhibit.points.back().value_of = &steps;
      if (column.source != BroadcastSource::kWangTseng) continue;
      exhibit.points.back().printed = fmt::format("<= {}", *value);
    }
    if (shape.nodes() <= kMostThatAreSearched) add("search, by maximum flows", bound, "maxflow", kFullTorus);
  }
  return exhibit;
}

// --- "at most .. steps more than the lower bound"

/// Most steps of a theorem above the lower bound, on all tori of `dimensions` unequal or (square) equal sides
/// up to `longest` whose shortest side is even or odd.
struct Reach {
  int dimensions, ports, longest;
  bool square;
  int parity;  ///< of the shortest side; -1: any
};

int greatest_gap(const Reach& reach) {
  int gap = 0;
  const auto consider = [&](std::vector<Dimension> sides) {
    const Topology shape(std::move(sides));
    gap = std::max(gap,
                   broadcast_theorem(shape, reach.ports)->steps - broadcast_lower_bound(shape, reach.ports));
  };
  for (int a = 2; a <= reach.longest; ++a) {
    if (reach.parity >= 0 && a % 2 != reach.parity) continue;
    if (reach.square) {
      consider(std::vector<Dimension>(reach.dimensions, {a}));
      continue;
    }
    for (int b = a + (reach.dimensions == 2 ? 1 : 0); b <= reach.longest; ++b) {
      if (reach.dimensions == 2) consider({{a}, {b}});
      if (reach.dimensions == 2) continue;
      for (int c = std::max(b, a + 1); c <= reach.longest; ++c) consider({{a}, {b}, {c}});
    }
  }
  return gap;
}

Exhibit gaps() {
  constexpr int kFlat = 300, kSolid = 32;
  struct Claim {
    const char* what;
    const char* printed;
    Reach reach;
  };
  const Claim claims[] = {{"Theorem 1", "1", {2, 4, 1000, true, -1}},
                          {"Theorem 2, three ports", "1", {2, 3, 1000, true, -1}},
                          {"Theorem 3, n1 even", "3", {2, 4, kFlat, false, 0}},
                          {"Theorem 3, n1 odd", "4", {2, 4, kFlat, false, 1}},
                          {"Theorem 4, n1 even", "4", {2, 3, kFlat, false, 0}},
                          {"Theorem 4, n1 odd", "5", {2, 3, kFlat, false, 1}},
                          {"Theorem 5", "2", {3, 6, 500, true, -1}},
                          {"Theorem 6, five ports", "2", {3, 5, 500, true, -1}},
                          {"Theorem 7, n1 even", "5", {3, 6, kSolid, false, 0}},
                          {"Theorem 7, n1 odd", "6", {3, 6, kSolid, false, 1}},
                          {"Theorem 8, n1 even", "5", {3, 4, kSolid, false, 0}},
                          {"Theorem 8, n1 odd", "6", {3, 4, kSolid, false, 1}},
                          {"Theorem 9, n1 even, three ports", "6", {3, 3, kSolid, false, 0}}};
  Exhibit exhibit;
  exhibit.name = "gaps";
  exhibit.title = "Theorems: at most so many steps more than the lower bound";
  exhibit.text = fmt::format(
      "Formula: the most that the theorem is above Lemma 1, on all tori with sides up to {} in two "
      "dimensions and {} in three (equal sides: 1000, 500). A smaller number than the printed one is no "
      "error.",
      kFlat, kSolid);
  exhibit.columns = {"claim"};
  exhibit.unit = "steps";
  const auto add = [&](const char* what, const char* most, int formula) {
    Point point{{what}, fmt::format("<= {}", most), formula};
    point.why = "The theorem is further from the bound than it says.";
    exhibit.points.push_back(std::move(point));
  };
  for (const Claim& claim : claims) add(claim.what, claim.printed, greatest_gap(claim.reach));
  const Topology worst = torus("9x295x304");
  add("Theorem 9, n1 odd: 9x295x304, three ports", "7",
      broadcast_theorem(worst, 3)->steps - broadcast_lower_bound(worst, 3));
  return exhibit;
}

// --- what becomes of them on hardware

/// "Paths of different lengths .. are assumed to complete in about the same time."
Exhibit distance() {
  constexpr Cycle kStartup = 100;
  Exhibit exhibit;
  exhibit.name = "section-2";
  exhibit.title = "Section 2: steps take about the same time, whatever the lengths of their paths";
  exhibit.text = fmt::format(
      "Cycles of the paper's broadcast on circuits, t_s = {}. The paper counts steps; the formula gives "
      "each the time t_s + b.",
      kStartup);
  exhibit.columns = {"torus", "b [flits]"};
  exhibit.unit = "cycles";
  for (const char* sides : {"8x8", "25x25", "8x8x8", "5x8x31"}) {
    const Topology shape = torus(sides);
    for (const int block : {16, 256, 4096}) {
      Point point{{sides, std::to_string(block)}, "", {}};
      const int all_steps = broadcast_theorem(shape, shape.network_ports())->steps;
      point.formula = static_cast<double>(all_steps * (kStartup + block));
      point.experiment = broadcast_on(sides, shape.network_ports(), "paper");
      point.experiment->config.run.startup = kStartup;
      point.experiment->config.block = block;
      point.value_of = [](const Outcome& outcome) { return static_cast<double>(outcome.cycles); };
      point.why =
          "Every step pays for its longest path twice, for the head that reserves it and for the ack; with "
          "long messages that is little.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

Exhibit over_sides() {
  constexpr int kLongest = 32;
  Exhibit exhibit;
  exhibit.name = "steps-over-sides";
  exhibit.title = "Steps over the side of a torus: construction and search";
  exhibit.text =
      "All ports. paper: Theorems 1 and 5, and the construction counted. maxflow: Lemma 1, and the search "
      "counted.";
  exhibit.columns = {"torus", "plan", "n"};
  exhibit.unit = "steps";
  exhibit.plot = {0, 1, 2, "n", "steps"};
  for (int k = 2; k <= 3; ++k) {
    for (const char* variant : {"paper", "maxflow"}) {
      for (int n = 2; n <= (k == 2 ? kLongest : kLongest / 2); ++n) {
        std::string sides = std::to_string(n);
        for (int d = 1; d < k; ++d) sides += "x" + std::to_string(n);
        const Topology shape = torus(sides);
        const bool paper = variant[0] == 'p';
        Point point{{k == 2 ? "n x n" : "n x n x n", variant, std::to_string(n)}, "", {}};
        point.formula = paper ? broadcast_theorem(shape, 2 * k)->steps : broadcast_lower_bound(shape, 2 * k);
        point.experiment =
            count_of("broadcast", "torus:" + sides, {{"variant", variant}, {"ports", std::to_string(2 * k)}});
        point.value_of = &steps;
        point.why = kFullTorus;
        exhibit.points.push_back(std::move(point));
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> wang_exhibits() {
  std::vector<Exhibit> exhibits{table_one()};
  for (const Theorem& theorem : theorems()) exhibits.push_back(theorem_exhibit(theorem));
  exhibits.push_back(gaps());
  exhibits.push_back(distance());
  exhibits.push_back(over_sides());
  for (Exhibit& exhibit : wang_survey()) exhibits.push_back(std::move(exhibit));
  return exhibits;
}

}  // namespace torusim
