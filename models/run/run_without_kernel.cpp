#include "models/run/run_without_kernel.h"

#include "models/contract/observer_hooks.h"
#include "models/dense/network.h"
#include "models/foreign/place.h"
#include "models/run/fast_run.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

std::vector<ForeignState> run_fast(const RunOptions& options, MessageSource& source, WormTable& worms,
                                   Scoreboard& scoreboard, RunControl& control) {
  FastRun network(options, source, worms, scoreboard, rtl::make_foreign_routers(options.hardware, options));
  for (Cycle now = 0;;) {
    const Cycle next = network.step(now);
    control.progressed(network.last_move());
    const Cycle simulated = network.now() - now + 1;
    if (control.should_stop(network.now(), next, simulated)) break;
    now = next;
  }
  network.finish(control.last_cycle());
  return network.foreign_states();
}

void run_dense(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
               RunControl& control) {
  Observer* const counted = observer_of_sums(options.observers);
  const auto network = dense::make_network(options.hardware, options.longest_worm, source, worms, scoreboard,
                                           counted == nullptr ? nullptr : counted->sums(), options.threads);
  for (Cycle now = 0;;) {
    const Cycle next = network->step(now), last = network->now();
    control.progressed(last);
    if (control.should_stop(last, next, last - now + 1)) {
      const Cycle last_move = network->finish(last);
      if (counted != nullptr) counted->spans_finished(last_move + 1);
      return;
    }
    now = next;
  }
}

}  // namespace

std::vector<ForeignState> run_without_kernel(const RunOptions& options, MessageSource& source,
                                             WormTable& worms, Scoreboard& scoreboard, RunControl& control) {
  switch (options.level) {
    case Level::kFast:
      return run_fast(options, source, worms, scoreboard, control);
    case Level::kDense:
      run_dense(options, source, worms, scoreboard, control);
      return {};
    case Level::kPins:
      break;
  }
  throw InputError("level pins needs the SystemC kernel, which this program does not have");
}

}  // namespace torusim
