#include "models/foreign/place.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/contract/foreign_placement.h"
#include "models/foreign/lockstep.h"
#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"

namespace torusim::rtl {

std::string trace_path(const Hardware& hardware, const ForeignPlacement& placement, NodeId node) {
  return placement.rtl_traces + "_" + hardware.topology.node_suffix(node) + ".vcd";
}

std::vector<PlacedRouter> make_foreign_routers(const Hardware& hardware, const ForeignPlacement& placement) {
  if (placement.lockstep && !placement.own_timing.empty()) {
    throw InputError(
        fmt::format("--lockstep compares every cycle, but the router of node {} does not claim to be "
                    "cycle-exact; without --lockstep its deliveries are checked",
                    hardware.topology.node_name(placement.own_timing.front())));
  }
  const RouterFactory factory = placement.foreign_router ? placement.foreign_router : make_rtl_router;
  std::vector<PlacedRouter> routers;
  for (const NodeId node : placement.rtl_nodes) {
    std::unique_ptr<ForeignRouter> router = factory(hardware, node);
    const bool traced = std::count(placement.traced_nodes.begin(), placement.traced_nodes.end(), node) != 0;
    if (traced && router->is_module()) {
      throw InputError(fmt::format(
          "--trace-rtl: the router of node {} is a SystemC module; sc_trace shows its internal signals",
          hardware.topology.node_name(node)));
    }
    if (traced && !router->trace(trace_path(hardware, placement, node))) {
      throw InputError(fmt::format(
          "--trace-rtl: the router of node {} was built without internal waveforms; configure torusim "
          "with -DTORUSIM_RTL_TRACE=ON",
          hardware.topology.node_name(node)));
    }
    if (placement.lockstep) {
      if (router->is_module()) {
        throw InputError(
            fmt::format("--lockstep clocks a router beside the reference router; that of node {} is a "
                        "SystemC module; compare its hash with that of a run without it",
                        hardware.topology.node_name(node)));
      }
      std::string waves = placement.lockstep_waves;
      if (!waves.empty()) waves += "_" + hardware.topology.node_suffix(node) + ".vcd";
      router = std::make_unique<LockstepRouter>(hardware, node, std::move(router), std::move(waves));
    }
    routers.push_back({node, std::move(router)});
  }
  return routers;
}

}  // namespace torusim::rtl
