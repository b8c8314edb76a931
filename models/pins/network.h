#pragma once
/// The network at the pins level: every router, arbiter, link and node interface a module with pins.

#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/message_source.h"
#include "models/contract/observer.h"
#include "models/contract/run_control.h"
#include "models/watch/foreign_state.h"
#include "models/watch/scoreboard.h"

namespace torusim::pins {

/// Elaborates the network, with the foreign routers at their nodes, and runs it until `control` stops it.
/// Needs a SystemC kernel of its own (KernelSession). Returns how it leaves the foreign routers.
std::vector<ForeignState> run(const Hardware& hardware, MessageSource& source, WormTable& worms,
                              Scoreboard& scoreboard, RunControl& control,
                              const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign);

}  // namespace torusim::pins
