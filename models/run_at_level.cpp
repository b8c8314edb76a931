#include "models/run_at_level.h"

#include "models/fast/network.h"
#include "models/kernel.h"
#include "models/pins/network.h"
#include "models/rtl/place.h"

namespace torusim {
namespace {

void run_fast(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
              RunControl& control) {
  fast::FastNetwork network(options.hardware, source, worms, scoreboard, options.observers, options.sleep,
                            rtl::make_foreign_routers(options.hardware, options));
  KernelSession kernel;
  CycleProcess process("network", [&](Cycle now) {
    const Cycle next = network.step(now);
    control.progressed(network.last_move());
    return control.should_stop(now, next) ? CycleProcess::kStop : next;
  });
  sc_core::sc_start();
}

}  // namespace

void run_at_level(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
                  RunControl& control) {
  if (options.level == Level::kFast) {
    run_fast(options, source, worms, scoreboard, control);
  } else {
    KernelSession kernel;
    pins::run(options, source, worms, scoreboard, control);
  }
}

}  // namespace torusim
