#pragma once
/// What Tseng, Ni, Sheu compare in Tables 3 to 5 and Figures 9 to 11, for tseng.cpp.

#include <optional>
#include <string>
#include <vector>

#include "schedules/formulas/published_costs.h"
#include "testbench/reproduce/exhibit.h"

namespace torusim {

/// A scheme of others: its printed cost, and what runs in its place (docs/gather-family.md).
struct Rival {
  const char* printed_name;  ///< "T-2D1"
  const char* runs_as;       ///< "t-2d1"
  PublishedScheme scheme;
  int last_counted, last_run;  ///< the largest d for which that takes seconds
  int long_run;                ///< the d up to which it runs with the budget kLongBudget
};

/// Seconds of a budget from which on the larger tori are counted and run.
inline constexpr double kLongBudget = 7200;
/// The least budget for a d up to whose first limit it takes seconds.
inline double budget_for(int d, int last) { return d <= last ? 0 : kLongBudget; }

/// The paper's algorithm for tori of 2^d nodes a side, and what it is compared with.
struct Family {
  const char* own;
  int dimensions;
  std::vector<Rival> rivals;
  Cost (*own_cost)(int d);
  int first, last;   ///< d of the table and the figures
  int last_counted;  ///< largest d whose schedule is counted within seconds
  int last_run;      ///< the last d that runs within seconds
  /// The same with the budget kLongBudget: what takes minutes.
  int long_counted, long_run;

  std::string own_name() const;
  std::string shape(int d) const;
  /// A run with barriers.
  Experiment timed(const char* algorithm, int d, Cycle startup, int block) const;
  /// The point is measured by a run of the own algorithm, if that is not too large for any budget.
  void time_own(Point& point, int d, Cycle startup, int block) const;
};

/// What the formula of a rival costs.
inline Cost printed_cost(const Rival& rival, int d) { return published_cost(rival.scheme, d); }
/// What runs in its place costs, d >= 3; none where nothing does.
std::optional<Cost> running_cost(const Rival& rival, int d);

const Family& flat();
const Family& solid();

}  // namespace torusim
