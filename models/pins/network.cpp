#include "models/pins/network.h"

#include <algorithm>
#include <deque>
#include <forward_list>
#include <systemc>

#include "models/contract/kernel.h"
#include "models/contract/router_module.h"
#include "models/foreign/plugin/systemc_router.h"
#include "models/pins/foreign_shell.h"
#include "models/pins/link.h"
#include "models/pins/node_interface.h"
#include "models/pins/probe.h"
#include "models/pins/router.h"

namespace torusim::pins {
namespace {

using ForwardSignals = sc_core::sc_vector<sc_core::sc_signal<Forward>>;
using BackwardSignals = sc_core::sc_vector<sc_core::sc_signal<Backward>>;

/// Routers, links, node interfaces, and the order of events within a cycle: at the clock edge everything
/// samples its pins; then the driver speaks; then the node interfaces send; then the run is judged. Each step
/// is one delta cycle after the one before, so that no module can see what another did in the same step.
SC_MODULE(Network) {
 public:
  Network(const sc_core::sc_module_name& name, RunContext& run, RunControl& control,
          const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign)
      : sc_module(name),
        clock_("clock", clock_period(), 0.5, clock_period(), true),
        run_(run),
        control_(control),
        hardware_(run.hardware),
        ports_(hardware_.ports()),
        forward_out_("forward_out", channels()),
        backward_out_("backward_out", channels()),
        injected_("injected", locals()),
        taken_("taken", locals()),
        arriving_(channels()),
        returning_(channels()),
        probe_("probe", run, control, observers) {
    probe_.clock(clock_);
    const NodeId nodes = hardware_.topology.nodes();
    if (PhaseGates* const gates = run.source.gates()) gates_.reset(new GateLoader{*gates, gates->loaded()});
    make_links();
    meet_interfaces();
    std::vector<bool> is_foreign(nodes, false);
    for (PlacedRouter& placed : foreign) {
      is_foreign[placed.node] = true;
      longest_pipeline_ = std::max(longest_pipeline_, placed.router->settles_after());
      foreign_.push_front(make_foreign(std::move(placed)));
      wire_router(placed.node, *foreign_.front());
      watch_foreign(placed.node);
    }
    for (NodeId node = 0; node < nodes; ++node) {
      if (is_foreign[node]) continue;
      routers_.push_front(
          std::make_unique<Router>(module_name("router", node).c_str(), hardware_, node, gates_.get()));
      wire_router(node, *routers_.front());
    }
    interfaces_.init(nodes, [&](const char* n, std::size_t i) {
      return new NodeInterface(n, run, static_cast<NodeId>(i), send_);
    });
    for (NodeId node = 0; node < nodes; ++node) wire_interface(node);

    SC_HAS_PROCESS(Network);
    SC_METHOD(edge);
    sensitive << clock_.posedge_event();
    dont_initialize();
    SC_METHOD(start_sends);
    sensitive << sampled_;
    dont_initialize();
    SC_METHOD(relay);
    sensitive << send_;
    dont_initialize();
    SC_METHOD(judge);
    sensitive << sent_;
    dont_initialize();
  }

  std::vector<ForeignState> foreign_states() const { return probe_.foreign_states(); }

 private:
  std::size_t channels() const { return std::size_t(hardware_.topology.nodes()) * ports_; }
  std::size_t channel(NodeId node, int port) const { return std::size_t(node) * ports_ + port; }
  std::size_t local(NodeId node, int j) const { return std::size_t(node) * hardware_.alpha + j; }
  std::size_t locals() const { return std::size_t(hardware_.topology.nodes()) * hardware_.alpha; }

  std::string module_name(const char* kind, NodeId node) const {
    return std::string(kind) + "_" + hardware_.topology.node_suffix(node);
  }

  /// A module with pins of its own, or a shell around what is clocked as a function.
  std::unique_ptr<RouterPins> make_foreign(PlacedRouter placed) {
    const std::string name = module_name("rtl", placed.node);
    if (const auto* const module = dynamic_cast<const RouterModule*>(placed.router.get())) {
      return std::unique_ptr<RouterPins>(module->elaborate(name, kSystemcKernel));
    }
    return std::make_unique<ForeignShell>(name.c_str(), run_, placed.node, std::move(placed.router));
  }

  void watch_foreign(NodeId node) {
    std::vector<ForeignAccount::Pins> pins;
    for (int p = 0; p < ports_; ++p) {
      const std::size_t at = channel(node, p);
      pins.push_back({arriving_[at], &backward_out_[at], &forward_out_[at], returning_[at]});
    }
    probe_.account({hardware_, node, std::move(pins)});
  }

  void wire_router(NodeId node, RouterPins & router) {
    router.clock(clock_);
    for (int p = 0; p < ports_; ++p) {
      const std::size_t at = channel(node, p);
      router.forward_out[p](forward_out_[at]);
      router.forward_in[p](*arriving_[at]);
      router.backward_out[p](backward_out_[at]);
      router.backward_in[p](*returning_[at]);
      probe_.watch(forward_out_[at], node, p);
      if (hardware_.switching == Switching::kCircuit) probe_.watch_acks(backward_out_[at]);
    }
  }

  void wire_interface(NodeId node) {
    NodeInterface& interface = interfaces_[node];
    interface.clock(clock_);
    for (int j = 0; j < hardware_.alpha; ++j) {
      const std::size_t at = channel(node, hardware_.network_ports() + j), local = this->local(node, j);
      interface.forward_out[j](injected_[local]);
      interface.backward_in[j](backward_out_[at]);
      interface.forward_in[j](forward_out_[at]);
      interface.backward_out[j](taken_[local]);
      probe_.watch(injected_[local], node, ports_ + j);
    }
  }

  /// A link leads from every output to the facing input; at the edge of a mesh there is none, and the pins
  /// rest.
  void make_links() {
    const Topology& topology = hardware_.topology;
    std::vector<std::pair<std::size_t, std::size_t>> ends;  // (sending, receiving) channel of each link
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int p = 0; p < hardware_.network_ports(); ++p) {
        if (!topology.has_channel(node, p)) {
          arriving_[channel(node, p)] = &no_flit_;
          returning_[channel(node, p)] = &no_credits_.emplace_back();
          continue;
        }
        ends.emplace_back(channel(node, p), channel(topology.neighbor(node, p), topology.opposite(p)));
      }
    }
    links_.init(ends.size(), [&](const char* n, std::size_t i) {
      return new Link(n, hardware_.link_delay, forward_out_[ends[i].first], backward_out_[ends[i].second]);
    });
    for (std::size_t i = 0; i < ends.size(); ++i) {
      links_[i].clock(clock_);
      arriving_[ends[i].second] = links_[i].forward_out.operator->();
      returning_[ends[i].first] = links_[i].backward_out.operator->();
    }
  }

  /// What the node interfaces will drive comes in at the local ports.
  void meet_interfaces() {
    for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) {
      for (int j = 0; j < hardware_.alpha; ++j) {
        const std::size_t at = channel(node, hardware_.network_ports() + j);
        arriving_[at] = &injected_[local(node, j)];
        returning_[at] = &taken_[local(node, j)];
      }
    }
  }

  void edge() { sampled_.notify(sc_core::SC_ZERO_TIME); }

  void start_sends() {
    injections_.clear();
    run_.source.advance(run_.now, injections_);
    if (gates_ != nullptr && gates_->seen != gates_->gates.loaded()) {
      gates_->seen = gates_->gates.loaded();
      gates_->loaded.notify(sc_core::SC_ZERO_TIME);
    }
    for (const Injection& injection : injections_) {
      interfaces_[injection.node].add(injection.channel, injection.worm);
    }
    if (!injections_.empty()) probe_.expect_flits();
    send_.notify(sc_core::SC_ZERO_TIME);
  }

  void relay() { sent_.notify(sc_core::SC_ZERO_TIME); }

  void judge() {
    // A flit or credit is on its way for at most link_delay + 2 cycles, or in the pipeline of a foreign
    // router; after that a quiet network stays quiet.
    const bool quiet = probe_.quiet_cycles() > 2 * hardware_.link_delay + 4 + longest_pipeline_;
    const Cycle timer = run_.source.next_timer();
    const Cycle next = quiet && timer == MessageSource::kNever ? timer : run_.now + 1;
    if (control_.should_stop(run_.now, next)) sc_core::sc_stop();
    ++run_.now;
  }

  sc_core::sc_clock clock_;
  RunContext& run_;
  RunControl& control_;
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
  sc_core::sc_vector<NodeInterface> interfaces_;
  int longest_pipeline_ = 0;  // of the foreign routers
  std::vector<Injection> injections_;
  sc_core::sc_event sampled_, send_, sent_;
};

}  // namespace

std::vector<ForeignState> run(const Hardware& hardware, MessageSource& source, WormTable& worms,
                              Scoreboard& scoreboard, RunControl& control,
                              const std::vector<Observer*>& observers, std::vector<PlacedRouter> foreign) {
  RunContext context{hardware, source, worms, scoreboard};
  Network network("network", context, control, observers, std::move(foreign));
  run_kernel();
  return network.foreign_states();
}

}  // namespace torusim::pins
