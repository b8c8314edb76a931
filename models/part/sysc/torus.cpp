#include "models/part/sysc/torus.h"

#include <fmt/format.h>

#include <utility>

#include "models/part/sysc/pin_network.h"
#include "models/part/sysc/reports.h"
#include "schedules/core/error.h"

namespace torusim::sysc {
namespace {

/// Returns the period, or reports why it is invalid.
sc_core::sc_time checked_period(const sc_core::sc_time& period) {
  if (period == sc_core::SC_ZERO_TIME) refuse("the period of a network's clock is zero");
  return period;
}

}  // namespace

Torus::Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_time& period)
    : Torus(name, options, ClockTimes(sc_core::SC_ZERO_TIME, checked_period(period)), nullptr) {}

Torus::Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_clock& clock)
    : Torus(name, options, ClockTimes(clock), &clock) {}

Torus::Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const ClockTimes& times,
             const sc_core::sc_clock* clock)
    : sc_module(name) {
  const auto refuse_here = [this](const std::string& why) { refuse(std::string(this->name()) + ": " + why); };
  if (!options.open_nodes.empty() && options.network.level == Level::kPins && clock == nullptr) {
    refuse_here("open_nodes: their network interfaces need a clock; construct the torus with that sc_clock");
  }
  std::string refusal;
  try {
    network_ = std::make_unique<KernelNetwork>("network", options.network, options.open_nodes, times, clock);
  } catch (const InputError& error) {
    refusal = error.what();
  }
  if (!refusal.empty()) refuse_here(refusal);
  if (options.flit_bytes < 1) refuse_here(fmt::format("flit_bytes {}; at least 1", options.flit_bytes));
  if (options.places < 0) refuse_here(fmt::format("places {}; at least 0", options.places));
  messages_ = std::make_unique<MessagePorts>(*network_, options.max_waiting);
  transport_ = std::make_unique<Transport>(*network_, options);
}

Torus::~Torus() = default;

void Torus::check_node(NodeId node) const {
  const Topology& topology = network().hardware().topology;
  if (node >= 0 && node < topology.nodes()) return;
  refuse(fmt::format("{}: there is no node {}; {} has nodes 0 to {}", name(), node, topology.name(),
                     topology.nodes() - 1));
}

void Torus::check_closed(NodeId node) const {
  check_node(node);
  if (!network_->is_open(node)) return;
  refuse(fmt::format("{}: node {} is open: its network interface is the design's", name(), node));
}

pins::LocalPins Torus::open_pins(NodeId node, int channel) {
  check_node(node);
  if (!network_->is_open(node)) {
    refuse(fmt::format("{}: node {} is not open; TorusOptions::open_nodes opens it", name(), node));
  }
  if (channel < 0 || channel >= network().hardware().alpha) {
    refuse(fmt::format("{}: there is no local channel {}; a node has channels 0 to {}", name(), channel,
                       network().hardware().alpha - 1));
  }
  connected_.insert(node);
  return network_->pins()->local_pins(node, channel);
}

MessageId Torus::reserve_numbers(std::int64_t count) {
  std::string refusal;
  try {
    return network_->reserve_numbers(count);
  } catch (const InputError& error) {
    refusal = error.what();
  }
  refuse(fmt::format("{}: {}", name(), refusal));
}

void Torus::refuse_width(NodeId node) const {
  refuse(fmt::format("{}: the socket of node {} has another width already", name(), node));
}

InitiatorPort& Torus::initiator_port(NodeId node) {
  check_closed(node);
  const int classes = network().hardware().classes;
  for (const int used : {transport_->options.request_class, transport_->options.response_class}) {
    if (used >= 0 && used < classes) continue;
    refuse(fmt::format("{}: transactions use class {}; the network has classes 0 to {}", name(), used,
                       classes - 1));
  }
  auto& port = initiators_[node];
  if (port == nullptr) port = std::make_unique<InitiatorPort>(*transport_, node);
  return *port;
}

TargetPort& Torus::target_port(NodeId node) {
  check_closed(node);
  auto& port = targets_[node];
  if (port == nullptr) {
    port = std::make_unique<TargetPort>(*transport_, node);
    transport_->targets[node] = port.get();
  }
  return *port;
}

void Torus::map(const AddressRange& range) {
  check_node(range.node);
  if (sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION) {
    refuse(fmt::format("{}: {} are mapped after elaboration", name(), to_text(range)));
  }
  if (const std::string why = transport_->map.add(range); !why.empty()) {
    refuse(fmt::format("{}: {}", name(), why));
  }
}

MessagePort& Torus::node(NodeId node) {
  check_closed(node);
  return messages_->at(node);
}

void Torus::start_of_simulation() {
  for (NodeId node = 0; node < network().hardware().topology.nodes(); ++node) {
    if (!network_->is_open(node) || connected_.contains(node)) continue;
    refuse(
        fmt::format("{}: node {} is open, and no network interface is connected to its pins", name(), node));
  }
  for (const AddressRange& range : transport_->map.ranges()) {
    const auto port = targets_.find(range.node);
    const int targets = port == targets_.end() ? 0 : port->second->targets();
    if (range.target >= 0 && range.target < targets) continue;
    refuse(fmt::format("{}: {} lead to target {} of node {}, which has {} bound to its socket", name(),
                       to_text(range), range.target, range.node,
                       targets == 0 ? "none" : std::to_string(targets)));
  }
}

void Torus::end_of_simulation() { finish(); }

void Torus::finish() {
  if (std::exchange(finished_, true)) return;
  network_->finish();
  const auto open = std::move(transport_->open);
  transport_->open.clear();
  for (const auto& [payload, transaction] : open) {
    transaction->abandoned = true;
    transaction->payload.release();
  }
  const std::int64_t messages = network().in_flight() + transport_->window.waiting();
  if (messages == 0 && open.empty()) return;
  report_warning(kUnfinished,
                 fmt::format("{}: {} messages and {} transactions were in flight when the simulation ended",
                             name(), messages, open.size()));
}

}  // namespace torusim::sysc
