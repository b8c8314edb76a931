// Meyer, Sibeyn: Oblivious Gossiping on Tori: Theorems 1 to 4, the numbers of Sections 1 to 4, and what
// wiring the algorithms into the hardware saves. Table I and the worked table are in meyer_tables.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "schedules/gossip_closed_forms.h"
#include "testbench/reproduce/meyer_tables.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

using Sides = std::vector<int>;

std::string joined(const Sides& sides) { return fmt::format("{}", fmt::join(sides, "x")); }
std::string torus(const Sides& sides) { return "torus:" + joined(sides); }

/// Counted in the schedule, and every packet of it delivered flit by flit.
double steps(const Outcome& outcome) { return static_cast<double>(outcome.startups); }
/// Without the one that makes the packets.
double circulation(const Outcome& outcome) { return static_cast<double>(outcome.startups - 1); }

Exhibit exhibit_of(std::string name, std::string title, std::string text, std::vector<std::string> columns) {
  Exhibit exhibit;
  exhibit.name = std::move(name);
  exhibit.title = std::move(title);
  exhibit.text = std::move(text);
  exhibit.columns = std::move(columns);
  exhibit.unit = "steps";
  return exhibit;
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
  for (const Sides& sides : {Sides{4, 4}, {2, 6}, {6, 8}, {8, 8}, {12, 12}, {16, 8}, {16, 16}}) {
    add(exhibit, {joined(sides)}, two_packet_steps(sides[0], sides[1]), run_of("gossip-two", torus(sides)));
  }
  return exhibit;
}

Exhibit odd_sides() {
  Exhibit exhibit = exhibit_of(
      "section-2-2", "Section 2.2: two packets a node, n1 rows even, n2 columns odd",
      "Circulation: l + (m - l)/2 rounded up, m = n1 n2 - n1/2 the length of the cycles and l = 2 n2; for 6 "
      "x 7 the "
      "paper's worked table, 27. Bound: n1 n2 / 2 + 1 + n2, with the step that makes the packets. Rule as "
      "printed: "
      "L -> T and L -> B where Figure 2's caption says R -> B; formula: max(2 n2 - 1, m - 2 n2 + 1).",
      {"torus", "what"});
  for (const Sides& sides : {Sides{4, 3},
                             {4, 5},
                             {4, 7},
                             {6, 3},
                             {6, 5},
                             {6, 7},
                             {6, 9},
                             {8, 5},
                             {8, 7},
                             {8, 9},
                             {10, 7},
                             {10, 11},
                             {12, 5},
                             {12, 9},
                             {2, 7}}) {
    const auto [n1, n2] = std::pair(sides[0], sides[1]);
    const auto run = run_of("gossip-two", torus(sides));
    Point& point =
        add(exhibit, {joined(sides), "circulation"}, odd_two_packet_steps(n1, n2), run, &circulation);
    if (n1 == 6 && n2 == 7) point.printed = "27";
    if (n1 == 2) continue;  // the nodes above and below are one
    add(exhibit, {joined(sides), "bound, with redistribution"}, odd_two_packet_bound(n1, n2), run, &steps,
        "The bound is loose by about n1/4: in the last steps two new packets come in each, not one.");
    add(exhibit, {joined(sides), "rule as printed"}, odd_two_packet_steps_as_printed(n1, n2),
        count_of("gossip-two", torus(sides), {{"supply", "printed"}}), &circulation);
  }
  return exhibit;
}

// --- Section 3

Exhibit both_cycles() {
  Exhibit exhibit = exhibit_of(
      "theorem-2",
      "Theorem 2: one packet on two edge-disjoint Hamiltonian cycles: at least 11/40 P - O(1) steps",
      "Formula: 11/40 P. Measured: the cycles of Section 2.1, one packet a node, both ways on both.",
      {"torus"});
  for (const Sides& sides : {Sides{4, 4}, {6, 8}, {8, 8}, {12, 10}}) {
    add(exhibit, {joined(sides)}, theorem_2_bound(sides[0] * sides[1]),
        run_of("gossip-two", torus(sides), {{"packets", "1"}}), &steps,
        "A lower bound for the best choice of cycles. These need P/2: nothing is gained over packets of half "
        "the "
        "size.");
  }
  return exhibit;
}

// --- Section 4: one packet a node

Exhibit one_packet() {
  Exhibit exhibit = exhibit_of(
      "theorem-3", "Theorem 3: one packet a node in two dimensions: n1 n2 / 4 + n1/2 + n2/2 + 2 steps",
      "n1 is even. Rows optimum: (P-1)/4, rounded up, which a time-dependent schedule reaches (comparator).",
      {"torus", "what"});
  for (const Sides& sides : {Sides{4, 4},
                             {4, 7},
                             {4, 8},
                             {6, 3},
                             {6, 4},
                             {6, 6},
                             {6, 7},
                             {6, 8},
                             {8, 4},
                             {8, 5},
                             {8, 8},
                             {8, 16},
                             {10, 9},
                             {12, 3},
                             {12, 12},
                             {16, 8},
                             {16, 12}}) {
    const double n1 = sides[0], n2 = sides[1];
    const auto run = run_of("gossip-one", torus(sides));
    add(exhibit, {joined(sides), "Theorem 3"}, n1 * n2 / 4 + n1 / 2 + n2 / 2 + 2, run, &steps,
        sides[0] % 4 == 2
            ? "Its whole part."
            : "The theorem bounds from above. Where n1 is divisible by 4 and n2 is small, packets of "
              "rows 0 and 1, which run on both cycles, come in time for others.");
    add(exhibit, {joined(sides), "optimum"}, fewest_gossip_steps(sides[0] * sides[1], 2), run, &steps,
        "\"Slightly more than optimal\" is far from it at such sizes: o(P) is n1/2 + n2/2.");
  }
  return exhibit;
}

Exhibit one_packet_3d() {
  Exhibit exhibit = exhibit_of(
      "theorem-4", "Theorem 4: one packet a node in three dimensions: P/6 + O(n1 n2 + n1 n3) steps",
      "n1 is divisible by 3, n2 by n1. Formula of the rows Theorem 4: the bound with its constants, from the "
      "lengths "
      "of the cycles, m = n1 n2 (n3+3)/3, and the distance between suppliers. Rows optimum: (P-1)/6, rounded "
      "up.",
      {"torus", "what"});
  for (const Sides& sides : {Sides{3, 3, 3},
                             {3, 3, 4},
                             {3, 3, 5},
                             {3, 3, 6},
                             {3, 3, 12},
                             {3, 6, 3},
                             {3, 6, 4},
                             {3, 9, 4},
                             {6, 6, 3},
                             {6, 6, 4},
                             {6, 6, 6},
                             {6, 6, 12},
                             {6, 12, 4},
                             {9, 9, 4},
                             {9, 9, 9},
                             {12, 12, 5},
                             {12, 12, 12}}) {
    const auto run = run_of("gossip-one", torus(sides));
    add(exhibit, {joined(sides), "Theorem 4"}, one_packet_steps_bound(sides[0], sides[1], sides[2]), run,
        &steps, "A bound: at most one step too many where tried.");
    add(exhibit, {joined(sides), "optimum"}, fewest_gossip_steps(sides[0] * sides[1] * sides[2], 3), run,
        &steps, "The o(P) term, (2 n1/3 + 1)(n3 + 3)/2 + n1 n2 / 2, dominates at practical sizes.");
  }
  for (const Sides& sides : {Sides{6, 6, 4}, {6, 12, 4}, {9, 9, 4}}) {
    add(exhibit, {joined(sides), "supply as printed"}, one_packet_steps_bound(sides[0], sides[1], sides[2]),
        count_of("gossip-one", torus(sides), {{"supply", "printed"}}), &steps,
        "Misprint in 4.2: cycle numbers are exchanged and one pair of directions is reversed. It still "
        "gossips, in "
        "nearly as many steps as the cycles are long.");
  }
  return exhibit;
}

/// In place of the paper's reference 21.
Exhibit comparator() {
  Exhibit exhibit = exhibit_of("comparator", "Time-dependent gossip: (P-1)/2d steps, rounded up",
                               "What the paper compares with, its reference 21. Here it is one broadcast "
                               "tree for all nodes, found by search; "
                               "nodes must keep packets until it is their turn.",
                               {"torus"});
  for (const Sides& sides : {Sides{3, 3},
                             {3, 4},
                             {4, 4},
                             {4, 5},
                             {5, 5},
                             {6, 6},
                             {4, 8},
                             {8, 8},
                             {10, 10},
                             {16, 16},
                             {3, 3, 3},
                             {3, 3, 4},
                             {4, 4, 4},
                             {6, 6, 3}}) {
    int nodes = 1;
    for (const int side : sides) nodes *= side;
    add(exhibit, {joined(sides)}, fewest_gossip_steps(nodes, static_cast<int>(sides.size())),
        run_of("gossip-ti", torus(sides)));
  }
  return exhibit;
}

// --- Section 1: "might even be built into the hardware"

constexpr int kPipeline = 1 + 3 + 2;  // head, node interfaces and router, one hop of link delay 1

struct Gossip {
  const char* algorithm;
  Sides sides;
  int steps;
  int blocks;  ///< of b flits, in a packet
};

Exhibit hardwired() {
  Exhibit exhibit = exhibit_of("hardwired", "Section 1: the pattern built into the hardware",
                               "Cycles by routers and node interfaces with barriers, T (t_s + 1 + L + 3 + "
                               "2), and by routers that are only "
                               "wires, from the same tables: t_s + 1 + (T - 1) L + L. L: flits of a packet. "
                               "Both take T steps; hardwiring "
                               "saves (T - 1) t_s + 6 T - 1 cycles.",
                               {"algorithm", "torus", "b [flits]", "t_s", "routers"});
  exhibit.unit = "cycles";
  const auto cycles = [](const Outcome& outcome) { return static_cast<double>(outcome.cycles); };
  for (const Gossip& gossip : {Gossip{"gossip-two", {6, 8}, 24, 1},
                               {"gossip-two", {8, 8}, 32, 1},
                               {"gossip-one", {8, 8}, 26, 1},
                               {"gossip-one", {6, 6, 4}, 60, 1}}) {
    for (const int block : {8, 64, 512}) {
      for (const int startup : {0, 100}) {
        for (const bool wired : {false, true}) {
          const int length = gossip.blocks * block;
          const int formula =
              wired ? startup + 1 + gossip.steps * length : gossip.steps * (startup + length + kPipeline);
          Experiment run = run_of(gossip.algorithm, torus(gossip.sides));
          run.config.block = block;
          run.config.startup = startup;
          run.config.hardwired = wired;
          add(exhibit,
              {gossip.algorithm, joined(gossip.sides), fmt::format("{}", block), fmt::format("{}", startup),
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
  std::vector<Exhibit> exhibits{two_packets(),   odd_sides(),  both_cycles(), one_packet(),
                                one_packet_3d(), comparator(), hardwired()};
  for (Exhibit& exhibit : meyer_tables()) exhibits.push_back(std::move(exhibit));
  return exhibits;
}

}  // namespace torusim
