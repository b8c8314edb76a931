#pragma once
/// A torus network as a module of a SystemC design: docs/platform.md.
///
///     torusim::sysc::TorusOptions options;
///     options.network.hardware.topology = torusim::Topology::parse("torus:4x4");
///     torusim::sysc::Torus torus("torus", options, sc_core::sc_time(1, sc_core::SC_NS));
///     processor.socket.bind(torus.target_socket(0));
///     torus.initiator_socket(5).bind(memory.socket);
///     torus.map({.first = 0x0, .last = 0xffff, .node = 5});
///
/// The design determines the kernel, the time resolution and the end of the simulation. Faults are reports
/// under the ids of reports.h. A design can have several networks.

#include <map>
#include <memory>
#include <set>
#include <systemc>
#include <vector>

#include "models/part/sysc/initiator_port.h"
#include "models/part/sysc/message_port.h"
#include "models/part/sysc/target_port.h"
#include "models/pins/local_pins.h"

namespace torusim::sysc {

struct TorusOptions : TransportOptions {
  TorusOptions() {
    network.hardware.classes = 2;
    network.hardware.reserve = 0;  // a credit round trip
  }
  /// The options of torusim::Network: hardware, threads, observers, RTL routers; and the level: fast, dense
  /// or pins.
  RunOptions network;
  /// Nodes whose network interface belongs to the design, at the pins level.
  std::vector<NodeId> open_nodes;
  /// Limit of messages of a MessagePort that wait for an injection channel.
  std::int64_t max_waiting = NetworkState::kNoLimit;
};

class Torus : public sc_core::sc_module {
 public:
  /// Cycle 0 begins at time 0. Bad options are reported as an error; throws InputError if the report does not
  /// throw.
  Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_time& period);
  /// Cycles begin at the rising edges of the clock.
  Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_clock& clock);
  ~Torus() override;

  // The following functions are for elaboration. A node has a socket from the first call on.
  /// The socket to which the node's initiators are bound; their number is free.
  template <unsigned Width = 32>
  InitiatorPort::Socket<Width>& target_socket(NodeId node) {
    [[maybe_unused]] const auto scope = own_scope();
    return checked(initiator_port(node).template socket<Width>(), node);
  }
  /// The socket that is bound to the node's targets, in the order of their numbers in the address map.
  template <unsigned Width = 32>
  TargetPort::Socket<Width>& initiator_socket(NodeId node) {
    [[maybe_unused]] const auto scope = own_scope();
    return checked(target_port(node).template socket<Width>(), node);
  }
  /// The wires of a local channel of an open node. The interface of the node uses the torus's clock.
  pins::LocalPins open_pins(NodeId node, int channel = 0);
  /// Binds the ports of an interface to these wires. The interface has forward_out, backward_in, forward_in,
  /// backward_out for each channel.
  template <typename Interface>
  void connect(NodeId node, Interface& interface) {
    for (int j = 0; j < network().hardware().alpha; ++j) {
      const pins::LocalPins pins = open_pins(node, j);
      interface.forward_out[j](pins.forward_in);
      interface.backward_in[j](pins.backward_out);
      interface.forward_in[j](pins.forward_out);
      interface.backward_out[j](pins.backward_in);
    }
  }
  /// Reserves numbers for messages of open nodes, and returns the first. A number may be used again when its
  /// message has arrived.
  MessageId reserve_numbers(std::int64_t count);
  /// Maps addresses to a target. Transactions for unmapped addresses get TLM_ADDRESS_ERROR_RESPONSE.
  void map(const AddressRange& range);

  /// The message port of a node. Transactions are no messages of the port.
  MessagePort& node(NodeId node);
  /// The first cycle that begins now or later, in which a message sent now enters.
  Cycle cycle() const { return network_->times().at_or_after(sc_core::sc_time_stamp()); }
  const NetworkState& network() const { return network_->network(); }
  /// Ends the network, as sc_stop() does: observers receive all missing events. Blocking transactions end
  /// with TLM_GENERIC_ERROR_RESPONSE.
  void finish();

 private:
  // Objects made while a scope lives belong to the module.
#if SC_VERSION_MAJOR >= 3
  sc_core::sc_hierarchy_scope own_scope() { return get_hierarchy_scope(); }
#else
  class Scope {
   public:
    explicit Scope(Torus& torus) { torus.simcontext()->hierarchy_push(&torus); }
    ~Scope() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
  };
  Scope own_scope() { return Scope(*this); }
#endif

  Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const ClockTimes& times,
        const sc_core::sc_clock* clock);
  void check_node(NodeId node) const;
  void check_closed(NodeId node) const;
  InitiatorPort& initiator_port(NodeId node);
  TargetPort& target_port(NodeId node);
  template <typename Socket>
  Socket& checked(Socket* socket, NodeId node) const {
    if (socket == nullptr) refuse_width(node);
    return *socket;
  }
  [[noreturn]] void refuse_width(NodeId node) const;
  void start_of_simulation() override;
  void end_of_simulation() override;

  std::unique_ptr<KernelNetwork> network_;
  std::unique_ptr<MessagePorts> messages_;
  std::unique_ptr<Transport> transport_;
  std::map<NodeId, std::unique_ptr<InitiatorPort>> initiators_;
  std::map<NodeId, std::unique_ptr<TargetPort>> targets_;
  std::set<NodeId> connected_;  // open nodes for which open_pins() was called
  bool finished_ = false;
};

}  // namespace torusim::sysc
