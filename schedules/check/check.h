#pragma once
/// Does a schedule perform its collective correctly, and does it keep what it claims?
///
/// Checked: every block is held when it is sent (blocks received in a phase can be sent in a later one only)
/// and is where it must be at the end, delivered exactly once or, of copies, as often again as the schedule
/// says; sends and receives of a node in a phase do not exceed
/// its ports; routes lead from source to destination over channels that exist; disjoint channels and shortest
/// paths where claimed; message classes; signals of local synchronisation. Blocks that move are not listed
/// one by one: time and memory go with transfers and boxes, 2^30 blocks of a torus of 32768 nodes are no
/// matter. Of blocks that are copied there is a bit for each node that can hold one.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/check/violation.h"
#include "schedules/core/cost.h"

namespace torusim {

struct CheckOptions {
  int keep = 20;             ///< violations to keep; all are counted
  bool dependencies = true;  ///< look for cycles of channel dependencies
  int lanes = 2;             ///< of the routers, for that (1 or 2)
};

/// A cycle of channel dependencies is no violation: with barriers only those within a phase can deadlock.
struct DependencyCycles {
  std::vector<std::string> in_phase;  ///< a cycle among the routes of one phase; empty if there is none
  std::string phase;                  ///< the first such phase
  std::vector<std::string> overall;   ///< a cycle among the routes of all phases
};

struct CheckReport {
  std::vector<Violation> violations;  ///< the first ones
  std::int64_t violation_count = 0;   ///< all
  std::vector<PhaseSummary> phases;
  Cost cost;
  std::int64_t transfers = 0;
  std::int64_t block_hops = 0;  ///< sum over transfers of blocks times hops
  std::int64_t repeats = 0;     ///< blocks that came to nodes which held them already
  DependencyCycles cycles;

  bool correct() const { return violation_count == 0; }
};

/// What holds phase by phase, without the blocks: ports, routes, claims, classes, signals. A run tests none
/// of them. Keeps the first violation.
struct PhaseReport {
  std::int64_t violation_count = 0;
  std::string first;
};

/// Goes through the schedule once and leaves it rewound.
PhaseReport check_phases(Schedule& schedule);

/// Goes through the schedule once and leaves it rewound.
CheckReport check(Schedule& schedule, const CheckOptions& options = {});

}  // namespace torusim
