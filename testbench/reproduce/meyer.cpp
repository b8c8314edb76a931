// Meyer, Sibeyn: Oblivious Gossiping on Tori: Theorems 1 to 4, the numbers of Sections 1 to 4, and what
// wiring the algorithms into the hardware saves. Table I is in meyer_times.cpp, the
// worked table in meyer_tables.cpp.
#include <fmt/format.h>

#include "schedules/formulas/gossip_closed_forms.h"
#include "testbench/reproduce/meyer_tables.h"
#include "testbench/reproduce/meyer_times.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

std::string torus(const std::string& sides) { return "torus:" + sides; }
/// n1, n2, ..
std::vector<int> numbers(const std::string& sides) {
  const Topology topology = Topology::parse(torus(sides));
  std::vector<int> result;
  for (int d = 0; d < topology.dimensions(); ++d) result.push_back(topology.side(d));
  return result;
}
int nodes(const std::string& sides) { return Topology::parse(torus(sides)).nodes(); }

/// Counted in the schedule, and every packet of it delivered flit by flit.
double steps(const Outcome& outcome) { return static_cast<double>(outcome.startups); }
/// Without the one that makes the packets.
double circulation(const Outcome& outcome) { return static_cast<double>(outcome.startups - 1); }

Exhibit exhibit_of(std::string name, std::string title, std::string text, std::vector<std::string> columns) {
  return {std::move(name), std::move(title), std::move(text), std::move(columns), "steps", {}};
}

Point& add(Exhibit& exhibit, std::vector<std::string> labels, double formula, const Experiment& experiment,
           double (*value_of)(const Outcome&) = &steps, std::string why = {}) {
  Point point{std::move(labels), "", formula};
  point.experiment = experiment;
  point.value_of = value_of;
  point.why = std::move(why);
  return exhibit.points.emplace_back(std::move(point));
}

// --- Section 2: two packets a node

Exhibit two_packets() {
  Exhibit exhibit = exhibit_of("theorem-1", "Theorem 1: two packets a node, both sides even: n1 n2 / 2 steps",
                               "Every step is run, one hop on every channel.", {"torus"});
  for (const char* sides : {"4x4", "2x6", "6x8", "8x8", "12x12", "16x8", "16x16"}) {
    add(exhibit, {sides}, nodes(sides) / 2.0, run_of("gossip-two", torus(sides)));
  }
  return exhibit;
}

/// Section 2 for d dimensions and for odd sides.
Exhibit all_cycles() {
  Exhibit exhibit = exhibit_of(
      "section-2-d",
      "Section 2, end: d packets a node on d edge-disjoint Hamiltonian cycles: P/2 steps, rounded down",
      "The paper leaves the cycles to its references 1, 2 and 5, and two odd sides to reference 14; those "
      "here are "
      "our own.",
      {"torus"});
  for (const char* sides :
       {"3x3", "5x7", "9x9", "3x3x3", "4x4x4", "5x4x3", "6x6x4", "8x8x8", "3x3x3x3", "4x4x4x4"}) {
    add(exhibit, {sides}, nodes(sides) / 2, run_of("gossip-cycles", torus(sides)));
  }
  return exhibit;
}

Exhibit odd_sides() {
  Exhibit exhibit = exhibit_of(
      "section-2-2", "Section 2.2: two packets a node, n1 rows even, n2 columns odd",
      "Circulation: l + (m - l)/2 rounded up, m = n1 n2 - n1/2 the length of the cycles and l = 2 n2; for 6 "
      "x 7 the paper's worked table, 27. With the step that makes the packets the paper allows n1 n2 / 2 + "
      "1 + n2, about n1/4 too many: to the end two new packets come in each step, not one. Rule as printed: "
      "L -> T and L -> B where Figure 2's caption says R -> B; formula: max(2 n2 - 1, m - 2 n2 + 1).",
      {"torus", "what"});
  for (const char* sides : {"4x3", "4x5", "4x7", "6x3", "6x5", "6x7", "6x9", "8x5", "8x7", "8x9", "10x7",
                            "10x11", "12x5", "12x9", "2x7"}) {
    const int n1 = numbers(sides)[0], n2 = numbers(sides)[1];
    const auto run = run_of("gossip-two", torus(sides));
    Point& point = add(exhibit, {sides, "circulation"}, odd_two_packet_steps(n1, n2), run, &circulation);
    if (n1 == 6 && n2 == 7) point.printed = "27";
    if (n1 == 2) continue;  // the nodes above and below are one
    const int bound = odd_two_packet_bound(n1, n2);
    add(exhibit, {sides, "with redistribution"}, odd_two_packet_steps(n1, n2) + 1, run).printed =
        fmt::format("<= {}", bound);
    add(exhibit, {sides, "rule as printed"}, odd_two_packet_steps_as_printed(n1, n2),
        count_of("gossip-two", torus(sides), {{"supply", "printed"}}), &circulation);
  }
  return exhibit;
}

// --- Section 3

Exhibit both_cycles() {
  Exhibit exhibit = exhibit_of(
      "theorem-2",
      "Theorem 2: one packet on two edge-disjoint Hamiltonian cycles: at least 11/40 P - O(1) steps",
      "Printed: 11/40 P, a lower bound for the best choice of cycles. Formula: P/2, which those of Section "
      "2.1 take, one packet a node both ways on both. Nothing is gained over packets of half the size.",
      {"torus"});
  for (const char* sides : {"4x4", "6x8", "8x8", "12x10"}) {
    const auto run = run_of("gossip-two", torus(sides), {{"packets", "1"}});
    add(exhibit, {sides}, nodes(sides) / 2.0, run).printed =
        ">= " + number_text(theorem_2_bound(nodes(sides)));
  }
  for (const char* sides : {"5x7", "7x7", "9x9"}) {
    add(exhibit, {sides}, nodes(sides) / 2, run_of("gossip-two", torus(sides), {{"packets", "1"}}), &steps,
        "On our cycles of odd sides a little is gained.")
        .printed = ">= " + number_text(theorem_2_bound(nodes(sides)));
  }
  return exhibit;
}

// --- Section 4: one packet a node

Exhibit one_packet() {
  Exhibit exhibit = exhibit_of(
      "theorem-3", "Theorem 3: one packet a node in two dimensions: n1 n2 / 4 + n1/2 + n2/2 + 2 steps",
      "n1 is even. Where it is divisible by 4 and n2 is small, packets of rows 0 and 1, which run on both "
      "cycles, come in time for others, and fewer steps are needed. Rows optimum: (P-1)/4, rounded up, "
      "which a time-dependent schedule reaches (comparator).",
      {"torus", "what"});
  for (const char* sides : {"4x4", "4x7", "4x8", "6x3", "6x4", "6x6", "6x7", "6x8", "8x4", "8x5", "8x8",
                            "8x16", "10x9", "12x3", "12x12", "16x8", "16x12"}) {
    const double n1 = numbers(sides)[0], n2 = numbers(sides)[1];
    const auto run = run_of("gossip-one", torus(sides));
    const double theorem = n1 * n2 / 4 + n1 / 2 + n2 / 2 + 2;
    add(exhibit, {sides, "Theorem 3"}, theorem, run).printed = fmt::format("<= {}", theorem);
    add(exhibit, {sides, "optimum"}, fewest_gossip_steps(Topology::parse(torus(sides))), run, &steps,
        "\"Slightly more than optimal\" is far from it at such sizes: o(P) is n1/2 + n2/2.");
  }
  for (const char* sides : {"3x3", "7x5", "7x7", "9x7", "9x9", "15x15"}) {
    const int n1 = numbers(sides)[0], n2 = numbers(sides)[1];
    add(exhibit, {sides, "both odd"}, odd_one_packet_steps(n1, n2), run_of("gossip-one", torus(sides)),
        &steps,
        "The paper's special column is not given; ours costs about 3 n2/4 steps more than Theorem 3 allows.")
        .printed = fmt::format("<= {}", n1 * n2 / 4.0 + n1 / 2.0 + n2 / 2.0 + 2);
  }
  return exhibit;
}

int rods_bound(const std::string& sides) {
  const std::vector<int> n = numbers(sides);
  return one_packet_steps_bound(n[0], n[1], n[2]);
}

Exhibit one_packet_3d() {
  Exhibit exhibit = exhibit_of(
      "theorem-4", "Theorem 4: one packet a node in three dimensions: P/6 + O(n1 n2 + n1 n3) steps",
      "n1 is divisible by 3, n2 by n1. Formula of the rows Theorem 4: the bound with its constants, from "
      "the lengths of the cycles, m = n1 n2 (n3+3)/3, and the distance between suppliers. Rows optimum: "
      "(P-1)/6, rounded up.",
      {"torus", "what"});
  for (const char* sides : {"3x3x3", "3x3x4", "3x3x5", "3x3x6", "3x3x12", "3x6x3", "3x6x4", "3x9x4", "6x6x3",
                            "6x6x4", "6x6x6", "6x6x12", "6x12x4", "9x9x4", "9x9x9", "12x12x5", "12x12x12"}) {
    const auto run = run_of("gossip-one", torus(sides));
    add(exhibit, {sides, "Theorem 4"}, rods_bound(sides), run, &steps,
        "A bound: at most one step too many where tried.");
    add(exhibit, {sides, "optimum"}, fewest_gossip_steps(Topology::parse(torus(sides))), run, &steps,
        "The o(P) term, (2 n1/3 + 1)(n3 + 3)/2 + n1 n2 / 2, dominates at practical sizes.");
  }
  for (const char* sides : {"6x6x4", "6x12x4", "9x9x4"}) {
    add(exhibit, {sides, "supply as printed"}, rods_bound(sides),
        count_of("gossip-one", torus(sides), {{"supply", "printed"}}), &steps,
        "Misprint in 4.2: cycle numbers are exchanged and one pair of directions is reversed. It still "
        "gossips, in nearly as many steps as the cycles are long.");
  }
  return exhibit;
}

/// In place of the paper's reference 21.
Exhibit comparator() {
  Exhibit exhibit = exhibit_of("comparator", "Time-dependent gossip: (P-1)/2d steps, rounded up",
                               "What the paper compares with, its reference 21. Here it is one broadcast "
                               "tree for all nodes, found by search; nodes must keep packets until it is "
                               "their turn.",
                               {"torus"});
  for (const char* sides : {"3x3", "3x4", "4x4", "4x5", "5x5", "6x6", "4x8", "8x8", "10x10", "16x16", "3x3x3",
                            "3x3x4", "4x4x4", "6x6x3"}) {
    add(exhibit, {sides}, fewest_gossip_steps(Topology::parse(torus(sides))),
        run_of("gossip-ti", torus(sides)));
  }
  return exhibit;
}

// --- Section 1: "might even be built into the hardware"

struct Gossip {
  const char* algorithm;
  const char* sides;
  int steps;
};

Exhibit hardwired() {
  Exhibit exhibit = exhibit_of("hardwired", "Section 1: the pattern built into the hardware",
                               "Cycles by routers and node interfaces with barriers, T (t_s + 1 + L + 3 + "
                               "2), and by routers that are only wires, from the same tables: t_s + 1 + T "
                               "L. L = b: flits of a packet. Both take T steps; hardwiring saves (T - 1) "
                               "t_s + 6 T - 1 cycles.",
                               {"algorithm", "torus", "b [flits]", "t_s", "routers"});
  exhibit.unit = "cycles";
  const auto cycles = [](const Outcome& outcome) { return static_cast<double>(outcome.cycles); };
  for (const Gossip& gossip : {Gossip{"gossip-two", "6x8", 24},
                               {"gossip-two", "8x8", 32},
                               {"gossip-one", "8x8", 26},
                               {"gossip-one", "6x6x4", 60}}) {
    for (const int block : {8, 64, 512}) {
      for (const int startup : {0, 100}) {
        for (const bool wired : {false, true}) {
          const int formula =
              wired ? startup + 1 + gossip.steps * block : gossip.steps * (startup + block + kOneHopPipeline);
          Experiment run = run_of(gossip.algorithm, torus(gossip.sides));
          run.config.block = block;
          run.config.run.startup = startup;
          run.config.hardwired = wired;
          add(exhibit,
              {gossip.algorithm, gossip.sides, fmt::format("{}", block), fmt::format("{}", startup),
               wired ? "hardwired" : "node interfaces"},
              formula, run, cycles);
        }
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> meyer_exhibits() {
  std::vector<Exhibit> exhibits{two_packets(), all_cycles(),    odd_sides(),  both_cycles(),
                                one_packet(),  one_packet_3d(), comparator(), hardwired()};
  for (auto* more : {&meyer_times, &meyer_tables}) {
    for (Exhibit& exhibit : more()) exhibits.push_back(std::move(exhibit));
  }
  return exhibits;
}

}  // namespace torusim
