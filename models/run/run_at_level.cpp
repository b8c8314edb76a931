#include "models/run/run_at_level.h"

#include <optional>

#include "models/contract/kernel.h"
#include "models/foreign/guest_output.h"
#include "models/foreign/place.h"
#include "models/pins/network.h"
#include "models/run/fast_run.h"
#include "models/run/run_without_kernel.h"
#include "models/run/simulation.h"
#include "models/run/traffic_run.h"

namespace torusim {

std::vector<ForeignState> run_at_level(const RunOptions& options, MessageSource& source, WormTable& worms,
                                       Scoreboard& scoreboard, RunControl& control) {
  std::optional<rtl::GuestOutput> guest_output;  // longer than the routers live: their last words too
  if (options.foreign_router && !options.rtl_nodes.empty()) guest_output.emplace();
  if (options.level != Level::kPins) {
    return run_without_kernel(options, source, worms, scoreboard, control);
  }
  ToldOfMoves told(options.hardware, options.observers, false);
  KernelSession kernel;
  auto states = pins::run(options.hardware, source, worms, scoreboard, control, told.observers(),
                          rtl::make_foreign_routers(options.hardware, options));
  told.finish();
  return states;
}

TrafficResult simulate_traffic(const TrafficOptions& options) {
  return simulate_traffic_by(run_at_level, options);
}

RunResult simulate(Schedule& schedule, const RunOptions& options) {
  return simulate_by(run_at_level, schedule, options);
}

}  // namespace torusim
