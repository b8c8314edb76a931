#pragma once
/// The levels that need no SystemC kernel: fast and dense.

#include "models/contract/message_source.h"
#include "models/contract/run_control.h"
#include "models/contract/run_options.h"
#include "models/watch/foreign_state.h"
#include "models/watch/scoreboard.h"

namespace torusim {

/// As run_at_level(), but throws InputError for the pins level.
std::vector<ForeignState> run_without_kernel(const RunOptions& options, MessageSource& source,
                                             WormTable& worms, Scoreboard& scoreboard, RunControl& control);

/// Runs the hardware: run_at_level(), or run_without_kernel() in programs that are not to contain SystemC.
using LevelRun = std::vector<ForeignState> (*)(const RunOptions&, MessageSource&, WormTable&, Scoreboard&,
                                               RunControl&);

}  // namespace torusim
