#pragma once
/// The hardware at the level that a run asks for, driven by whatever message source.

#include "models/contract/message_source.h"
#include "models/contract/run_control.h"
#include "models/contract/run_options.h"
#include "models/watch/foreign_state.h"
#include "models/watch/scoreboard.h"

namespace torusim {

/// Elaborates the network in a kernel of its own and runs it until `control` stops it. Of `options` it uses
/// hardware, level, sleep, observers, and what is said of foreign routers. Returns how it leaves those.
std::vector<ForeignState> run_at_level(const RunOptions& options, MessageSource& source, WormTable& worms,
                                       Scoreboard& scoreboard, RunControl& control);

}  // namespace torusim
