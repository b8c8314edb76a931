#include "models/pins/network.h"

#include <systemc>
#include <utility>

#include "models/contract/kernel.h"
#include "models/pins/network_module.h"
#include "models/watch/spans_of_moves.h"

namespace torusim::pins {
namespace {

/// Each step runs the kernel until the module reports the end of a cycle.
class PinsNetwork final : public NetworkModel, private CycleJudge {
 public:
  PinsNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
              const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign)
      : told_(hardware, observers, false),
        run_{hardware, source, worms, scoreboard},
        clock_("clock", clock_period(), 0.5, clock_period(), true),
        network_("network", clock_, run_, *this, told_.observers(), std::move(foreign)) {}

  Cycle step(Cycle) override {
    run_kernel();
    return next_;
  }
  Cycle now() const override { return now_; }
  Cycle last_move() const override { return last_move_; }
  void finish(Cycle) override {
    sc_core::sc_stop();
    told_.finish();
  }
  std::vector<ForeignState> foreign_states() const override { return network_.foreign_states(); }

 private:
  void progressed(Cycle now) override { last_move_ = now; }
  void found_fault(Cycle now) override { cycle_ended(now, now + 1); }
  void cycle_ended(Cycle now, Cycle next) override {
    now_ = now;
    next_ = next;
    sc_core::sc_pause();
  }

  KernelSession kernel_;
  MoveToSpanAdapter told_;
  RunContext run_;
  sc_core::sc_clock clock_;
  NetworkModule network_;
  Cycle now_ = 0, next_ = 0, last_move_ = 0;
};

}  // namespace

std::unique_ptr<NetworkModel> make_network(const Hardware& hardware, MessageSource& source, WormTable& worms,
                                           Scoreboard& scoreboard, const std::vector<Observer*>& observers,
                                           std::vector<PlacedRouter> foreign) {
  return std::make_unique<PinsNetwork>(hardware, source, worms, scoreboard, observers, std::move(foreign));
}

}  // namespace torusim::pins
