#pragma once
/// A foreign router and the reference router on the same input wires, compared in every cycle.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim::rtl {

class LockstepRouter : public ForeignRouter {
 public:
  /// Cycles before a difference that the waveform shows.
  static constexpr std::size_t kCyclesKept = 50;

  /// At the first difference the router writes the last cycles to `waves`, a VCD file, unless the path is
  /// empty.
  LockstepRouter(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                 std::string waves);

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  bool idle() const override { return router_->idle() && reference_->idle(); }
  int settles_after() const override { return router_->settles_after(); }
  bool thread_safe() const override { return router_->thread_safe(); }
  const std::string& failure() const override { return failure_; }

 private:
  struct Moment {
    Cycle cycle;
    RouterWires inputs, router, reference;
  };
  /// The first pin on which the two routers differ, with both values; empty if there is none.
  std::string difference(const RouterWires& router, const RouterWires& reference) const;
  /// Writes the last cycles, and returns the name of the file.
  std::string write_waves() const;

  const Hardware hardware_;
  const NodeId node_;
  std::unique_ptr<ForeignRouter> router_, reference_;
  const std::string waves_;
  std::vector<Moment> moments_;  // a ring
  std::size_t ticks_ = 0;
  std::string failure_;
};

}  // namespace torusim::rtl
