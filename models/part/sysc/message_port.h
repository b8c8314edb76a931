#pragma once
/// The messages of one node, which processes of the user's design send and receive.

#include <deque>
#include <map>
#include <optional>
#include <systemc>
#include <vector>

#include "models/part/sysc/kernel_network.h"

namespace torusim::sysc {

/// Bytes that travel with a message. The time depends on message.flits, not on the bytes. Between an open
/// node and another node the bytes are in the flits, eight in the second word of each payload flit.
using Payload = std::vector<unsigned char>;

struct Received {
  MessageEvent message;
  Payload payload;
};

class MessagePorts;

class MessagePort {
 public:
  MessagePort(MessagePorts& all, NodeId node) : all_(all), node_(node) {}

  /// Waits for room, in a thread process, then calls nb_send().
  std::optional<MessageId> send(Message message, Payload payload = {});
  /// Sends a message from this node, which enters in the first cycle that begins now or later. Returns
  /// nothing if there is no room. Returns nothing and reports an error if the message cannot be sent.
  std::optional<MessageId> nb_send(Message message, Payload payload = {});
  /// Whether another message can wait. In the delta cycle in which the network advances, the answer depends
  /// on the order of processes; after room() it does not.
  bool has_room() const;
  /// Notified when there is room again.
  const sc_core::sc_event& room() const { return room_; }

  /// Takes the first arrived message that has not been received; nothing if there is none.
  std::optional<Received> receive();
  /// Notified once at each time at which messages arrive.
  const sc_core::sc_event& arrived() const { return arrived_; }

  void tell_of_room();
  void deliver(Received received);

 private:
  MessagePorts& all_;
  const NodeId node_;
  std::deque<Received> inbox_;
  sc_core::sc_event room_, arrived_;
};

/// The message ports of a network; at() makes a port at its first use.
class MessagePorts {
 public:
  /// At most `max_waiting` messages wait at a node for an injection channel.
  MessagePorts(KernelNetwork& network, std::int64_t max_waiting);
  /// The port of a node, which must exist.
  MessagePort& at(NodeId node) { return ports_.try_emplace(node, *this, node).first->second; }
  KernelNetwork& network() { return network_; }
  std::int64_t max_waiting() const { return max_waiting_; }

 private:
  KernelNetwork& network_;
  const std::int64_t max_waiting_;
  std::map<NodeId, MessagePort> ports_;
};

}  // namespace torusim::sysc
