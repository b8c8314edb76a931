// Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks: Table
// 1, Theorems 1 to 9 with their claims; the surveys are in wang_surveys.cpp. The paper's figures are drawings
// of steps without numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::wang {
namespace {

constexpr const char* kFullTorus =
    "To reach (alpha+1)^p nodes in p steps, every owner must use every port; the search misses some.";

bool square(const Topology& torus) {
  for (int d = 1; d < torus.dimensions(); ++d) {
    if (torus.side(d) != torus.side(0)) return false;
  }
  return true;
}

int theorem(const std::string& sides, int ports) { return *broadcast_theorem(torus_of(sides), ports); }
int bound(const std::string& sides, int ports) { return broadcast_lower_bound(torus_of(sides), ports); }

/// Larger networks are counted, not run.
constexpr int kMostRun = 20000;

/// A broadcast on circuits measures the row.
Row broadcast(Row row, const std::string& sides, int ports, const char* variant) {
  const char* how = torus_of(sides).nodes() > kMostRun ? "info" : "run --switching circuit";
  return row.ask(
      fmt::format("{} broadcast -t torus:{} --set ports={} --set variant={}", how, sides, ports, variant),
      &Outcome::startups);
}

// --- Table 1

/// A work that the paper cites: its formula, and the reconstruction that runs, if any.
struct Cited {
  const char* work;
  BroadcastSource source;
  const char *algorithm, *switching;
};

Exhibit table_1() {
  Exhibit exhibit{"table-1",
                  "Table 1: all-port broadcast on tori, this paper and its references",
                  "The formulas of the table, evaluated at eighteen shapes. Reconstructions of Park-Choi and "
                  "Peters-Syska run on "
                  "circuits, those of Tsai-McKinley and Wang-Tseng (an upper bound) on wormhole routers; "
                  "Lee-Lee is a formula only. "
                  "This paper's construction runs on circuits. ours (theorem) has the theorem's formula, "
                  "ours (table) the table's: "
                  "LB + 1 or 4 in two dimensions and LB + 2 or 6 in three.",
                  {"torus", "algorithm"},
                  "steps"};
  using Source = BroadcastSource;
  const Cited cited[] = {{"Lee, Lee", Source::kLeeLee, nullptr, nullptr},
                         {"Park, Choi", Source::kParkChoi, "park-choi", "circuit"},
                         {"Peters, Syska", Source::kPetersSyska, "peters-syska", "circuit"},
                         {"Wang, Tseng (wormhole)", Source::kWangTseng, "wang-tseng", "wormhole"},
                         {"Tsai, McKinley (wormhole)", Source::kTsaiMcKinley, "edn", "wormhole"}};
  for (const char* sides :
       {"4x4", "5x5", "8x8", "10x10", "16x16", "25x25", "32x32", "50x50", "64x64", "128x128", "7x7x7",
        "8x8x8", "16x16x16", "32x32x32", "49x49x49", "8x8x5", "8x16", "9x9x9x9"}) {
    const Topology torus = torus_of(sides);
    const int ports = torus.network_ports();
    const auto ours = broadcast_table1(Source::kOursTheorem, torus),
               table = broadcast_table1(Source::kOursTable, torus);
    row(exhibit, sides, "lower bound").formula(bound(sides, ports));
    broadcast(row(exhibit, sides, "ours (theorem)").formula(ours), sides, ports, "paper")
        .why("The theorem is an upper bound; empty stages save steps.");
    broadcast(row(exhibit, sides, "ours (table)").formula(table), sides, ports, "paper")
        .printed_at_most(table);
    for (const Cited& other : cited) {
      const auto steps = broadcast_table1(other.source, torus);
      if (!steps) continue;
      Row added = row(exhibit, sides, other.work).formula(steps);
      if (other.algorithm == nullptr) continue;
      const std::string how =
          torus.nodes() > kMostRun ? "info" : fmt::format("run --switching {}", other.switching);
      added.ask(fmt::format("{} {} -t torus:{}", how, other.algorithm, sides), &Outcome::startups);
      if (other.source == Source::kWangTseng) added.printed_at_most(*steps);
    }
    if (torus.nodes() > 5000) continue;
    broadcast(row(exhibit, sides, "search, by maximum flows").formula(bound(sides, ports)), sides, ports,
              "maxflow")
        .why(kFullTorus);
  }
  return exhibit;
}

// --- Theorems 1 to 9

struct Case {
  const char* sides;
  int ports;
};

Exhibit theorem_steps(const char* name, const char* title, std::initializer_list<Case> cases) {
  Exhibit exhibit{
      name,
      title,
      "Broadcasts run on circuits; steps are counted. Printed: the bound of the theorem. paper: the "
      "construction. best: the construction with its stages shortened where possible. auto: best, with a "
      "maximum flow as last step. maxflow: every step by search; its formula is the lower bound, Lemma 1.",
      {"torus", "ports", "plan"},
      "steps"};
  for (const auto& [sides, ports] : cases) {
    const int steps = theorem(sides, ports);
    for (const char* variant : {"paper", "best", "auto"}) {
      Row added = broadcast(row(exhibit, sides, ports, variant).formula(steps), sides, ports, variant);
      if (square(torus_of(sides))) {
        added.why("A maximum flow as last step replaces two steps.");
        continue;
      }
      added.printed_at_most(steps).why(
          "The theorems use n1, but for odd n1 the algorithm runs on n1 - 1 columns, and some boxes take one "
          "step more.");
    }
    broadcast(row(exhibit, sides, ports, "maxflow").formula(bound(sides, ports)), sides, ports, "maxflow")
        .why(kFullTorus);
  }
  return exhibit;
}

// --- "at most .. steps more than the lower bound"

/// Most steps of a theorem above the lower bound, on all tori of `dimensions` unequal or (square) equal sides
/// up to `longest`, whose shortest side has that parity.
enum class Parity { kAny, kEven, kOdd };
int greatest_gap(int dimensions, int ports, int longest, bool square, Parity parity) {
  int gap = 0;
  const auto consider = [&](std::vector<Dimension> sides) {
    const Topology shape(std::move(sides));
    gap = std::max(gap, *broadcast_theorem(shape, ports) - broadcast_lower_bound(shape, ports));
  };
  for (int a = 2; a <= longest; ++a) {
    if (parity == (a % 2 == 0 ? Parity::kOdd : Parity::kEven)) continue;
    if (square) {
      consider(std::vector<Dimension>(dimensions, {a}));
      continue;
    }
    for (int b = a + (dimensions == 2 ? 1 : 0); b <= longest; ++b) {
      if (dimensions == 2) consider({{a}, {b}});
      if (dimensions == 2) continue;
      for (int c = std::max(b, a + 1); c <= longest; ++c) consider({{a}, {b}, {c}});
    }
  }
  return gap;
}

Exhibit gaps() {
  Exhibit exhibit{
      "gaps",
      "Theorems: maximum number of steps above the lower bound",
      "Formula: the maximum of the theorem less Lemma 1, on all tori with sides up to 300 in two dimensions "
      "and 32 in three (equal sides: 1000, 500). A number below the printed one is no error.",
      {"claim"},
      "steps"};
  const auto add = [&](const char* claim, int most, int reach) {
    row(exhibit, claim)
        .printed_at_most(most)
        .formula(reach)
        .why("The theorem is further from the bound than the claim.");
  };
  add("Theorem 1", 1, greatest_gap(2, 4, 1000, true, Parity::kAny));
  add("Theorem 2, three ports", 1, greatest_gap(2, 3, 1000, true, Parity::kAny));
  add("Theorem 3, n1 even", 3, greatest_gap(2, 4, 300, false, Parity::kEven));
  add("Theorem 3, n1 odd", 4, greatest_gap(2, 4, 300, false, Parity::kOdd));
  add("Theorem 4, n1 even", 4, greatest_gap(2, 3, 300, false, Parity::kEven));
  add("Theorem 4, n1 odd", 5, greatest_gap(2, 3, 300, false, Parity::kOdd));
  add("Theorem 5", 2, greatest_gap(3, 6, 500, true, Parity::kAny));
  add("Theorem 6, five ports", 2, greatest_gap(3, 5, 500, true, Parity::kAny));
  add("Theorem 7, n1 even", 5, greatest_gap(3, 6, 32, false, Parity::kEven));
  add("Theorem 7, n1 odd", 6, greatest_gap(3, 6, 32, false, Parity::kOdd));
  add("Theorem 8, n1 even", 5, greatest_gap(3, 4, 32, false, Parity::kEven));
  add("Theorem 8, n1 odd", 6, greatest_gap(3, 4, 32, false, Parity::kOdd));
  add("Theorem 9, n1 even, three ports", 6, greatest_gap(3, 3, 32, false, Parity::kEven));
  add("Theorem 9, n1 odd: 9x295x304, three ports", 7, theorem("9x295x304", 3) - bound("9x295x304", 3));
  return exhibit;
}

// --- cycles on hardware

Exhibit section_2() {
  Exhibit exhibit{
      "section-2",
      "Section 2: time of a step, independent of the length of its paths",
      "Cycles of the paper's broadcast on circuits, t_s = 100. The paper counts steps; the formula assigns "
      "t_s + b to each.",
      {"torus", "b [flits]"},
      "cycles"};
  for (const char* sides : {"8x8", "25x25", "8x8x8", "5x8x31"}) {
    const int ports = torus_of(sides).network_ports();
    for (const int block : {16, 256, 4096}) {
      row(exhibit, sides, block)
          .formula(theorem(sides, ports) * (100 + block))
          .ask(fmt::format(
                   "run broadcast -t torus:{} --set ports={} --set variant=paper --startup 100 --block {} "
                   "--switching circuit",
                   sides, ports, block),
               &Outcome::cycles)
          .why(
              "Every step adds the length of its longest path twice: for the head that reserves it and for "
              "the ack. The "
              "share is small for long messages.");
    }
  }
  return exhibit;
}

Exhibit steps_over_sides() {
  Exhibit exhibit{"steps-over-sides",
                  "Steps over the side of a torus: construction and search",
                  "All ports. paper: Theorems 1 and 5 and the steps of the construction. maxflow: Lemma 1 "
                  "and the steps of the search.",
                  {"torus", "plan", "n"},
                  "steps"};
  exhibit.plot = Plot{0, 1, 2, "n", "steps"};
  for (const auto& [k, longest] : {std::pair(2, 32), {3, 16}}) {
    for (const std::string variant : {"paper", "maxflow"}) {
      for (int n = 2; n <= longest; ++n) {
        const std::string sides = equal_torus(n, k).substr(std::string("torus:").size());
        row(exhibit, k == 2 ? "n x n" : "n x n x n", variant, n)
            .formula(variant == "paper" ? theorem(sides, 2 * k) : bound(sides, 2 * k))
            .ask(fmt::format("info broadcast -t torus:{} --set ports={} --set variant={}", sides, 2 * k,
                             variant),
                 &Outcome::startups)
            .why(kFullTorus);
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> all{
      table_1(),
      theorem_steps("theorem-1", "Theorem 1: n x n, all ports: 2 ceil(log_5 n) steps",
                    {{"5x5", 4}, {"8x8", 4}, {"10x10", 4}, {"16x16", 4}, {"25x25", 4}, {"64x64", 4}}),
      theorem_steps("theorem-2", "Theorem 2: n x n, alpha ports: 2 ceil(log_{alpha+1} n) steps",
                    {{"8x8", 1}, {"9x9", 2}, {"8x8", 3}, {"32x32", 3}, {"64x64", 3}}),
      theorem_steps("theorem-3",
                    "Theorem 3: n1 x n2, all ports: ceil(log_5 n1) + ceil(log_5 n1/2) + ceil(log_5 n2/n1) + "
                    "1, odd n1 + 2",
                    {{"4x8", 4}, {"6x30", 4}, {"2x12", 4}, {"7x11", 4}, {"13x64", 4}, {"64x200", 4}}),
      theorem_steps("theorem-4",
                    "Theorem 4: n1 x n2, three ports: ceil(log_4 n1) + ceil(log_4 n1/2) + ceil(log_4 2 "
                    "n2/n1) + 1, odd n1 + 2",
                    {{"4x8", 3}, {"6x30", 3}, {"7x11", 3}, {"13x64", 3}, {"64x200", 3}}),
      theorem_steps("section-3-2-3", "Section 3.2.3: one or two ports: the sum of ceil(log_{alpha+1} n_i)",
                    {{"32x128", 1}, {"7x11", 2}, {"5x6x9", 1}, {"5x6x9", 2}}),
      theorem_steps("theorem-5", "Theorem 5: n x n x n, all ports: 3 ceil(log_7 n) steps",
                    {{"5x5x5", 6}, {"7x7x7", 6}, {"8x8x8", 6}, {"16x16x16", 6}}),
      theorem_steps("theorem-6", "Theorem 6: n x n x n, alpha ports: 3 ceil(log_{alpha+1} n) steps",
                    {{"8x8x8", 3}, {"8x8x8", 4}, {"8x8x8", 5}, {"11x11x11", 5}}),
      theorem_steps("theorem-7",
                    "Theorem 7: n1 x n2 x n3, all ports: 3 ceil(log_7 n1/2) + ceil(log_7 n2/n1) + ceil(log_7 "
                    "n3/n1) + 2, "
                    "odd n1 + 3",
                    {{"4x6x10", 6}, {"8x8x5", 6}, {"5x8x31", 6}, {"5x35x35", 6}, {"9x63x63", 6}}),
      theorem_steps("theorem-8", "Theorem 8: the same with four ports, logarithms to base 5",
                    {{"4x6x10", 4}, {"5x18x22", 4}, {"7x7x17", 4}, {"9x36x45", 4}}),
      theorem_steps(
          "theorem-9",
          "Theorem 9: n1 x n2 x n3, alpha odd: 3 ceil(log_{alpha+1} n1/2) + ceil(log_{alpha+1} 2 n2/n1) + "
          "ceil(log_{alpha+1} 2 n3/n1) + 2, odd n1 + 3",
          {{"4x6x10", 3}, {"4x6x10", 5}, {"7x13x13", 3}, {"7x13x13", 5}}),
      theorem_steps("section-5", "Section 5: more dimensions, all sides equal: k ceil(log_{alpha+1} n) steps",
                    {{"5x5x5x5", 7}, {"9x9x9x9", 8}, {"3x3x3x3x3", 10}}),
      gaps(),
      section_2(),
      steps_over_sides()};
  for (Exhibit& exhibit : surveys()) all.push_back(std::move(exhibit));
  return all;
}

}  // namespace torusim::wang
