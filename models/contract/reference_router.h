#pragma once
/// The reference router: docs/router.md as a readable C++ program, a good file to read first. `--lockstep`
/// compares every other router with it, output by output, in every cycle.
///
/// The sections of docs/router.md in this file:
///
///     Channel, Ports               RouterWires (router_wires.h): all pins of one side in a cycle
///     Pipelined routers            tick(): inputs pass `stages_` first
///     Source routing (RC)          look_up_route(), advance_route() (channel_words.h)
///     Buffers and credits          InputVc::flits, Output::in_flight, room()
///     Channel allocation           InputVc::started, Output::owned, next_vc() (hardware.h)
///     Arbitration, SA-1            ready(), choose_vc(), in decide()
///     Arbitration, SA-2            choose_input(), in decide(), Hardware::link_urgency() (hardware.h)
///     Preemption                   no code: SA-2 decides again in every cycle
///     Switching                    head_may_go(), take_ack(), relay_acks()
///     Bubble flow control          head_may_go(), Output::tails, packet_slots_asked() (hardware.h)
///     Gates                        head_may_go(), by the limits of RouterWires::gates
///     Adaptive routing             choose_outputs(), adaptive_choice() (adaptive.h)
///     Timing                       tick(): the order of these steps at an edge
///
/// Both levels and the RTL are separate implementations. They share only the functions of this directory
/// that are named above.

#include <deque>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim {

namespace rtl {
class LockstepWaves;
}

class ReferenceRouter : public ForeignRouter {
 public:
  ReferenceRouter(const Hardware& hardware, NodeId node);

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  /// The first half of tick(): switch allocation in the cycle that ends. A repeated call changes nothing.
  void decide(const RouterWires& inputs);
  bool idle() const override { return flits_ == 0 && quiet_ && stages_quiet_; }
  int settles_after() const override { return hardware_.router_delay; }
  bool thread_safe() const override { return true; }

 private:
  friend class rtl::LockstepWaves;  // shows the state in words
  static constexpr int kNone = -1;

  /// The buffer of a virtual channel. Its front flit is of the *front worm*.
  struct InputVc {
    std::deque<Forward> flits;
    int out = 0, out_vc = 0;  // the output of the front worm
    bool started = false;     // the head has left: the front worm owns the output VC
  };
  struct Input {
    std::vector<InputVc> vcs;
    int turn = 0;            // the VC with the turn
    std::uint64_t acks = 0;  // VCs with an ack to forward
  };
  struct Output {
    std::vector<int> in_flight;  // flits sent and not credited, by VC
    std::vector<bool> owned;     // by VC
    int turn = 0;                // the input with the turn
    /// Bubble flow control: whether each flit in flight is a tail, by VC, the oldest flit first.
    std::vector<std::deque<bool>> tails{};
  };

  // Queries of the state.
  int room(const Output& output, int vc) const;
  bool head_may_go(int in, const InputVc& vc) const;
  bool ready(int in, const InputVc& vc) const;
  int choose_vc(int in) const;
  int choose_input(int out) const;

  // The steps of an edge.
  void evaluate(const RouterWires& inputs, RouterWires& outputs);
  void send(int in, int vc, RouterWires& outputs);
  void take_credit(int out, int vc);
  void take_ack(int out, int vc);
  void take_flit(int in, const Forward& flit);
  void relay_acks(RouterWires& outputs);
  void look_up_route(int in, int vc);
  void choose_outputs();

  const Hardware hardware_;
  const NodeId node_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<RouterWires::Gate> gates_;  // by output, in the ending cycle; empty: no gates
  std::vector<int> chosen_;               // SA-1: VC of each input in the ending cycle, or kNone
  std::vector<int> winner_;               // SA-2: input of each output in the ending cycle, or kNone
  std::deque<RouterWires> stages_;        // inputs that a pipelined router has not seen yet, oldest first
  bool stages_quiet_ = true;              // all stages are quiet
  int flits_ = 0;                         // flits in all buffers
  bool quiet_ = true;                     // the last tick drove no output
};

}  // namespace torusim
