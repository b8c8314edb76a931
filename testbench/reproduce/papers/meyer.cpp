// Meyer, Sibeyn: Oblivious Gossiping on Tori: Theorems 1 to 4, the numbers of Sections 1 to 5, Table I, and
// the saving by hardwired routers; the examples are in meyer_examples.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedules/formulas/collective_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"
#include "testbench/reproduce/papers/meyer_counts.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::meyer {
namespace {

/// Steps without the one that makes the packets.
double circulation(const Outcome& outcome) { return static_cast<double>(outcome.startups - 1); }

std::string run(const char* algorithm, const std::string& sides, const char* options = "") {
  return fmt::format("run {} -t torus:{} {}", algorithm, sides, options);
}

// --- Section 2: two packets a node

Exhibit theorem_1() {
  Exhibit exhibit{"theorem-1",
                  "Theorem 1: two packets a node, both sides even: n1 n2 / 2 steps",
                  "Every step runs with one hop on every channel.",
                  {"torus"},
                  "steps"};
  for (const char* sides : {"4x4", "2x6", "6x8", "8x8", "12x12", "16x8", "16x16"}) {
    row(exhibit, sides)
        .formula(torus_of(sides).nodes() / 2)
        .ask(run("gossip-two", sides), &Outcome::startups);
  }
  return exhibit;
}

/// Section 2 for d dimensions and for odd sides.
Exhibit section_2_d() {
  Exhibit exhibit{
      "section-2-d",
      "Section 2, end: d packets a node on d edge-disjoint Hamiltonian cycles: P/2 steps, rounded down",
      "The paper takes the cycles from its references 1, 2 and 5, and those for two odd sides from "
      "reference 14. The cycles here are our own construction.",
      {"torus"},
      "steps"};
  for (const char* sides :
       {"3x3", "5x7", "9x9", "3x3x3", "4x4x4", "5x4x3", "6x6x4", "8x8x8", "3x3x3x3", "4x4x4x4"}) {
    row(exhibit, sides)
        .formula(torus_of(sides).nodes() / 2)
        .ask(run("gossip-cycles", sides), &Outcome::startups);
  }
  return exhibit;
}

Exhibit section_2_2() {
  Exhibit exhibit{
      "section-2-2",
      "Section 2.2: two packets a node, n1 rows even, n2 columns odd",
      "Circulation: l + (m - l)/2, rounded up, where m = n1 n2 - n1/2 is the length of the cycles and l = 2 "
      "n2; the "
      "paper's worked table has 27 for 6 x 7. With redistribution (the step that makes the packets) the "
      "paper allows n1 "
      "n2 / 2 + 1 + n2, about n1/4 too many: two new packets arrive in each step to the end, not one. Rule "
      "as printed: L "
      "-> T and L -> B, where the caption of Figure 2 has R -> B; formula: max(2 n2 - 1, m - 2 n2 + 1).",
      {"torus", "what"},
      "steps"};
  for (const std::string sides : {"4x3", "4x5", "4x7", "6x3", "6x5", "6x7", "6x9", "8x5", "8x7", "8x9",
                                  "10x7", "10x11", "12x5", "12x9", "2x7"}) {
    const int n1 = torus_of(sides).side(0), n2 = torus_of(sides).side(1),
              steps = odd_two_packet_steps(n1, n2);
    Row circulating =
        row(exhibit, sides, "circulation").formula(steps).ask(run("gossip-two", sides), circulation);
    if (sides == "6x7") circulating.printed(27);
    if (n1 == 2) continue;  // the nodes above and below are the same
    row(exhibit, sides, "with redistribution")
        .formula(steps + 1)
        .ask(run("gossip-two", sides), &Outcome::startups)
        .printed_at_most(odd_two_packet_bound(n1, n2));
    row(exhibit, sides, "rule as printed")
        .formula(odd_two_packet_steps_as_printed(n1, n2))
        .ask(fmt::format("info gossip-two -t torus:{} --set supply=printed", sides), circulation);
  }
  return exhibit;
}

// --- Section 3

Exhibit theorem_2() {
  Exhibit exhibit{
      "theorem-2",
      "Theorem 2: one packet on two edge-disjoint Hamiltonian cycles: at least 11/40 P - O(1) steps",
      "Printed: 11/40 P, a lower bound for the best choice of cycles. Formula: P/2, for the cycles of "
      "Section 2.1 with one packet a node in both directions of both. There is no gain over two packets of "
      "half the size.",
      {"torus"},
      "steps"};
  for (const char* sides : {"4x4", "6x8", "8x8", "12x10", "5x7", "7x7", "9x9"}) {
    const int nodes = torus_of(sides).nodes();
    row(exhibit, sides)
        .formula(nodes / 2)
        .ask(run("gossip-two", sides, "--set packets=1"), &Outcome::startups)
        .why(nodes % 2 == 0 ? "" : "Our cycles for odd sides gain a little.")
        .printed_at_least(number_text(theorem_2_bound(nodes)));
  }
  return exhibit;
}

// --- Section 4: one packet a node

Exhibit theorem_3() {
  Exhibit exhibit{"theorem-3",
                  "Theorem 3: one packet a node in two dimensions: n1 n2 / 4 + n1/2 + n2/2 + 2 steps",
                  "n1 is even. If it is divisible by 4 and n2 is small, fewer steps are enough, because "
                  "packets of rows 0 and 1 run "
                  "on both cycles and fill gaps. Rows optimum: (P-1)/4, rounded up, which a time-dependent "
                  "schedule reaches "
                  "(comparator).",
                  {"torus", "what"},
                  "steps"};
  const auto theorem = [](const Topology& torus) {
    return torus.nodes() / 4.0 + torus.side(0) / 2.0 + torus.side(1) / 2.0 + 2;
  };
  for (const char* sides : {"4x4", "4x7", "4x8", "6x3", "6x4", "6x6", "6x7", "6x8", "8x4", "8x5", "8x8",
                            "8x16", "10x9", "12x3", "12x12", "16x8", "16x12"}) {
    const Topology torus = torus_of(sides);
    row(exhibit, sides, "Theorem 3")
        .formula(theorem(torus))
        .ask(run("gossip-one", sides), &Outcome::startups)
        .printed_at_most(theorem(torus));
    row(exhibit, sides, "optimum")
        .formula(fewest_gossip_steps(torus))
        .ask(run("gossip-one", sides), &Outcome::startups)
        .why("\"Slightly more than optimal\" holds only for larger tori: o(P) is n1/2 + n2/2.");
  }
  for (const char* sides : {"3x3", "7x5", "7x7", "9x7", "9x9", "15x15"}) {
    const Topology torus = torus_of(sides);
    row(exhibit, sides, "both odd")
        .formula(odd_one_packet_steps(torus.side(0), torus.side(1)))
        .ask(run("gossip-one", sides), &Outcome::startups)
        .printed_at_most(theorem(torus))
        .why(
            "The paper does not give its special column; ours takes about 3 n2/4 steps more than Theorem 3 "
            "allows.");
  }
  return exhibit;
}

Exhibit theorem_4() {
  Exhibit exhibit{
      "theorem-4",
      "Theorem 4: one packet a node in three dimensions: P/6 + O(n1 n2 + n1 n3) steps",
      "n1 is divisible by 3, n2 by n1. Rows Theorem 4: the formula is the bound with its constants, from "
      "the lengths of the cycles, m = n1 n2 (n3+3)/3, and the distance between suppliers. Rows optimum: "
      "(P-1)/6, rounded up.",
      {"torus", "what"},
      "steps"};
  const auto bound = [](const Topology& torus) {
    return one_packet_steps_bound(torus.side(0), torus.side(1), torus.side(2));
  };
  for (const char* sides : {"3x3x3", "3x3x4", "3x3x5", "3x3x6", "3x3x12", "3x6x3", "3x6x4", "3x9x4", "6x6x3",
                            "6x6x4", "6x6x6", "6x6x12", "6x12x4", "9x9x4", "9x9x9", "12x12x5", "12x12x12"}) {
    row(exhibit, sides, "Theorem 4")
        .formula(bound(torus_of(sides)))
        .ask(run("gossip-one", sides), &Outcome::startups)
        .why("The formula is a bound; it is at most one step too high on these tori.");
    row(exhibit, sides, "optimum")
        .formula(fewest_gossip_steps(torus_of(sides)))
        .ask(run("gossip-one", sides), &Outcome::startups)
        .why("The o(P) term, (2 n1/3 + 1)(n3 + 3)/2 + n1 n2 / 2, dominates at practical sizes.");
  }
  for (const char* sides : {"6x6x4", "6x12x4", "9x9x4"}) {
    row(exhibit, sides, "supply as printed")
        .formula(bound(torus_of(sides)))
        .ask(fmt::format("info gossip-one -t torus:{} --set supply=printed", sides), &Outcome::startups)
        .why(
            "Misprint in 4.2: cycle numbers are exchanged and one pair of directions is reversed. The rule "
            "still "
            "gossips, but takes nearly as many steps as the cycles have nodes.");
  }
  return exhibit;
}

/// Replaces the paper's reference 21.
Exhibit comparator() {
  Exhibit exhibit{
      "comparator",
      "Time-dependent gossip: (P-1)/2d steps, rounded up",
      "The paper compares with its reference 21. It is replaced by one broadcast tree for all nodes, found "
      "by search, in which nodes store packets until their step.",
      {"torus"},
      "steps"};
  for (const char* sides : {"3x3", "3x4", "4x4", "4x5", "5x5", "6x6", "4x8", "8x8", "10x10", "16x16", "3x3x3",
                            "3x3x4", "4x4x4", "6x6x3"}) {
    row(exhibit, sides)
        .formula(fewest_gossip_steps(torus_of(sides)))
        .ask(run("gossip-ti", sides), &Outcome::startups);
  }
  return exhibit;
}

// --- Section 1: "might even be built into the hardware"

/// Cycles of a message over one hop in addition to its payload: head, node interfaces and router, link
/// delay 1.
constexpr int kPipeline = 1 + 3 + 2;

Exhibit hardwired() {
  Exhibit exhibit{
      "hardwired",
      "Section 1: the pattern built into the hardware",
      "Cycles with routers, node interfaces and barriers: T (t_s + 1 + L + 3 + 2). Cycles with hardwired "
      "routers, which are wires set by the same tables: t_s + 1 + T L. L = b is the number of flits of a "
      "packet. Both take T steps; hardwiring saves (T - 1) t_s + 6 T - 1 cycles.",
      {"algorithm", "torus", "b [flits]", "t_s", "routers"},
      "cycles"};
  struct Case {
    const char *algorithm, *sides;
    int steps;
  };
  for (const auto& [algorithm, sides, steps] :
       {Case{"gossip-two", "6x8", 24}, Case{"gossip-two", "8x8", 32}, Case{"gossip-one", "8x8", 26},
        Case{"gossip-one", "6x6x4", 60}}) {
    for (const int block : {8, 64, 512}) {
      for (const int startup : {0, 100}) {
        const std::string options = fmt::format("--block {} --startup {}", block, startup);
        row(exhibit, algorithm, sides, block, startup, "node interfaces")
            .formula(steps * (startup + block + kPipeline))
            .ask(run(algorithm, sides, options.c_str()), &Outcome::cycles);
        row(exhibit, algorithm, sides, block, startup, "hardwired")
            .formula(startup + 1 + steps * block)
            .ask(run(algorithm, sides, (options + " --hardwired").c_str()), &Outcome::cycles);
      }
    }
  }
  return exhibit;
}

// --- Table I

/// s, in flits. It makes t_startup = r s an integer number of cycles for each r of the table, and s/2 and s/3
/// integers.
constexpr int kData = 1200;
/// Seconds that all runs of the table take on one core, about.
constexpr double kRunsOfTheTable = 2000;

/// A time of the table, with packets of s / parts: from a run up to 4096 nodes (minutes from 257 nodes on),
/// else from the steps of the schedule.
void measure_time(Row row, const std::string& algorithm, const std::string& sides, int parts, double r) {
  const Topology torus = torus_of(sides);
  const bool runs = torus.nodes() <= 4096;
  if (runs) {
    // The cycles of a step in addition to its packet count as startup.
    const int startup = static_cast<int>(std::round(r * kData)) - kPipeline;
    row.ask(
        fmt::format("run {} -t torus:{} --block {} --startup {}", algorithm, sides, kData / parts, startup),
        [](const Outcome& outcome) { return std::round(static_cast<double>(outcome.cycles) / kData); });
  }
  if (torus.nodes() <= 256) return;
  row.budget(kRunsOfTheTable)
      .count([=] { return std::round(gossip_steps(algorithm, torus) * (r + 1.0 / parts)); }, runs ? 0.5 : 5);
}

/// An algorithm of the table, with the algorithms that run for it in two and three dimensions.
struct Timed {
  const char *name, *where, *flat, *solid;
  double (*time)(int n, int d, double r);
  bool divides;  // the data of a node, into d packets
};

Exhibit table_1() {
  Exhibit exhibit{
      "table-1",
      "Table I: normalised times",
      fmt::format(
          "Times over s t_feed, rounded to integers, on tori of n nodes a side; r = t_startup / (s t_feed). "
          "Formula: T of Section 5 with exact thirds. Measured: cycles over s in a run with s = {} flits, "
          "whose "
          "steps take r s cycles in addition to their packet. On 64 x 64 x 64, and on more than 256 nodes "
          "with a "
          "budget below {} s, measured is the number of steps times r + 1/d (T_opt) or r + 1 (others). In "
          "three "
          "dimensions T_one needs sides divisible by 3, which no n of the table is; nearby shapes replace "
          "them.",
          kData, kRunsOfTheTable),
      {"n", "d", "r", "time"}};
  const Timed timed[] = {{"T_stv", "reference 21", "gossip-ti", "gossip-ti", &time_optimal, false},
                         {"T_opt", "Section 2", "gossip-two", "gossip-cycles", &time_two_packets, true},
                         {"T_one", "Section 4", "gossip-one", nullptr, &time_one_packet, false}};
  for (const TableOneRow& printed : table_one()) {
    const int n = printed.n;
    for (std::size_t entry = 0; entry < 6; ++entry) {
      const int d = 2 + static_cast<int>(entry % 2);
      const double r = entry < 2 ? 0.01 : entry < 4 ? 0.1 : 1;
      const std::string sides = equal_torus(n, d).substr(std::string("torus:").size());
      for (std::size_t i = 0; i < std::size(timed); ++i) {
        const Timed& t = timed[i];
        const char* algorithm = d == 3 ? t.solid : t.flat;
        Row added = row(exhibit, n, d, r, fmt::format("{} ({})", t.name, t.where));
        added.printed(printed.printed[i][entry])
            .formula(std::round(t.time(n, d, r)))
            .why(d == 3   ? "The table uses 0.333 for 1/3 and 0.1666 for 1/6, and steps are integers."
                 : i == 2 ? "The table has n^2/4 + n/2 steps, Theorem 3 at most n^2/4 + n + 2."
                          : "Steps are integers.");
        if (algorithm == nullptr) {
          added.note("n1 must be divisible by 3");
        } else {
          measure_time(added, algorithm, sides, t.divides ? d : 1, r);
        }
      }
      // T_one in three dimensions on a shape that it supports: n1 and n2 are the multiples of 3 just below n.
      // The packets of 63 x 63 x 64 at all nodes would need 8 GB of bits.
      if (d != 3 || n > 16) continue;
      const double n1 = n - n % 3;
      const std::string near = fmt::format("{0}x{0}x{1}", n1, n);
      Row added = row(exhibit, n, 3, r, "T_one on " + near);
      added.formula(std::round((n1 * n1 * n / 6 + n1 * n1 / 2) * (r + 1)))
          .why("Section 5 omits terms of order n^2, so Theorem 4 has more steps.");
      measure_time(added, "gossip-one", near, 1, r);
    }
  }
  return exhibit;
}

// --- Section 5

Exhibit section_5() {
  Exhibit exhibit{"section-5",
                  "Section 5: the T3E",
                  "t_startup = 5e-6 s, t_feed = 1e-8 s a byte. Loss: the one-packet algorithm against "
                  "(P-1)/2d steps on n "
                  "x n x n (512 nodes are 8 x 8 x 8); measured if n is divisible by 3.",
                  {"what"}};
  constexpr double kRs = 5e-6 / 1e-8;
  row(exhibit, "r s").printed(5000).formula(kRs).why("Misprint: 5e-6 / 1e-8 is 500.");
  row(exhibit, "s from which T_opt is at most 10 % slower, d = 3")
      .printed(95000)
      .formula(kRs * 1.9 / 0.1)
      .why("Follows from r s.");
  row(exhibit, "loss on 8 x 8 x 8 [%]")
      .printed_at_most(1)
      .formula(100 * 3 / 8.0)
      .why("T_one / T_stv is 1 + d/n, not 1 + O(d/P), even without the o(P) terms.");
  for (const int n : {6, 9}) {
    const std::string sides = fmt::format("{0}x{0}x{0}", n);
    const double fewest = fewest_gossip_steps(torus_of(sides));
    row(exhibit, fmt::format("loss on {0} x {0} x {0} [%]", n))
        .formula(100 * 3 / static_cast<double>(n))
        .ask(run("gossip-one", sides),
             [fewest](const Outcome& outcome) {
               return 100 * (static_cast<double>(outcome.startups) / fewest - 1);
             })
        .why("Section 5 omits terms of order n^2.");
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> all{theorem_1(), section_2_d(), section_2_2(), theorem_2(), theorem_3(),
                           theorem_4(), comparator(),  hardwired(),   table_1(),   section_5()};
  for (Exhibit& exhibit : examples()) all.push_back(std::move(exhibit));
  return all;
}

}  // namespace torusim::meyer
