#pragma once
/// The network at the pins level in a SystemC kernel of its own.

#include <memory>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/network_model.h"
#include "models/contract/observer.h"
#include "models/watch/scoreboard.h"

namespace torusim::pins {

/// Elaborates the network, with the foreign routers at their nodes. Kernels cannot be nested, so only one
/// such network can exist at a time. All arguments but `foreign` must outlive it.
std::unique_ptr<NetworkModel> make_network(const Hardware& hardware, MessageSource& source, WormTable& worms,
                                           Scoreboard& scoreboard, const std::vector<Observer*>& observers,
                                           std::vector<PlacedRouter> foreign);

}  // namespace torusim::pins
