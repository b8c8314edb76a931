#include "models/run/run_at_level.h"

#include <fmt/format.h>

#include "models/fast/network.h"
#include "models/foreign/place.h"
#include "models/kernel/kernel.h"
#include "models/pins/network.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The routers of the fast level are clocked, each as a function.
std::vector<PlacedRouter> clocked_routers(const RunOptions& options) {
  std::vector<PlacedRouter> routers = rtl::make_foreign_routers(options.hardware, options);
  for (const PlacedRouter& placed : routers) {
    if (!placed.router->is_module()) continue;
    throw InputError(fmt::format("the router of node {} is a SystemC module, which needs pins: --level pins",
                                 options.hardware.topology.node_name(placed.node)));
  }
  return routers;
}

std::vector<ForeignState> run_fast(const RunOptions& options, MessageSource& source, WormTable& worms,
                                   Scoreboard& scoreboard, RunControl& control) {
  fast::FastNetwork network(options.hardware, source, worms, scoreboard, options.observers, options.sleep,
                            clocked_routers(options));
  KernelSession kernel;
  CycleProcess process("network", [&](Cycle now) {
    const Cycle next = network.step(now);
    control.progressed(network.last_move());
    return control.should_stop(now, next) ? CycleProcess::kStop : next;
  });
  sc_core::sc_start();
  network.finish(control.last_cycle());
  return network.foreign_states();
}

}  // namespace

std::vector<ForeignState> run_at_level(const RunOptions& options, MessageSource& source, WormTable& worms,
                                       Scoreboard& scoreboard, RunControl& control) {
  if (options.level == Level::kFast) return run_fast(options, source, worms, scoreboard, control);
  KernelSession kernel;
  return pins::run(options, source, worms, scoreboard, control);
}

}  // namespace torusim
