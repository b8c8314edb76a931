// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori: Tables 3 to 5 and Figures 9 to
// 11; the rest is in tseng_rings.cpp. The rivals of T4 and C64 appear twice: in capitals as the
// formulas that the paper prints, and in small letters as the reconstructions that run
// (docs/algorithms/gather-family.md).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "schedules/algorithms/gather/gather_nodes.h"
#include "schedules/formulas/exchange_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::tseng {
namespace {

std::optional<Cost> running_cost(PublishedScheme scheme, int d) {
  const auto gathers = gathers_for(scheme, d);
  if (!gathers) return std::nullopt;
  return gather_cost(dimensions_of(scheme), d, *gathers);
}

/// Of T4, C64 and their rivals. The reconstruction of a rival has its name in small letters.
std::optional<Cost> cost_of(const std::string& name, int d) {
  using Scheme = PublishedScheme;
  static const std::map<std::string, Scheme> kSchemes{{"T-2D1", Scheme::kT2D1}, {"T-2D2", Scheme::kT2D2},
                                                      {"DP-2D", Scheme::kDP2D}, {"T-3D1", Scheme::kT3D1},
                                                      {"T-3D2", Scheme::kT3D2}, {"DP-3D", Scheme::kDP3D}};
  if (name == "T4") return t4_cost(d);
  if (name == "C64") return c64_cost(d);
  std::string capitals = name;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const Scheme scheme = kSchemes.at(capitals);
  return name == capitals ? published_cost(scheme, d) : running_cost(scheme, d);
}

double blocks_of(const std::string& name, int d) {
  return static_cast<double>(cost_of(name, d).value().blocks);
}

double time_of(const std::string& name, int d, double startup, double block) {
  return cost_of(name, d).value().time(startup, 1, block);
}

// --- the paper's algorithms for tori of 2^d nodes a side, and their rivals

/// Schedules of an algorithm are counted up to d = `counted`, and run up to d = `ran`, within seconds; with
/// kLongBudget up to d = `long_ran`.
struct Rival {
  const char *name, *runs;  // the printed formula, its reconstruction
  int counted, ran, long_ran;
};

constexpr double kLongBudget = 7200;  // seconds

/// One of the paper's algorithms, with d = first .. last in its table and figures.
struct Family {
  int dimensions;
  const char *own, *name;
  int first, last, counted, ran, long_counted, long_ran;
  std::array<Rival, 3> rivals;

  std::string torus(int d) const { return equal_torus(1 << d, dimensions); }
  std::string info(const char* algorithm, int d) const {
    return fmt::format("info {} -t {}", algorithm, torus(d));
  }
  std::string run(const char* algorithm, int d, double startup, double block) const {
    return fmt::format("run {} -t {} --startup {} --block {}", algorithm, torus(d), startup, block);
  }
};

const Family kFlat{
    2,    "t4",
    "T4", 4,
    7,    9,
    7,    9,
    7,    {{{"T-2D1", "t-2d1", 7, 6, 7}, {"T-2D2", "t-2d2", 7, 6, 7}, {"DP-2D", "dp-2d", 9, 7, 7}}}};
const Family kSolid{
    3,     "c64",
    "C64", 5,
    8,     6,
    5,     7,
    6,     {{{"T-3D1", "t-3d1", 6, 5, 6}, {"T-3D2", "t-3d2", 6, 5, 6}, {"DP-3D", "dp-3d", 6, 5, 6}}}};

/// A run of the paper's own algorithm measures the row, unless it is too large for any budget.
void ask_own(Row row, const Family& family, int d, double startup, double block,
             std::function<double(const Outcome&)> value) {
  if (d > family.long_ran) return;
  row.ask(family.run(family.own, d, startup, block), std::move(value))
      .budget(d <= family.ran ? 0 : kLongBudget);
}

double cycles_of(const Outcome& outcome) { return static_cast<double>(outcome.cycles); }

// --- Tables 3 and 4

constexpr double kStartup = 100, kBlock = 4;
constexpr const char* kLonger =
    "The formula t_s + m b t_x counts only the payload of a message. It omits the head flit, the node "
    "interfaces and "
    "two cycles a hop: 1 + 3 + 2 h cycles a phase, which is the whole difference.";

/// The costs of a rival: its printed formula, and its reconstruction.
void add_rival(Exhibit& exhibit, const Family& family, const Rival& rival, int d) {
  const auto printed = cost_of(rival.name, d), runs = cost_of(rival.runs, d);
  row(exhibit, d, rival.name, "startups").printed(printed->startups).formula(printed->startups);
  row(exhibit, d, rival.name, "blocks").printed(printed->blocks).formula(printed->blocks);
  row(exhibit, d, rival.name, "cycles").formula(time_of(rival.name, d, kStartup, kBlock)).why(kLonger);
  if (!runs) return;
  const std::string reconstruction =
      fmt::format("A reconstruction, never more costly than the printed formula of {}.", rival.name);
  const auto add = [&](const char* cost, auto Cost::*part, auto Outcome::*value) {
    Row added = row(exhibit, d, rival.runs, cost);
    added.printed((*printed).*part).formula(static_cast<double>((*runs).*part)).why(reconstruction);
    if (d <= rival.counted) added.ask(family.info(rival.runs, d), value);
  };
  add("startups", &Cost::startups, &Outcome::startups);
  add("blocks", &Cost::blocks, &Outcome::blocks);
  Row cycles = row(exhibit, d, rival.runs, "cycles");
  cycles.formula(time_of(rival.runs, d, kStartup, kBlock))
      .why("The formula omits heads and hops, 1 + 3 + 2 h cycles a phase, as for the paper's own algorithm.");
  if (d > rival.long_ran) return;
  cycles.ask(family.run(rival.runs, d, kStartup, kBlock), &Outcome::cycles)
      .budget(d <= rival.ran ? 0 : kLongBudget);
}

/// The paper's own algorithm, with misprints as printed.
void add_own(Exhibit& exhibit, const Family& family, int d) {
  const std::string name = family.name;
  const Cost cost = *cost_of(name, d);
  std::string misprint;
  if (name == "T4" && d == 4) {
    misprint =
        "Misprint: the last term is 1/3 2^{d+2} in the paper and must be 1/3 2^{d+5}, to agree with Theorem "
        "2, the "
        "schedule and the speed-ups quoted in Section 6.";
  } else if (name == "C64") {
    misprint = "Misprint: 8d - 25 must be 8d - 15, to agree with Theorem 3 and the schedule.";
  }
  const auto ask = [&](Row row, auto Outcome::*value) {
    if (d > family.long_counted) return;
    row.ask(family.info(family.own, d), value).budget(d <= family.counted ? 0 : kLongBudget);
  };
  Row startups = row(exhibit, d, name, "startups").formula(cost.startups).why(misprint);
  ask(name == "C64" ? startups.printed(8 * d - 25) : startups.printed(cost.startups), &Outcome::startups);
  Row blocks = row(exhibit, d, name, "blocks").formula(cost.blocks).why(misprint);
  ask(name == "T4" && d == 4 ? blocks.printed(1002.67) : blocks.printed(cost.blocks), &Outcome::blocks);
  Row cycles = row(exhibit, d, name, "cycles");
  cycles.formula(time_of(name, d, kStartup, kBlock)).why(kLonger);
  ask_own(cycles, family, d, kStartup, kBlock, cycles_of);
}

Exhibit cost_table(const Family& family, int number) {
  Exhibit exhibit{
      fmt::format("table-{}", number),
      fmt::format("Table {}: startup and transmission costs on a {}D torus of 2^d nodes a side", number,
                  family.dimensions),
      fmt::format(
          "Startups in units of t_s, blocks in units of b t_x, and cycles: t_s startups + b blocks, with t_s "
          "= "
          "{} and b = {}. Schemes in capitals are the printed formulas, evaluated; those in small letters "
          "are "
          "reconstructions, with formulas of their own. Measured: {} and the reconstructions, counted in the "
          "schedule and run flit by flit with barriers.",
          kStartup, kBlock, family.name),
      {"d", "scheme", "cost"}};
  for (int d = family.first; d <= family.last; ++d) {
    for (const Rival& rival : family.rivals) add_rival(exhibit, family, rival, d);
    add_own(exhibit, family, d);
  }
  return exhibit;
}

// --- Table 5

/// A limit that the paper prints, and its numerator over 65.
struct Limit {
  double printed;
  int share;
};

void add_limits(Exhibit& exhibit, const Family& family, const std::array<Limit, 3>& limits) {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const Rival& rival = family.rivals[i];
    const int d = family.counted, both = std::min(rival.counted, d);
    const double theirs = blocks_of(rival.name, d);
    row(exhibit, fmt::format("{}/{}", rival.name, family.name))
        .printed(limits[i].printed)
        .formula(limits[i].share / 65.0)
        .ask(family.info(family.own, d),
             [theirs](const Outcome& outcome) { return theirs / static_cast<double>(outcome.blocks); })
        .why(fmt::format(
            "At d = {}, terms of lower order remain.{}", d,
            std::string(rival.name) == "T-2D1" ? " T-2D1/T4 approaches its limit from above." : ""));
    row(exhibit, fmt::format("{}/{}", rival.runs, family.name))
        .formula(blocks_of(rival.runs, both) / blocks_of(family.name, both))
        .ask(family.info(rival.runs, both), &Outcome::blocks)
        .over(family.info(family.own, both))
        .why(fmt::format(
            "At d = {}, for a reconstruction that is never more costly than the printed formula of {}.", both,
            rival.name));
  }
}

Exhibit table_5() {
  Exhibit exhibit{
      "table-5",
      "Table 5: speed-ups on transmission time for large d",
      "Printed and formula: the limit for d -> infinity. Measured, rivals in capitals: their formula over "
      "the blocks counted in T4 on 512 x 512 and C64 on 64 x 64 x 64. Measured, reconstructions in small "
      "letters: both schedules counted, on the largest torus possible.",
      {"speed-up"}};
  add_limits(exhibit, kFlat, {{{3.32, 216}, {2.22, 144}, {1.48, 96}}});
  add_limits(exhibit, kSolid, {{{7.38, 480}, {2.22, 144}, {1.48, 96}}});
  return exhibit;
}

// --- Figures 9 to 11

std::string figure_text(const Family& family, const char* more) {
  return fmt::format(
      "The time of the other scheme over that of {}, as a formula and measured flit by flit with barriers. "
      "For a scheme "
      "in capitals, only {} is measured; for a reconstruction in small letters, both sides are. The printed "
      "figure is "
      "too coarse to read its curves; numbers that the text quotes from it are beside their points.{}",
      family.name, family.name, more);
}

/// Where a figure has the points of one torus, and how its curves are called.
struct Place {
  double panel, x;
  std::string more;
};

/// Speed-ups of the own algorithm over its rivals on a torus of 2^d a side. Quotes: the limits of the curves
/// for large b, from the text of Section 6.2; none: 0.
void add_speed_ups(Exhibit& exhibit, const Family& family, int d, double startup, double block,
                   const Place& place, const std::array<double, 3>& quotes = {}) {
  for (std::size_t i = 0; i < quotes.size(); ++i) {
    const std::string scheme = family.rivals[i].name;
    const double theirs = time_of(scheme, d, startup, block);
    Row added = row(exhibit, place.panel, fmt::format("{}/{}{}", scheme, family.name, place.more), place.x);
    added.formula(theirs / time_of(family.name, d, startup, block))
        .why("T4 and C64 take a few cycles more than their formula, for heads and hops (Tables 3 and 4).");
    ask_own(added, family, d, startup, block,
            [theirs](const Outcome& outcome) { return theirs / static_cast<double>(outcome.cycles); });
    if (quotes[i] == 0) continue;
    added.printed(quotes[i]).why(
        d == 6 && scheme == "T-2D1" ? "Printed 3.47; without startup time it is 165888/47872 = 3.465."
        : d == 6 && scheme == "DP-2D"
            ? "Printed 1.46 as the limit; it is 16/11 = 1.4545."
            : "The printed value is the limit for large b, which this b does not quite "
              "reach.");
  }
  for (const Rival& rival : family.rivals) {
    if (!cost_of(rival.runs, d)) continue;
    Row added =
        row(exhibit, place.panel, fmt::format("{}/{}{}", rival.runs, family.name, place.more), place.x);
    added.formula(time_of(rival.runs, d, startup, block) / time_of(family.name, d, startup, block))
        .why("Both take a few cycles more than their formulas, for heads and hops (Tables 3 and 4).");
    if (d > std::min(rival.long_ran, family.long_ran)) continue;
    added.ask(family.run(rival.runs, d, startup, block), &Outcome::cycles)
        .over(family.run(family.own, d, startup, block))
        .budget(d <= std::min(rival.ran, family.ran) ? 0 : kLongBudget);
  }
}

Exhibit figure_over_size(const Family& family, int number, std::initializer_list<int> ratios) {
  Exhibit exhibit{fmt::format("figure-{}", number),
                  fmt::format("Figure {}: speed-up of {} over torus sizes", number, family.name),
                  figure_text(family, ""),
                  {"t_s/(b t_x)", "speed-up", "d"}};
  exhibit.plot = Plot{0, 1, 2, "d", "speed-up"};
  constexpr double kParagon = 4;  // the paper's b
  for (const int ratio : ratios) {
    for (int d = family.first; d <= family.last; ++d) {
      add_speed_ups(exhibit, family, d, ratio * kParagon, kParagon, {double(ratio), double(d), ""});
    }
  }
  return exhibit;
}

Exhibit figure_10() {
  Exhibit exhibit{"figure-10",
                  "Figure 10: speed-up of T4 over block sizes",
                  figure_text(kFlat, " t_x = 1."),
                  {"d", "speed-up", "b"}};
  exhibit.plot = Plot{0, 1, 2, "b [flits]", "speed-up"};
  const std::pair<int, std::array<double, 3>> limits[] = {
      {4, {1.89, 1.33, 1.11}}, {5, {2.94, 1.81, 1.36}}, {6, {3.47, 2.05, 1.46}}};
  for (const auto& [d, quotes] : limits) {
    for (const int startup : {10000, 2000, 400}) {
      for (const int block : {4, 16, 64, 256, 1024, 4096, 16384}) {
        add_speed_ups(exhibit, kFlat, d, startup, block,
                      {double(d), double(block), fmt::format(", t_s = {}", startup)},
                      block == 16384 ? quotes : std::array<double, 3>{});
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> all = rings();
  for (Exhibit& exhibit : std::vector{cost_table(kFlat, 3), cost_table(kSolid, 4), table_5(),
                                      figure_over_size(kFlat, 9, {2500, 500, 100, 1}), figure_10(),
                                      figure_over_size(kSolid, 11, {2500, 1})}) {
    all.push_back(std::move(exhibit));
  }
  return all;
}

}  // namespace torusim::tseng
