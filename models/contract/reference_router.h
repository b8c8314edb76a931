#pragma once
/// The contract of docs/router.md once more, as plain C++ on the pins: what a router has to answer, cycle by
/// cycle, whatever stands beside it. Written to be read; shares no code with either level nor with the RTL.

#include <deque>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim::rtl {

class ShadowRouter : public ForeignRouter {
 public:
  ShadowRouter(const Hardware& hardware, NodeId node);

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  bool idle() const override { return flits_ == 0 && quiet_; }
  int settles_after() const override { return 1; }

 private:
  struct Vc {
    std::deque<Forward> flits;
    bool started = false;  // the front worm owns output VC `out_vc` of `out`
    int out = 0, out_vc = 0;
  };
  struct Input {
    std::vector<Vc> vcs;
    int turn = 0;
    std::uint64_t acks = 0;  // VCs whose ack is still to be passed on
  };
  struct Output {
    std::vector<int> in_flight;  // sent and not credited, by VC
    std::vector<bool> owned;
    int turn = 0;
  };

  int room(const Output& output, int vc) const;
  bool head_may_go(const Vc& vc) const;
  bool ready(const Vc& vc) const;
  int choose_vc(const Input& input) const;
  void look_up_route(int in, int vc);
  void take_ack(int out, int vc);

  const Hardware hardware_;
  const NodeId node_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  int flits_ = 0;      // in all buffers
  bool quiet_ = true;  // nothing was driven by the last tick
};

}  // namespace torusim::rtl
