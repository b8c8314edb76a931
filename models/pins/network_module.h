#pragma once
/// The network at the pins level as a module: every router, arbiter, link and node interface a module with
/// pins. It has no clock, no kernel and no end of its own.
///
/// The order of events within a cycle: at the clock edge everything samples its pins; then the source speaks;
/// then the node interfaces send; then the cycle is judged. Each step is one delta cycle after the one
/// before, so that no module can see what another did in the same step.

#include <deque>
#include <forward_list>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/foreign_state.h"
#include "models/contract/observer.h"
#include "models/contract/router_pins.h"
#include "models/pins/cycle_judge.h"
#include "models/pins/gate_loader.h"
#include "models/pins/link.h"
#include "models/pins/local_pins.h"
#include "models/pins/node_interface.h"
#include "models/pins/open_watch.h"
#include "models/pins/probe.h"
#include "models/pins/router.h"

namespace torusim::pins {

SC_MODULE(NetworkModule) {
 public:
  using Clock = sc_core::sc_signal_in_if<bool>;

  /// The first edge of the clock ends cycle run.now; cycles before 0 are without the source. All arguments
  /// but `foreign` outlive the module.
  NetworkModule(const sc_core::sc_module_name& name, const Clock& clock, RunContext& run, CycleJudge& judge,
                const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign);

  std::vector<ForeignState> foreign_states() const { return probe_.foreign_states(); }
  /// The wires of a node's local channel. Those to an open node's router are driven from outside.
  LocalPins local_pins(NodeId node, int j);
  /// The network rests from now on, whatever is on its wires.
  void halt();

 private:
  using ForwardSignals = sc_core::sc_vector<sc_core::sc_signal<Forward>>;
  using BackwardSignals = sc_core::sc_vector<sc_core::sc_signal<Backward>>;

  std::size_t channels() const { return std::size_t(hardware_.topology.nodes()) * ports_; }
  std::size_t channel(NodeId node, int port) const { return std::size_t(node) * ports_ + port; }
  std::size_t local(NodeId node, int j) const { return std::size_t(node) * hardware_.alpha + j; }
  std::size_t locals() const { return std::size_t(hardware_.topology.nodes()) * hardware_.alpha; }
  std::string module_name(const char* kind, NodeId node) const;

  std::unique_ptr<RouterPins> make_foreign(PlacedRouter placed);
  void make_links();
  void meet_interfaces();
  void make_routers(std::vector<PlacedRouter> foreign);
  void make_interface(NodeId node);
  void watch_foreign(NodeId node);
  void wire_router(NodeId node, RouterPins & router);
  void wire_interface(NodeId node);

  void edge();
  void start_sends();
  void relay();
  void judge_cycle();
  bool links_rest_for(Cycle cycles) const;

  const Clock& clock_;
  RunContext& run_;
  CycleJudge& judge_;
  const Hardware& hardware_;
  const int ports_;
  ForwardSignals forward_out_;    // [nodes][ports]
  BackwardSignals backward_out_;  // [nodes][ports] credits for what comes in
  ForwardSignals injected_;       // [nodes][alpha] by the node interfaces
  BackwardSignals taken_;         // [nodes][alpha] credits for what they eject
  sc_core::sc_signal<Forward> no_flit_{"no_flit"};
  std::deque<sc_core::sc_signal<Backward>> no_credits_;  // pins of a router are bound to signals that differ
  std::vector<sc_core::sc_signal_in_if<Forward>*> arriving_;    // [nodes][ports] what a router's pins see
  std::vector<sc_core::sc_signal_in_if<Backward>*> returning_;  // [nodes][ports]
  // From here on what is made last is destroyed first: the kernel looks for a port that goes from the
  // youngest on, and in any other order spends more on the end of a short run than on the run.
  std::unique_ptr<GateLoader> gates_;  // null: channels have none
  Probe probe_;
  sc_core::sc_vector<Link> links_;
  std::forward_list<std::unique_ptr<RouterPins>> foreign_;
  std::forward_list<std::unique_ptr<Router>> routers_;
  std::forward_list<NodeInterface> made_interfaces_;
  std::forward_list<OpenWatch> open_;
  std::vector<NodeInterface*> interfaces_;  // [nodes] null: open
  int longest_pipeline_ = 0;                // of the foreign routers
  bool halted_ = false;
  std::vector<Injection> injections_;
  sc_core::sc_event sampled_, send_, sent_;
};

}  // namespace torusim::pins
