#pragma once
/// The relevant part of a run's waves: the time around a worm, a cycle or a wait, and the routers concerned.

#include <string>
#include <vector>

#include "testbench/report/explained_run.h"

namespace torusim {

struct WavesWindow {
  Cycle first = 0, last = 0;  ///< both included
  std::vector<NodeId> nodes;
  std::string about;  ///< one line for people
  /// The earliest start of a worm that is under way in the window.
  Cycle heard_from = 0;
};

/// `around`: `worm:31` or `worm:s4`, the whole path of a message or signal by number; `cycle:120`, the
/// routers with most flits around that cycle; `stall`, the longest wait of the critical path, or without one,
/// of the run. Only `stall` repeats the run with its explanation; the others use fewer observers, which is
/// faster. Throws UsageError for another text, InputError if the run has no such worm, cycle or wait.
WavesWindow window_around(Replay& replay, const std::string& around);

}  // namespace torusim
