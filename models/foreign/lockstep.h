#pragma once
/// A foreign router and the reference router on the same input wires, compared in every cycle.
/// The last cycles before a difference become a VCD file of both routers side by side; one time unit is one
/// cycle.

#include <fstream>
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

class LockstepWaves {
 public:
  /// Creates the file `path`, or if the name is in use, by a link for example, the first free of path-2,
  /// path-3, .. (before the `.vcd`). Scopes r_<node>.inputs, .router and .reference each have a scope per
  /// port. Throws InputError when the file cannot be written.
  LockstepWaves(const std::string& path, const Hardware& hardware, NodeId node);

  const std::string& path() const { return path_; }
  void write(Cycle cycle, const RouterWires& inputs, const RouterWires& router, const RouterWires& reference);

 private:
  void declare(const std::string& scope, int ports);
  void value(int bits, const Data& data);
  void wires(const RouterWires& wires);

  std::string path_;
  std::ofstream file_;
  int declared_ = 0;               // signals declared
  int next_ = 0;                   // signal that the next value() belongs to
  std::vector<std::string> last_;  // value of each signal, so that only changes are written
};

}  // namespace torusim::rtl
