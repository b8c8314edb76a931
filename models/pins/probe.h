#pragma once
/// The probe watches the pins of every channel in the middle of each cycle and reports flits to the
/// observers. A flit that no router may send ends the run at once, before any module reads it.

#include <string>
#include <systemc>
#include <vector>

#include "models/contract/observer.h"
#include "models/contract/pin_channel.h"
#include "models/pins/cycle_judge.h"
#include "models/pins/foreign_account.h"
#include "models/pins/run_context.h"

namespace torusim::pins {

SC_MODULE(Probe) {
 public:
  sc_core::sc_in<bool> clock{"clock"};

  Probe(const sc_core::sc_module_name& name, RunContext& run, CycleJudge& judge,
        const std::vector<Observer*>& observers);

  /// Adds a channel; ports are numbered as in FlitMove.
  void watch(const sc_core::sc_signal<Forward>& signal, NodeId node, int port);
  /// Adds the account of a foreign router.
  void account(ForeignAccount account) { accounts_.push_back(std::move(account)); }
  std::vector<ForeignState> foreign_states() const;
  /// Adds wires on which an ack ends the count of quiet_cycles().
  void watch_acks(const sc_core::sc_signal<Backward>& signal) { ack_taps_.push_back(&signal); }
  /// Cycles since a flit or an ack was last seen on any channel, or expect_flits() was called.
  Cycle quiet_cycles() const { return quiet_cycles_; }
  void expect_flits() { quiet_cycles_ = 0; }

 private:
  struct Tap {
    const sc_core::sc_signal<Forward>* signal;
    NodeId node;
    std::uint8_t port;
    std::vector<std::int64_t> holder;  // [vcs] number of the worm whose tail has not come; kNobody
    static constexpr std::int64_t kNobody = -1;
  };
  void look();
  /// The reason why no worm's flit may be there, such as a VC or port that does not exist, or a VC that
  /// another worm holds; empty if it may.
  std::string illegal(const Tap& tap, const Forward& flit) const;
  void see(Cycle cycle, Tap & tap, const Forward& flit);
  Worm* worm_of(Cycle cycle, const Tap& tap, const Forward& flit);

  RunContext& run_;
  CycleJudge& judge_;
  std::vector<Observer*> observers_;  // observers that want moves
  std::vector<Tap> taps_;
  std::vector<ForeignAccount> accounts_;
  std::vector<const sc_core::sc_signal<Backward>*> ack_taps_;
  std::vector<FlitMove> moves_;
  Cycle quiet_cycles_ = 0;
};

}  // namespace torusim::pins
