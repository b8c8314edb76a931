#pragma once
/// Watches the pins of a router and counts which situations (cover_bins.h) it met. It knows the contract, not
/// the router and not the test: what goes in and out tells which flits are inside.

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "models/contract/foreign_router.h"
#include "testbench/tests/rtl/cover_bins.h"

namespace torusim::test {

class PinCover : public ForeignRouter {
 public:
  PinCover(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router, CoverCounts& counts);

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  bool idle() const override { return router_->idle(); }
  int settles_after() const override { return router_->settles_after(); }
  const std::string& failure() const override { return router_->failure(); }

 private:
  /// A worm some of whose flits are here, by its message number.
  struct Inside {
    int in = 0, vc = 0, out = 0, out_vc = 0;
    std::uint32_t flits = 0, left = 0;  // in all, and gone out
    Cycle last = -1;                    // flit that went out
  };
  struct Queued {
    std::uint32_t message;
    bool head;
  };
  struct Input {
    std::vector<std::deque<Queued>> vcs;
    int lanes[2] = {-1, -1};  // of the last two flits that left, of one class
    int last_class = -1;
  };
  struct Output {
    std::vector<int> in_flight;
    std::vector<std::int64_t> owner;  // message, or -1
    std::vector<Cycle> tail_left;
    int last_in = -1;
  };

  void waiting();
  void acks(const RouterWires& inputs);
  void leave(Cycle now, int out, const Forward& flit);
  void preemptions(int out, int by_class);
  void arrive(int in, const Forward& flit, const RouterWires& outputs);
  int pool_used(const Output& output) const;
  bool has_slot(const Output& output, int vc) const;
  const Inside* front(int in, int vc) const;
  bool ready(int in, int vc) const;
  void hit(Cover group, int bin) { counts_.hit(group, bin); }

  const Hardware hardware_;
  const NodeId node_;
  const std::unique_ptr<ForeignRouter> router_;
  CoverCounts& counts_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::unordered_map<std::uint32_t, Inside> inside_;
  std::vector<int> rivals_;  // by output: inputs with a ready flit for it, in this cycle
};

}  // namespace torusim::test
