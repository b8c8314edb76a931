#pragma once
/// Which part of a run's waves matters: the time around a worm, a cycle or a wait, and the routers that had
/// to do with it.

#include <string>
#include <vector>

#include "testbench/report/explained_run.h"

namespace torusim {

struct WavesWindow {
  Cycle first = 0, last = 0;  ///< both included
  std::vector<NodeId> nodes;
  std::string about;  ///< one line for people
  /// Every worm that is under way in the window was started in this cycle or later.
  Cycle heard_from = 0;
};

/// `around`: `worm:31` or `worm:s4`, a message or signal by number, on all its way; `cycle:120`, the routers
/// with most flits around that cycle; `stall`, the longest wait of the critical path, or, if it has none, of
/// the run. Only for a stall is the whole run watched; else it is made again unwatched, but for what has to
/// be known of the window. Throws UsageError when it is none of these, InputError when the run has no such
/// thing.
WavesWindow window_around(Replay& replay, const std::string& around);

}  // namespace torusim
