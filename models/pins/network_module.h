#pragma once
/// The network at the pins level as a module: every router, arbiter, link and node interface is a module with
/// pins. Clock, kernel and end of the run come from outside.
///
/// The order of events within a cycle: at the clock edge all modules sample their pins; then the source
/// starts messages; then the node interfaces send; then the judge (CycleJudge) is called. Each step is one
/// delta cycle after the one before, so that no module can see what another did in the same step.

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

  /// The first edge of the clock ends cycle run.now; the source is not called before cycle 0. All arguments
  /// but `foreign` must outlive the module.
  NetworkModule(const sc_core::sc_module_name& name, const Clock& clock, RunContext& run, CycleJudge& judge,
                const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign);

  std::vector<ForeignState> foreign_states() const { return probe_.foreign_states(); }
  /// The wires of a node's local channel. At an open node the design drives the wires to the router.
  LocalPins local_pins(NodeId node, int j);
  /// Stops the network, whatever is on its wires.
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
  BackwardSignals backward_out_;  // [nodes][ports] credits for arriving flits
  ForwardSignals injected_;       // [nodes][alpha] flits from node interfaces
  BackwardSignals taken_;         // [nodes][alpha] credits for ejected flits
  sc_core::sc_signal<Forward> no_flit_{"no_flit"};
  std::deque<sc_core::sc_signal<Backward>> no_credits_;         // a router's pins need different signals
  std::vector<sc_core::sc_signal_in_if<Forward>*> arriving_;    // [nodes][ports] signals at a router's pins
  std::vector<sc_core::sc_signal_in_if<Backward>*> returning_;  // [nodes][ports]
  // The members below are destroyed in reverse order of construction. The kernel searches for a destroyed
  // port from the youngest on; in another order, the end of a short run would take longer than the run.
  std::unique_ptr<GateLoader> gates_;  // null: channels have no gates
  Probe probe_;
  sc_core::sc_vector<Link> links_;
  std::forward_list<std::unique_ptr<RouterPins>> foreign_;
  std::forward_list<std::unique_ptr<Router>> routers_;
  std::forward_list<NodeInterface> made_interfaces_;
  std::forward_list<OpenWatch> open_;
  std::vector<NodeInterface*> interfaces_;  // [nodes] null: an open node
  int longest_pipeline_ = 0;                // longest pipeline of a foreign router
  bool halted_ = false;
  std::vector<Injection> injections_;
  sc_core::sc_event sampled_, send_, sent_;
};

}  // namespace torusim::pins
