#include "models/run/run_at_level.h"

#include <fmt/format.h>

#include <optional>

#include "models/contract/kernel.h"
#include "models/dense/network.h"
#include "models/fast/network.h"
#include "models/foreign/guest_output.h"
#include "models/foreign/place.h"
#include "models/pins/network.h"
#include "models/watch/spans_of_moves.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The routers of the fast level are clocked, each as a function.
void refuse_modules(const Hardware& hardware, const std::vector<PlacedRouter>& routers) {
  for (const PlacedRouter& placed : routers) {
    if (!placed.router->is_module()) continue;
    throw InputError(fmt::format("the router of node {} is a SystemC module, which needs pins: --level pins",
                                 hardware.topology.node_name(placed.node)));
  }
}

std::vector<ForeignState> run_fast(const RunOptions& options, MessageSource& source, WormTable& worms,
                                   Scoreboard& scoreboard, RunControl& control,
                                   std::vector<PlacedRouter> foreign) {
  fast::FastNetwork network(options.hardware, source, worms, scoreboard, options.observers, options.sleep,
                            std::move(foreign), options.threads);
  KernelSession kernel;
  CycleProcess process("network", [&](Cycle now) {
    const Cycle next = network.step(now);
    control.progressed(network.last_move());
    const Cycle simulated = network.now() - now + 1;
    return control.should_stop(network.now(), next, simulated) ? CycleProcess::kStop : next;
  });
  run_kernel();
  network.finish(control.last_cycle());
  return network.foreign_states();
}

/// Nothing sees its cycles but `control`, so it needs no kernel.
void run_dense(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
               RunControl& control) {
  const auto network = dense::make_network(options.hardware, options.longest_worm, source, worms, scoreboard);
  for (Cycle now = 0;;) {
    const Cycle next = network->step(now);
    control.progressed(now);
    if (control.should_stop(now, next)) return;
    now = next;
  }
}

std::vector<ForeignState> run(const RunOptions& options, MessageSource& source, WormTable& worms,
                              Scoreboard& scoreboard, RunControl& control,
                              std::vector<PlacedRouter> foreign) {
  if (options.level == Level::kFast) {
    refuse_modules(options.hardware, foreign);
    return run_fast(options, source, worms, scoreboard, control, std::move(foreign));
  }
  KernelSession kernel;
  return pins::run(options.hardware, source, worms, scoreboard, control, options.observers,
                   std::move(foreign));
}

}  // namespace

std::vector<ForeignState> run_at_level(const RunOptions& asked, MessageSource& source, WormTable& worms,
                                       Scoreboard& scoreboard, RunControl& control) {
  if (asked.level == Level::kDense) {
    run_dense(asked, source, worms, scoreboard, control);
    return {};
  }
  std::optional<rtl::GuestOutput> guest_output;  // longer than the routers live: their last words too
  if (asked.foreign_router && !asked.rtl_nodes.empty()) guest_output.emplace();
  std::vector<PlacedRouter> foreign = rtl::make_foreign_routers(asked.hardware, asked);
  const bool knows_spans = asked.level == Level::kFast && foreign.empty();
  if (knows_spans || span_observers(asked.observers).empty()) {
    return run(asked, source, worms, scoreboard, control, std::move(foreign));
  }
  // Those that want spans are told of them by one that is told of flits.
  RunOptions options = asked;
  SpansOfMoves spans(options.hardware, options.observers);
  options.observers.push_back(&spans);
  auto states = run(options, source, worms, scoreboard, control, std::move(foreign));
  spans.finish();
  return states;
}

}  // namespace torusim
