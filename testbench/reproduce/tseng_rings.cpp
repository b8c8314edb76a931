#include "testbench/reproduce/tseng_rings.h"

#include <fmt/format.h>

#include <bit>

#include "schedules/formulas/closed_forms.h"

namespace torusim {
namespace {

std::string ring(int nodes) { return fmt::format("ring:{}", nodes); }

Exhibit theorem_one() {
  Exhibit exhibit;
  exhibit.name = "theorem-1";
  exhibit.title = "Theorem 1: complete exchange on a ring of n = 2^d nodes";
  exhibit.text =
      "Startups and blocks in the sum over all phases: the theorem's and those counted in the schedule of "
      "ring-gs. "
      "Printed and formula are the theorem evaluated, with the maxima of Lemmas 2 to 5.";
  exhibit.columns = {"n", "cost"};
  for (int d = 3; d <= 9; ++d) {
    const Cost cost = ring_cost(d);
    const auto add = [&](const char* what, std::int64_t value, double (*value_of)(const Outcome&)) {
      Point point{{fmt::format("{}", 1 << d), what}, fmt::format("{}", value), static_cast<double>(value)};
      point.experiment = count_of("ring-gs", ring(1 << d));
      point.value_of = value_of;
      exhibit.points.push_back(std::move(point));
    };
    add("startups", cost.startups, &startups);
    add("blocks", cost.blocks, &blocks);
  }
  return exhibit;
}

Exhibit lemma_eight() {
  Exhibit exhibit;
  exhibit.name = "lemma-8";
  exhibit.title = "Lemma 8: lower bounds on square tori";
  exhibit.text =
      "Measured: what torusim info counts on any shape as the least that injection, links and cuts allow.";
  exhibit.columns = {"torus", "bound"};
  for (const int dimensions : {2, 3}) {
    for (int d = dimensions + 2; d <= 7; ++d) {
      const Cost bound = lemma8_bound(d, dimensions);
      const std::string side = fmt::format("{}", 1 << d);
      const std::string torus =
          dimensions == 2 ? fmt::format("{0}x{0}", side) : fmt::format("{0}x{0}x{0}", side);
      const auto add = [&](const char* what, std::int64_t value, double (*of)(const LowerBounds&)) {
        Point point{{torus, what}, fmt::format("{}", value), static_cast<double>(value)};
        point.counted = [torus, of] { return of(lower_bounds(Topology::parse("torus:" + torus))); };
        exhibit.points.push_back(std::move(point));
      };
      add("startups", bound.startups, [](const LowerBounds& b) { return static_cast<double>(b.startups); });
      add("blocks", bound.blocks, [](const LowerBounds& b) { return b.blocks(); });
    }
  }
  return exhibit;
}

Exhibit other_lengths() {
  Exhibit exhibit;
  exhibit.name = "section-5";
  exhibit.title = "Section 5: rings whose length is no power of two";
  exhibit.text =
      "The paper conjectures that n nodes cost no more than the next power of two. S is its pseudo-code, A "
      "the "
      "reading of its lemmas; E and F also look at who receives, and are the best of twenty variants that "
      "were "
      "tried. Startups are those of the next power of two for every rule.";
  exhibit.columns = {"n", "rule"};
  exhibit.unit = "blocks";
  for (const int n : {6, 10, 12, 14, 18, 20, 22, 24, 26, 28, 30, 58, 60, 62, 124, 126}) {
    const int d = static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1)));
    for (const char* rule : {"S", "A", "E", "F"}) {
      Point point{{fmt::format("{}", n), rule}, fmt::format("<= {}", ring_cost(d).blocks), std::nullopt};
      point.experiment = count_of("ring-gs", ring(n), {{"rule", rule}});
      point.value_of = &blocks;
      point.why = "The conjecture of Section 5 does not hold for this rule and length.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

const char* reason(Synchronisation sync) {
  switch (sync) {
    case Synchronisation::kNone:
      return "Messages of different phases meet on a channel, as Section 7 and Figure 12 say; a wormhole "
             "router "
             "lets the one that comes first hold it.";
    case Synchronisation::kBarrier:
      return "The formula has no head flits, node interfaces and hops: 1 + 3 + 2 h cycles a phase.";
    case Synchronisation::kLocal:
      return "Besides heads and hops, signals have to travel before a node may send (Section 7.2).";
    case Synchronisation::kPriority:
      return "Heads and hops; and a node need not wait for others, so it may be ahead (Section 7.3).";
  }
  return "";
}

constexpr const char* kFewBarriers =
    "Heads, node interfaces and hops, as with all barriers; but where none is, a node need not wait for "
    "others.";

Exhibit synchronisations() {
  constexpr int kBlock = 64;
  Exhibit exhibit;
  exhibit.name = "section-7";
  exhibit.title = "Section 7: what orders the phases";
  exhibit.text = fmt::format(
      "Theorem 1's time with b = {} flits, and runs of ring-gs: without any synchronisation, with barriers, "
      "with "
      "local signals, with priorities that preempt, and with only the 2d - 5 barriers that channels need, or "
      "those "
      "and one for the receivers. The paper prints no numbers here.",
      kBlock);
  exhibit.columns = {"n", "t_s", "synchronisation"};
  exhibit.unit = "cycles";
  for (int d = 4; d <= 6; ++d) {
    for (const int startup : {kBlock, 10 * kBlock}) {
      const auto add = [&](const std::string& label, Synchronisation sync, const char* local,
                           const char* why) {
        Point point{{fmt::format("{}", 1 << d), fmt::format("{}", startup), label},
                    "",
                    ring_cost(d).time(startup, 1, kBlock)};
        point.experiment = run_of("ring-gs", ring(1 << d));
        point.experiment->config.block = kBlock;
        point.experiment->config.run.startup = startup;
        point.experiment->config.sync = sync;
        if (local != nullptr) point.experiment->config.set = {{"local", local}};
        point.value_of = &cycles;
        point.why = why;
        exhibit.points.push_back(std::move(point));
      };
      for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                              Synchronisation::kPriority}) {
        add(to_text(sync), sync, nullptr, reason(sync));
      }
      add("2d-5 barriers", Synchronisation::kLocal, "barriers", kFewBarriers);
      add("2d-4 barriers", Synchronisation::kLocal, "one-port-barriers", kFewBarriers);
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> tseng_rings() {
  return {theorem_one(), lemma_eight(), other_lengths(), synchronisations()};
}

}  // namespace torusim
