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
/// The kernel, the time resolution and the end of the simulation are the design's. Faults are reports under
/// the ids of reports.h. Several networks can be in one design.

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
  TorusOptions() { network.hardware.classes = 2; }
  /// As of torusim::Network: hardware, threads, observers, routers in SystemVerilog; and the level: fast,
  /// dense or pins.
  RunOptions network;
  /// Nodes whose network interface is the design's, at the pins level.
  std::vector<NodeId> open_nodes;
  /// Messages that wait at a node for an injection channel, for MessagePort.
  std::int64_t max_waiting = NetworkState::kNoLimit;
};

class Torus : public sc_core::sc_module {
 public:
  /// Cycle 0 begins at time 0. Bad options are an error report, and an InputError if that does not throw.
  Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_time& period);
  /// Cycles begin at the rising edges of the clock.
  Torus(const sc_core::sc_module_name& name, const TorusOptions& options, const sc_core::sc_clock& clock);
  ~Torus() override;

  // Of elaboration. A node has a socket from the first call on.
  /// To which the initiators at the node are bound, any number of them.
  template <unsigned Width = 32>
  InitiatorPort::Socket<Width>& target_socket(NodeId node) {
    [[maybe_unused]] const auto scope = own_scope();
    return checked(initiator_port(node).template socket<Width>(), node);
  }
  /// Which is bound to the targets at the node, in the order of their numbers in the address map.
  template <unsigned Width = 32>
  TargetPort::Socket<Width>& initiator_socket(NodeId node) {
    [[maybe_unused]] const auto scope = own_scope();
    return checked(target_port(node).template socket<Width>(), node);
  }
  /// The wires of a local channel of an open node. The interface there uses the torus's clock.
  pins::LocalPins open_pins(NodeId node, int channel = 0);
  /// Binds ports to them: of an interface with forward_out, backward_in, forward_in, backward_out for each
  /// channel.
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
  /// Numbers for the messages of open nodes, from the returned one on. A number may be used again when its
  /// message has arrived.
  MessageId reserve_numbers(std::int64_t count);
  /// Addresses of a target. Transactions for other addresses get TLM_ADDRESS_ERROR_RESPONSE.
  void map(const AddressRange& range);

  /// The messages of a node. Transactions are not among them.
  MessagePort& node(NodeId node);
  /// The first cycle that begins now or later: a message sent now enters in it.
  Cycle cycle() const { return network_->times().at_or_after(sc_core::sc_time_stamp()); }
  const NetworkState& network() const { return network_->network(); }
  /// Ends the network's life, as sc_stop() does: observers receive all that is missing.
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
  std::set<NodeId> connected_;  // open nodes whose pins were asked for
  bool finished_ = false;
};

}  // namespace torusim::sysc
