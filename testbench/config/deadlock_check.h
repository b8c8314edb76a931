#pragma once
/// The verdict on deadlock before a run or a measurement.

#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "schedules/check/deadlock_verdict.h"
#include "testbench/config/run_config.h"

namespace torusim {

struct DeadlockCheck {
  std::string what;     ///< "direct on ring:8"
  std::string setting;  ///< "sync barrier, 1 class x 1 lane of 4 flits, wormhole"
  Hardware hardware;
  bool packets = false;  ///< of traffic, not messages of a schedule
  DeadlockVerdict verdict = {};
  std::vector<std::string> channels = {};  ///< those of the circle: "+x of node 3, class 0 lane 1"
  std::string prevention = {};             ///< "--lanes 2 prevents it"; empty if nothing known does
};

/// Judges the schedule or the pattern of traffic that `config.algorithm` names, and fills every `auto`.
/// Throws UsageError and InputError where a run would.
DeadlockCheck check_deadlock(RunConfig& config);

}  // namespace torusim
