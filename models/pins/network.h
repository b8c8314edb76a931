#pragma once
/// The network at the pins level: every router, arbiter, link and node interface a module with pins.

#include "models/contract/message_source.h"
#include "models/contract/observer.h"
#include "models/kernel/run_control.h"
#include "models/watch/foreign_state.h"
#include "models/watch/scoreboard.h"

namespace torusim::pins {

/// Elaborates the network, runs it until `control` stops it. Needs an SystemC kernel of its own
/// (KernelSession). Returns how it leaves the foreign routers.
std::vector<ForeignState> run(const RunOptions& options, MessageSource& source, WormTable& worms,
                              Scoreboard& scoreboard, RunControl& control);

}  // namespace torusim::pins
