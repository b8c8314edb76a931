#pragma once
/// A foreign router and the reference router on the same input wires, compared in every cycle.
/// The last cycles before a difference become waves (lockstep_waves.h).

#include <memory>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/reference_router.h"
#include "models/foreign/lockstep_waves.h"

namespace torusim::rtl {

class LockstepRouter : public ForeignRouter {
 public:
  /// Cycles with ticks before a difference that the waves show at least; at most twice as many.
  static constexpr std::size_t kCyclesKept = 25;

  /// When the first difference is reported, the last cycles go to `waves`, a VCD file, and a save file is
  /// written beside it, unless the path is empty.
  LockstepRouter(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                 std::string waves);

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  bool idle() const override { return router_->idle() && reference_.idle(); }
  int settles_after() const override { return router_->settles_after(); }
  bool thread_safe() const override { return router_->thread_safe(); }
  const std::string& failure() const override { return failure_; }
  /// Writes the waves, and says where they are.
  std::string report() const override;

 private:
  struct Moment {
    Cycle cycle;
    RouterWires inputs, router, reference;
  };
  LockstepDifference difference(const RouterWires& router, const RouterWires& reference) const;

  const Hardware hardware_;
  const NodeId node_;
  const std::unique_ptr<ForeignRouter> router_;
  ReferenceRouter reference_;
  /// The reference as it was before the last tick whose number divides by kCyclesKept, and that before.
  std::unique_ptr<const ReferenceRouter> newer_, older_;
  const std::string waves_;
  std::vector<Moment> moments_;  // a ring
  std::size_t ticks_ = 0;
  LockstepDifference first_;
  std::string failure_;
};

}  // namespace torusim::rtl
