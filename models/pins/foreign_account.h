#pragma once
/// The account of a foreign router at the pins level: its flits and credits, counted on its pins cycle by
/// cycle.

#include <systemc>
#include <vector>

#include "models/contract/foreign_state.h"
#include "models/pins/run_context.h"

namespace torusim::pins {

class ForeignAccount {
 public:
  /// The signals of one port.
  struct Pins {
    const sc_core::sc_signal_in_if<Forward>* arriving;
    const sc_core::sc_signal<Backward>* given;  ///< credits for arriving flits
    const sc_core::sc_signal<Forward>* leaving;
    const sc_core::sc_signal_in_if<Backward>* returned;  ///< credits for leaving flits
  };

  ForeignAccount(const Hardware& hardware, NodeId node, std::vector<Pins> pins);

  /// Counts the flits, credits and acks on the pins in this cycle. The probe has checked departing flits
  /// before. A credit or an ack that is not owed ends the run.
  void balance(RunContext& run);
  const ForeignState& state() const { return state_; }

 private:
  ForeignState::Account& account(int port, int vc) { return state_.accounts[port * vcs_ + vc]; }
  void leave(int port, const Forward& flit);
  void arrive(RunContext& run, int port, const Forward& flit);
  /// Passes on the ack of a worm that came by this port; whether it was due.
  bool pass_ack(int port, int vc);

  const Hardware& hardware_;
  const int vcs_;
  const std::vector<Pins> pins_;
  ForeignState state_;
};

}  // namespace torusim::pins
