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
};

/// The paper's algorithm for tori of 2^d nodes a side, and what it is compared with.
struct Family {
  const char* own;
  int dimensions;
  std::vector<Rival> rivals;
  Cost (*own_cost)(int d);
  int first, last;   ///< d of the table and the figures
  int last_counted;  ///< largest d whose schedule is counted within seconds
  int last_run;      ///< .. that runs within seconds

  std::string own_name() const;
  std::string shape(int d) const;
  /// A run with barriers.
  Experiment timed(const char* algorithm, int d, Cycle startup, int block) const;
  /// .. of the own algorithm, if it is small enough.
  std::optional<Experiment> timed_own(int d, Cycle startup, int block) const;
};

/// What the formula of a rival costs.
inline Cost printed_cost(const Rival& rival, int d) { return published_cost(rival.scheme, d); }
/// What runs in its place costs, d >= 3; none where nothing does.
std::optional<Cost> running_cost(const Rival& rival, int d);

const Family& flat();
const Family& solid();

}  // namespace torusim
