#include "models/pins/network.h"

#include <systemc>

#include "models/contract/kernel.h"
#include "models/pins/network_module.h"

namespace torusim::pins {
namespace {

/// Ends the kernel when the run is over.
class RunJudge : public CycleJudge {
 public:
  explicit RunJudge(RunControl& control) : control_(control) {}
  void progressed(Cycle now) override { control_.progressed(now); }
  void found_fault(Cycle now) override {
    control_.should_stop(now, now + 1);
    sc_core::sc_stop();
  }
  void cycle_ended(Cycle now, Cycle next) override {
    if (control_.should_stop(now, next)) sc_core::sc_stop();
  }

 private:
  RunControl& control_;
};

}  // namespace

std::vector<ForeignState> run(const Hardware& hardware, MessageSource& source, WormTable& worms,
                              Scoreboard& scoreboard, RunControl& control,
                              const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign) {
  RunContext context{hardware, source, worms, scoreboard};
  RunJudge judge(control);
  const sc_core::sc_clock clock("clock", clock_period(), 0.5, clock_period(), true);
  NetworkModule network("network", clock, context, judge, observers, std::move(foreign));
  run_kernel();
  return network.foreign_states();
}

}  // namespace torusim::pins
