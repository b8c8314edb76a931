#pragma once
/// Which part of a run's waves matters: the time around a worm, a cycle or a wait, and the routers that had
/// to do with it.

#include <string>
#include <vector>

#include "testbench/report/explanation.h"

namespace torusim {

struct WavesWindow {
  Cycle first = 0, last = 0;  ///< both included
  std::vector<NodeId> nodes;
  std::string about;  ///< one line for people
};

/// `around`: `worm:31` or `worm:s4`, a message or signal by number, on all its way; `cycle:120`, the routers
/// with most flits around that cycle; `stall`, the longest wait of the critical path, or, if it has none, of
/// the run. Throws UsageError when it is none of these, InputError when the run has no such thing.
WavesWindow window_around(const Explanation& run, const std::string& around);

}  // namespace torusim
