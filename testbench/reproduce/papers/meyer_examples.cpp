// Meyer, Sibeyn: Oblivious Gossiping on Tori: the worked table of Section 2.2, Figures 1 to 5 and Example 1.
#include "schedules/formulas/collective_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers/meyer_counts.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::meyer {
namespace {

// --- the worked table of Section 2.2

/// As printed, except that the table's stars (packets received before) are counted.
Exhibit worked_table() {
  Exhibit exhibit{
      "worked-table",
      "Section 2.2: packets that a node beside the cycle receives on 6 x 7",
      "Node C = (1,5) receives forward packets from A and backward packets from B; nodes on the cycle of 39 "
      "have the numbers 0 to 38. Measured: packets delivered by the forwarding tables. New: packets of the "
      "step that C did not have yet, which is two less the stars of the paper.",
      {"step", "packet"}};
  const auto add = [&](int step, const char* what, int printed, int formula, int Receipt::*part) {
    row(exhibit, step, what).printed(printed).formula(formula).count([=] {
      return worked_receipts()[static_cast<std::size_t>(step) - 1].*part;
    });
  };
  for (int step = 1; step <= kWorkedSteps; ++step) {
    add(step, "via A", 9 + step, (10 + step - 1) % 39, &Receipt::via_a);
    add(step, "via B", step <= 24 ? 24 - step : 63 - step, (23 - step + 1 + 39) % 39, &Receipt::via_b);
    const int fresh = step >= 8 && step <= 14 ? 0 : step == 27 ? 1 : 2;
    add(step, "new", fresh, fresh, &Receipt::fresh);
  }
  return exhibit;
}

// --- Figures 1 to 5

Exhibit figures() {
  Exhibit exhibit{
      "figures",
      "Figures 1 to 5: the cycles, traced through the forwarding tables",
      "Length: nodes of a cycle. Apart: nodes of the cycle between the two that supply a node beside it.",
      {"figure", "torus", "what"},
      "nodes"};
  const auto add = [&](const char* figure, const char* sides, const char* what, int formula) {
    const bool length = std::string(what) == "length";
    return row(exhibit, figure, sides, what).formula(formula).count([=] {
      const FigureCycle cycle = cycle_of_figure(torus_of(sides));
      return length ? cycle.length : cycle.apart;
    });
  };
  add("1", "6x8", "length", 48);
  add("2", "6x7", "length", 39).printed(39);
  add("2", "6x7", "apart", 12);
  add("3", "8x8", "length", 40);
  add("3", "8x8", "apart", 9);
  add("4, 5", "6x6x4", "length", rod_cycle_length(6, 6, 4));
  add("4, 5", "6x6x4", "apart", rod_supplier_separation(6, 4))
      .printed(11)
      .why(
          "Misprint: Section 4.2 has (n1/3 + 1) n3 - 1. A lap has n3 + 3 nodes, so the distance is n1/3 (n3 "
          "+ 3) - 1.");
  return exhibit;
}

/// The counts in the proof of Theorem 2, for its example of 41 nodes, traced along the two cycles.
Exhibit example_1() {
  Exhibit exhibit{
      "example-1",
      "Example 1: double receives among 41 nodes",
      "Counted along two cycles that have the sets printed in the paper. For node 31 only certain receives "
      "count, because the paper leaves five nodes of B_31 open.",
      {"what"}};
  row(exhibit, "k_10").printed(3).formula(3).count([] { return double_receives(10); });
  row(exhibit, "median of C_10").printed(31).formula(31).count([] { return median_of_c10(); });
  row(exhibit, "k_31")
      .printed_at_least(12)
      .formula(11)
      .count([] { return double_receives(31); })
      .why("25 is in the printed intersection, but not in the printed B_31.");
  return exhibit;
}

}  // namespace

std::vector<Exhibit> examples() { return {worked_table(), figures(), example_1()}; }

}  // namespace torusim::meyer
