#pragma once
/// Watches the local channels of an open node: takes the flits that are ejected there for the scoreboard, and
/// checks that the node's own network interface keeps to docs/router.md.

#include <systemc>
#include <vector>

#include "models/pins/credit_counter.h"
#include "models/pins/local_pins.h"
#include "models/pins/run_context.h"

namespace torusim::pins {

SC_MODULE(OpenWatch) {
 public:
  sc_core::sc_in<bool> clock{"clock"};

  /// `pins`: the wires of each local channel. All arguments must outlive the module.
  OpenWatch(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
            const std::vector<LocalPins>& pins);

 private:
  /// A worm between its head and its tail on an injection VC.
  struct Injected {
    std::uint32_t flits = 0, next = 0;  // 0 flits: no worm
    bool needs_ack = false;
  };
  struct Watched {
    LocalPins pins;
    CreditCounter credits;
    std::vector<Injected> injected;  // [vcs]
    std::vector<int> owed, unacked;  // [vcs] credits and acks that the node has not given
    Forward arrived{};               // flit of the cycle before
    Backward returned{};             // credit and ack of the cycle before
  };

  void edge();
  void book_returns(Watched & watched, const Backward& back);
  void book_injection(Watched & watched, const Forward& flit);
  void book_answers(Watched & watched, const Backward& back);
  void fail(const std::string& what);

  RunContext& run_;
  const NodeId node_;
  std::vector<Watched> channels_;
};

}  // namespace torusim::pins
