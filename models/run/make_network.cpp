#include "models/run/make_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/contract/observer_hooks.h"
#include "models/dense/network.h"
#include "models/fast/network.h"
#include "models/foreign/guest_call.h"
#include "models/foreign/place.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Simulated cycles between two calls of the progress function: about a million router cycles, a sixteenth at
/// the slower pins level, so that large networks, too, report and can be interrupted every second or so.
int cycles_between_reports(const RunOptions& options) {
  const int router_cycles = options.level == Level::kPins ? 1 << 16 : 1 << 20;
  return std::clamp(router_cycles / options.hardware.topology.nodes(), 1, 4096);
}

}  // namespace

std::unique_ptr<NetworkModel> make_network_without_kernel(const RunOptions& options, MessageSource& source,
                                                          WormTable& worms, Scoreboard& scoreboard) {
  switch (options.level) {
    case Level::kFast:
      return std::make_unique<fast::FastNetwork>(
          options.hardware, source, worms, scoreboard, options.observers, options.sleep,
          rtl::make_foreign_routers(options.hardware, options), options.threads, options.longest_worm);
    case Level::kDense:
      return dense::make_network(options.hardware, options.longest_worm, source, worms, scoreboard,
                                 observer_of_sums(options.observers), options.threads);
    case Level::kPins:
      break;
  }
  throw InputError(no_kernel("the modules of --level pins"));
}

RunEnd run_to_end(NetworkModel& network, const RunOptions& options, const MessageSource& source,
                  const Scoreboard& scoreboard) {
  const auto end = [&](Verdict verdict, Cycle cycle) {
    network.finish(cycle);
    return RunEnd{verdict, cycle, network.foreign_states()};
  };
  Cycle cycles_to_progress = 0;
  for (Cycle now = 0;;) {
    const Cycle next = network.step(now), last = network.now();
    if (source.failed() || !scoreboard.failure().empty()) return end(Verdict::kFailed, last);
    if (source.done()) return end(Verdict::kVerified, last);
    if (next == MessageSource::kNever) return end(Verdict::kDeadlock, network.last_move());
    if (options.max_cycles > 0 && next > options.max_cycles) return end(Verdict::kLimit, options.max_cycles);
    if (options.progress && (cycles_to_progress -= last - now + 1) < 0) {
      cycles_to_progress = cycles_between_reports(options);
      if (!options.progress(source.delivered(), source.total(), last))
        return end(Verdict::kInterrupted, last);
    }
    now = next;
  }
}

RunEnd run_network(NetworkFactory make, const RunOptions& options, MessageSource& source, WormTable& worms,
                   Scoreboard& scoreboard) {
  std::optional<rtl::GuestOutput> guest_output;  // longer than the routers live: their last words too
  const bool output_is_ours = make != make_network_without_kernel;  // not that of a library
  if (output_is_ours && options.foreign_router && !options.rtl_nodes.empty()) guest_output.emplace();
  return run_to_end(*make(options, source, worms, scoreboard), options, source, scoreboard);
}

std::string no_kernel(const std::string& what) {
  return fmt::format("{} need SystemC, which this program was built without", what);
}

}  // namespace torusim
