#pragma once
/// Routers of the contract's plain code among those of a level.

#include "models/contract/reference_router.h"
#include "models/run/simulation.h"

namespace torusim::test {

/// At the nodes that `chosen` names.
template <typename Chosen>
void place_reference_routers(RunOptions& options, Chosen chosen) {
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return std::make_unique<ReferenceRouter>(hardware, node);
  };
  for (NodeId node = 0; node < options.hardware.topology.nodes(); ++node) {
    if (chosen(node)) options.rtl_nodes.push_back(node);
  }
}

}  // namespace torusim::test
