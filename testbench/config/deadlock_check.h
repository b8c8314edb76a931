#pragma once
/// The verdict on deadlock before a run or a measurement.

#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "schedules/check/deadlock_verdict.h"
#include "testbench/config/run_config.h"

namespace torusim {

struct DeadlockCheck {
  std::string what;     ///< title: "direct on ring:8"
  std::string setting;  ///< "sync barrier, 1 class x 1 lane of 4 flits, wormhole"
  Hardware hardware;
  bool packets = false;  ///< open-loop traffic, not messages of a schedule
  DeadlockVerdict verdict = {};
  std::vector<std::string> channels = {};  ///< channels of the circle: "+x of node 3, class 0 lane 1"
  std::string prevention = {};             ///< "--lanes 2 prevents it"; empty: no known setting does
};

/// Judges the schedule or traffic pattern that `config.algorithm` names, and fills every `auto`. Throws the
/// UsageError and InputError of a run.
DeadlockCheck check_deadlock(RunConfig& config);

}  // namespace torusim
