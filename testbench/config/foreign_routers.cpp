#include "testbench/config/foreign_routers.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "testbench/config/fitting_model.h"
#include "testbench/config/node_options.h"
#include "testbench/config/router_groups.h"

namespace torusim {
namespace {

/// Nodes of --trace-rtl, which must all have a foreign router.
std::vector<NodeId> traced_nodes(const RunConfig& config, const Hardware& hardware,
                                 const ForeignPlacement& placement) {
  const auto nodes = chosen_nodes("--trace-rtl", config.trace_rtl, hardware.topology, config.seed);
  for (const NodeId node : nodes) {
    if (std::count(placement.rtl_nodes.begin(), placement.rtl_nodes.end(), node) != 0) continue;
    throw UsageError(fmt::format("--trace-rtl: the router of node {} is a model; choose it with --rtl",
                                 hardware.topology.node_name(node)));
  }
  return nodes;
}

}  // namespace

void place_foreign_routers(const RunConfig& config, const Hardware& hardware, ForeignPlacement& placement) {
  try {
    placement = rtl::place_routers(hardware, config.rtl, config.seed,
                                   [&] { return fitting_model(config.rtl_models, hardware, config.quiet); });
  } catch (const UsageError& error) {
    throw UsageError(std::string("--rtl: ") + error.what());
  } catch (const InputError& error) {
    throw InputError(std::string("--rtl: ") + error.what());
  }
  if (config.run.lockstep && placement.rtl_nodes.empty()) {
    throw UsageError("--lockstep needs routers to compare: --rtl all");
  }
  placement.traced_nodes = traced_nodes(config, hardware, placement);
  placement.lockstep = config.run.lockstep;
  placement.lockstep_waves = config.output.empty() ? "lockstep" : config.output + "_lockstep";
}

}  // namespace torusim
