// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori: the ring of Theorem 1, the
// bounds of Lemma 8, the conjecture of Section 5 and the synchronisation of Section 7.
#include <fmt/format.h>

#include "schedules/formulas/exchange_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::tseng {
namespace {

Exhibit theorem_1() {
  Exhibit exhibit{
      "theorem-1",
      "Theorem 1: complete exchange on a ring of n = 2^d nodes",
      "Startups and blocks, summed over all phases. Printed and formula: the theorem, evaluated with "
      "the maxima of Lemmas 2 to 5. Measured: counted in the schedule of ring-gs.",
      {"n", "cost"}};
  for (int d = 3; d <= 9; ++d) {
    const Cost cost = ring_cost(d);
    const std::string ask = fmt::format("info ring-gs -t ring:{}", 1 << d);
    row(exhibit, 1 << d, "startups")
        .printed(cost.startups)
        .formula(cost.startups)
        .ask(ask, &Outcome::startups);
    row(exhibit, 1 << d, "blocks").printed(cost.blocks).formula(cost.blocks).ask(ask, &Outcome::blocks);
  }
  return exhibit;
}

Exhibit lemma_8() {
  Exhibit exhibit{"lemma-8",
                  "Lemma 8: lower bounds on square tori",
                  "Measured: the bound of torusim info for any shape, from injection, links and cuts.",
                  {"torus", "bound"}};
  for (const auto& [k, first] : {std::pair(2, 4), {3, 5}}) {
    for (int d = first; d <= 7; ++d) {
      const Cost bound = lemma8_bound(d, k);
      const std::string torus = equal_torus(1 << d, k), sides = torus.substr(torus.find(':') + 1);
      row(exhibit, sides, "startups").printed(bound.startups).formula(bound.startups).count([torus] {
        return lower_bounds(Topology::parse(torus)).startups;
      });
      row(exhibit, sides, "blocks").printed(bound.blocks).formula(bound.blocks).count([torus] {
        return lower_bounds(Topology::parse(torus)).blocks();
      });
    }
  }
  return exhibit;
}

Exhibit section_5() {
  Exhibit exhibit{
      "section-5",
      "Section 5: rings whose length is not a power of two",
      "The paper conjectures that n nodes cost no more than the next power of two. Rule S is its "
      "pseudo-code, A the reading of its lemmas. E and F also consider the receivers, and are the best "
      "of twenty variants. All rules have the startups of the next power of two.",
      {"n", "rule"},
      "blocks"};
  for (const int n : {6, 10, 12, 14, 18, 20, 22, 24, 26, 28, 30, 58, 60, 62, 124, 126}) {
    int d = 0;
    while (1 << d < n) ++d;
    for (const char* rule : {"S", "A", "E", "F"}) {
      row(exhibit, n, rule)
          .printed_at_most(ring_cost(d).blocks)
          .ask(fmt::format("info ring-gs -t ring:{} --set rule={}", n, rule), &Outcome::blocks)
          .why("The conjecture of Section 5 does not hold for this rule and length.");
    }
  }
  return exhibit;
}

Exhibit section_7() {
  Exhibit exhibit{
      "section-7",
      "Section 7: synchronisation of the phases",
      "Formula: the time of Theorem 1 with b = 64 flits. Measured: runs of ring-gs without "
      "synchronisation, with barriers, with local signals, with preemption by priority, and with only "
      "the 2d - 5 barriers that channels need (2d - 4: and one for the receivers). The paper prints no "
      "numbers here.",
      {"n", "t_s", "synchronisation"},
      "cycles"};
  struct Way {
    const char *label, *options, *why;
  };
  const char* few =
      "Heads, node interfaces and hops, as with all barriers; without a barrier, a node need not wait for "
      "others.";
  const Way ways[] = {
      {"none", "none",
       "Messages of different phases meet on a channel, as in Section 7 and Figure 12; in a wormhole router "
       "the first "
       "one holds it."},
      {"barrier", "barrier",
       "The formula omits head flits, node interfaces and hops: 1 + 3 + 2 h cycles a phase."},
      {"local", "local",
       "The formula omits heads and hops, and the signals that a node waits for (Section 7.2)."},
      {"priority", "priority",
       "The formula omits heads and hops; and a node need not wait for others (Section 7.3)."},
      {"2d-5 barriers", "local --set local=barriers", few},
      {"2d-4 barriers", "local --set local=one-port-barriers", few}};
  for (int d = 4; d <= 6; ++d) {
    for (const int startup : {64, 640}) {
      for (const Way& way : ways) {
        row(exhibit, 1 << d, startup, way.label)
            .formula(ring_cost(d).time(startup, 1, 64))
            .ask(fmt::format("run ring-gs -t ring:{} --block 64 --startup {} --sync {}", 1 << d, startup,
                             way.options),
                 &Outcome::cycles)
            .why(way.why);
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> rings() { return {theorem_1(), lemma_8(), section_5(), section_7()}; }

}  // namespace torusim::tseng
