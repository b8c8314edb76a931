#pragma once
/// Checks that a schedule performs its collective correctly and keeps its claims.
///
/// A sender must hold each block that it sends; a block received in a phase can be sent only in a later
/// phase. Every block must be at its destinations at the end, delivered exactly once. Copies may be repeated
/// as often as the schedule states. Sends and receives of a node in a phase must not exceed its ports. Routes
/// must lead from source to destination over existing channels, on disjoint channels and shortest paths where
/// claimed. Message classes and signals of local synchronisation are checked too.
///
/// Blocks that move are not listed one by one: time and memory grow with transfers and boxes, so 2^30 blocks
/// of a torus of 32768 nodes are possible. Blocks that are copied take a bit for each node and block.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/check/violation.h"
#include "schedules/core/cost.h"

namespace torusim {

struct CheckOptions {
  int keep = 20;             ///< violations to keep; all are counted
  bool dependencies = true;  ///< look for cycles of channel dependencies
  int lanes = 2;             ///< lanes of the routers, for these cycles (1 or 2)
};

/// A cycle of channel dependencies is no violation: with barriers only cycles within a phase can deadlock.
struct DependencyCycles {
  std::vector<std::string> in_phase;  ///< a cycle among the routes of one phase; empty if there is none
  std::string phase;                  ///< the first such phase
  std::vector<std::string> overall;   ///< a cycle among the routes of all phases
};

struct CheckReport {
  std::vector<Violation> violations;  ///< the first violations
  std::int64_t violation_count = 0;   ///< number of all violations
  std::vector<PhaseSummary> phases;
  Cost cost;
  std::int64_t transfers = 0;
  std::int64_t block_hops = 0;  ///< sum over transfers of blocks times hops
  std::int64_t repeats = 0;     ///< blocks delivered to nodes that held them already
  DependencyCycles cycles;

  bool correct() const { return violation_count == 0; }
};

/// The result of the checks that need no blocks: ports, routes, claims, classes, signals. A run tests none of
/// these. `first` is the first violation.
struct PhaseReport {
  std::int64_t violation_count = 0;
  std::string first;
};

/// Goes through the schedule once and leaves it rewound.
PhaseReport check_phases(Schedule& schedule);

/// Goes through the schedule once and leaves it rewound.
CheckReport check(Schedule& schedule, const CheckOptions& options = {});

}  // namespace torusim
