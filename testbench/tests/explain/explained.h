#pragma once
/// A run with everything that is known of it afterwards.

#include "models/run/simulation.h"
#include "models/watch/critical_path.h"
#include "models/watch/network_monitor.h"

namespace torusim::test {

struct Explained {
  Explained(Schedule& schedule, RunOptions options);
  FlitHistory history;
  NetworkMonitor monitor;
  RunResult result;
  CriticalPath path;
};

}  // namespace torusim::test
