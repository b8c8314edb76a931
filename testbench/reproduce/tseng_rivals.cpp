#include "testbench/reproduce/tseng_rivals.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {

void add_rival_costs(Exhibit& exhibit, const Family& family, const Rival& rival, int d, Cycle startup,
                     int block) {
  const Cost printed = printed_cost(rival, d), cost = running_cost(rival, d).value();
  const auto add = [&](const char* what, const std::string& text, double formula,
                       double (*value_of)(const Outcome&)) -> Point& {
    Point point{{fmt::format("{}", d), rival.runs_as, what}, text, formula};
    point.value_of = value_of;
    point.why = fmt::format("A reconstruction, never more costly than the printed formula of {}.",
                            rival.printed_name);
    return exhibit.points.emplace_back(std::move(point));
  };
  const auto counted = [&](Point& point) {
    if (d <= rival.last_counted) point.experiment = count_of(rival.runs_as, family.shape(d));
  };
  counted(
      add("startups", fmt::format("{}", printed.startups), static_cast<double>(cost.startups), &startups));
  counted(add("blocks", fmt::format("{}", printed.blocks), static_cast<double>(cost.blocks), &blocks));
  Point& time = add("cycles", "", cost.time(static_cast<double>(startup), 1, block), &cycles);
  time.why = "Heads and hops: 1 + 3 + 2 h cycles a phase, as of the paper's own algorithm.";
  if (d <= rival.long_run) time.experiment = family.timed(rival.runs_as, d, startup, block);
  time.least_budget = budget_for(d, rival.last_run);
}

void add_rival_limit(Exhibit& exhibit, const Family& family, const Rival& rival) {
  const int d = std::min(rival.last_counted, family.last_counted);
  const auto ours = static_cast<double>(family.own_cost(d).blocks);
  Point point{{fmt::format("{}/{}", rival.runs_as, family.own_name())},
              "",
              static_cast<double>(running_cost(rival, d)->blocks) / ours};
  point.experiment = count_of(rival.runs_as, family.shape(d));
  point.over = count_of(family.own, family.shape(d));
  point.value_of = &blocks;
  point.why =
      fmt::format("At d = {}, and a reconstruction, never more costly than the printed formula of {}.", d,
                  rival.printed_name);
  exhibit.points.push_back(std::move(point));
}

void add_rival_speed_up(Exhibit& exhibit, const Family& family, const Rival& rival, const std::string& panel,
                        const std::string& more, const std::string& x, int d, Cycle startup, int block) {
  const auto time = [&](const Cost& cost) { return cost.time(static_cast<double>(startup), 1, block); };
  Point point{{panel, fmt::format("{}/{}{}", rival.runs_as, family.own_name(), more), x},
              "",
              time(*running_cost(rival, d)) / time(family.own_cost(d))};
  if (d <= std::min(rival.long_run, family.long_run)) {
    point.experiment = family.timed(rival.runs_as, d, startup, block);
    point.over = family.timed(family.own, d, startup, block);
    point.least_budget = budget_for(d, std::min(rival.last_run, family.last_run));
  }
  point.value_of = &cycles;
  point.why = "Both take a few cycles more than their formulas: heads and hops, see Tables 3 and 4.";
  exhibit.points.push_back(std::move(point));
}

}  // namespace torusim
