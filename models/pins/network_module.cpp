#include "models/pins/network_module.h"

#include <algorithm>

#include "models/contract/router_module.h"
#include "models/foreign/plugin/systemc_router.h"
#include "models/pins/foreign_shell.h"

namespace torusim::pins {
namespace {

/// Disables the processes of the object and of all objects below it; the depth is that of a router's modules.
void disable_processes(sc_core::sc_object& object) {
  for (sc_core::sc_object* const child : object.get_child_objects()) {
    const std::string kind = child->kind();
    if (kind == "sc_method_process") sc_core::sc_process_handle(child).disable();
    disable_processes(*child);
  }
}

}  // namespace

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, const Clock& clock, RunContext& run,
                             CycleJudge& judge, const std::vector<Observer*>& observers,
                             std::vector<PlacedRouter> foreign)
    : sc_module(name),
      clock_(clock),
      run_(run),
      judge_(judge),
      hardware_(run.hardware),
      ports_(hardware_.ports()),
      forward_out_("forward_out", channels()),
      backward_out_("backward_out", channels()),
      injected_("injected", locals()),
      taken_("taken", locals()),
      arriving_(channels()),
      returning_(channels()),
      probe_("probe", run, judge, observers) {
  probe_.clock(clock_);
  if (PhaseGates* const gates = run.source.gates()) gates_.reset(new GateLoader{*gates, gates->loaded()});
  make_links();
  meet_interfaces();
  make_routers(std::move(foreign));
  for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) make_interface(node);

  SC_HAS_PROCESS(NetworkModule);
  SC_METHOD(edge);
  sensitive << clock_.posedge_event();
  dont_initialize();
  SC_METHOD(start_sends);
  sensitive << sampled_;
  dont_initialize();
  SC_METHOD(relay);
  sensitive << send_;
  dont_initialize();
  SC_METHOD(judge_cycle);
  sensitive << sent_;
  dont_initialize();
}

std::string NetworkModule::module_name(const char* kind, NodeId node) const {
  return std::string(kind) + "_" + hardware_.topology.node_suffix(node);
}

LocalPins NetworkModule::local_pins(NodeId node, int j) {
  const std::size_t at = channel(node, hardware_.network_ports() + j), local = this->local(node, j);
  return {injected_[local], backward_out_[at], forward_out_[at], taken_[local]};
}

void NetworkModule::halt() {
  halted_ = true;
  disable_processes(*this);
}

void NetworkModule::make_routers(std::vector<PlacedRouter> foreign) {
  const NodeId nodes = hardware_.topology.nodes();
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
}

/// Makes a foreign router: a module with pins, or a shell around a router that is clocked as a function.
std::unique_ptr<RouterPins> NetworkModule::make_foreign(PlacedRouter placed) {
  const std::string name = module_name("rtl", placed.node);
  if (const auto* const module = dynamic_cast<const RouterModule*>(placed.router.get())) {
    return std::unique_ptr<RouterPins>(module->elaborate(name, kSystemcKernel));
  }
  return std::make_unique<ForeignShell>(name.c_str(), run_, placed.node, std::move(placed.router));
}

void NetworkModule::watch_foreign(NodeId node) {
  std::vector<ForeignAccount::Pins> pins;
  for (int p = 0; p < ports_; ++p) {
    const std::size_t at = channel(node, p);
    pins.push_back({arriving_[at], &backward_out_[at], &forward_out_[at], returning_[at]});
  }
  probe_.account({hardware_, node, std::move(pins)});
}

void NetworkModule::wire_router(NodeId node, RouterPins& router) {
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

/// Makes the node interface of the node, or at an open node the watch over the design's interface.
void NetworkModule::make_interface(NodeId node) {
  interfaces_.push_back(nullptr);
  if (run_.is_open(node)) {
    std::vector<LocalPins> pins;
    for (int j = 0; j < hardware_.alpha; ++j) pins.push_back(local_pins(node, j));
    open_.emplace_front(module_name("open", node).c_str(), run_, node, pins);
    open_.front().clock(clock_);
  } else {
    made_interfaces_.emplace_front(module_name("interface", node).c_str(), run_, node, send_);
    interfaces_.back() = &made_interfaces_.front();
    wire_interface(node);
  }
  for (int j = 0; j < hardware_.alpha; ++j) probe_.watch(injected_[local(node, j)], node, ports_ + j);
}

void NetworkModule::wire_interface(NodeId node) {
  NodeInterface& interface = *interfaces_[node];
  interface.clock(clock_);
  for (int j = 0; j < hardware_.alpha; ++j) {
    const LocalPins pins = local_pins(node, j);
    interface.forward_out[j](pins.forward_in);
    interface.backward_in[j](pins.backward_out);
    interface.forward_in[j](pins.forward_out);
    interface.backward_out[j](pins.backward_in);
  }
}

/// Makes a link from every output to the facing input. At the edge of a mesh, and for a failed channel, there
/// is no link, and the pins rest.
void NetworkModule::make_links() {
  const Topology& topology = hardware_.topology;
  std::vector<std::pair<std::size_t, std::size_t>> ends;  // (sending, receiving) channel of each link
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int p = 0; p < hardware_.network_ports(); ++p) {
      arriving_[channel(node, p)] = &no_flit_;
      if (!topology.has_channel(node, p)) {
        returning_[channel(node, p)] = &no_credits_.emplace_back();
        continue;
      }
      ends.emplace_back(channel(node, p), channel(topology.neighbor(node, p), topology.opposite(p)));
    }
  }
  links_.init(ends.size(), [&](const char* n, std::size_t i) {
    const auto node = static_cast<NodeId>(ends[i].first / ports_);
    const LinkTime time = hardware_.link(node, static_cast<int>(ends[i].first % ports_));
    return new Link(n, time, forward_out_[ends[i].first], backward_out_[ends[i].second]);
  });
  for (std::size_t i = 0; i < ends.size(); ++i) {
    links_[i].clock(clock_);
    arriving_[ends[i].second] = links_[i].forward_out.operator->();
    returning_[ends[i].first] = links_[i].backward_out.operator->();
  }
}

/// Connects the local ports of routers to the signals of the node interfaces.
void NetworkModule::meet_interfaces() {
  for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) {
    for (int j = 0; j < hardware_.alpha; ++j) {
      const std::size_t at = channel(node, hardware_.network_ports() + j);
      arriving_[at] = &injected_[local(node, j)];
      returning_[at] = &taken_[local(node, j)];
    }
  }
}

/// Whether all slow links have been empty and quiet for `cycles` cycles.
bool NetworkModule::links_rest_for(Cycle cycles) const {
  return !hardware_.slow_links || std::all_of(links_.begin(), links_.end(),
                                              [cycles](const Link& link) { return link.rests_for(cycles); });
}

void NetworkModule::edge() { sampled_.notify(sc_core::SC_ZERO_TIME); }

void NetworkModule::start_sends() {
  injections_.clear();
  if (run_.now >= 0 && !halted_) run_.source.advance(run_.now, injections_);
  if (gates_ != nullptr && gates_->seen != gates_->gates.loaded()) {
    gates_->seen = gates_->gates.loaded();
    gates_->loaded.notify(sc_core::SC_ZERO_TIME);
  }
  for (const Injection& injection : injections_) {
    interfaces_[injection.node]->add(injection.channel, injection.worm);
  }
  if (!injections_.empty()) probe_.expect_flits();
  send_.notify(sc_core::SC_ZERO_TIME);
}

void NetworkModule::relay() { sent_.notify(sc_core::SC_ZERO_TIME); }

void NetworkModule::judge_cycle() {
  // A flit or credit travels at most hop_delay + 2 cycles, or waits in a foreign router's pipeline or a slow
  // link's queue. After that a quiet network stays quiet.
  const Cycle longest_way = 2 * hardware_.hop_delay() + 4 + longest_pipeline_;
  const bool quiet = probe_.quiet_cycles() > longest_way && links_rest_for(longest_way);
  const Cycle timer = run_.source.next_timer();
  const Cycle next = quiet && timer == MessageSource::kNever ? timer : run_.now + 1;
  const Cycle now = run_.now++;
  if (!halted_) judge_.cycle_ended(now, next);
}

}  // namespace torusim::pins
