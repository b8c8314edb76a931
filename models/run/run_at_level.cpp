#include "models/run/run_at_level.h"

#include <optional>

#include "models/contract/kernel.h"
#include "models/dense/network.h"
#include "models/foreign/guest_output.h"
#include "models/foreign/place.h"
#include "models/pins/network.h"
#include "models/run/fast_run.h"

namespace torusim {
namespace {

std::vector<ForeignState> run_fast(const RunOptions& options, MessageSource& source, WormTable& worms,
                                   Scoreboard& scoreboard, RunControl& control,
                                   std::vector<PlacedRouter> foreign) {
  FastRun network(options, source, worms, scoreboard, std::move(foreign));
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

std::vector<ForeignState> run_pins(const RunOptions& options, MessageSource& source, WormTable& worms,
                                   Scoreboard& scoreboard, RunControl& control,
                                   std::vector<PlacedRouter> foreign) {
  ToldOfMoves told(options.hardware, options.observers, false);
  KernelSession kernel;
  auto states =
      pins::run(options.hardware, source, worms, scoreboard, control, told.observers(), std::move(foreign));
  told.finish();
  return states;
}

}  // namespace

std::vector<ForeignState> run_at_level(const RunOptions& options, MessageSource& source, WormTable& worms,
                                       Scoreboard& scoreboard, RunControl& control) {
  if (options.level == Level::kDense) {
    run_dense(options, source, worms, scoreboard, control);
    return {};
  }
  std::optional<rtl::GuestOutput> guest_output;  // longer than the routers live: their last words too
  if (options.foreign_router && !options.rtl_nodes.empty()) guest_output.emplace();
  std::vector<PlacedRouter> foreign = rtl::make_foreign_routers(options.hardware, options);
  const auto run = options.level == Level::kFast ? run_fast : run_pins;
  return run(options, source, worms, scoreboard, control, std::move(foreign));
}

}  // namespace torusim
