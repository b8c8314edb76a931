#pragma once
/// The messages of one node: sent and received by processes of the user's design.

#include <deque>
#include <map>
#include <optional>
#include <systemc>
#include <vector>

#include "models/part/sysc/kernel_network.h"

namespace torusim::sysc {

/// Bytes that travel with a message. They take no time of their own: message.flits does. Between an open node
/// and another one they are in the flits, eight in the second word of each payload flit.
using Payload = std::vector<unsigned char>;

struct Received {
  MessageEvent message;
  Payload payload;
};

class MessagePorts;

class MessagePort {
 public:
  MessagePort(MessagePorts& all, NodeId node) : all_(all), node_(node) {}

  /// Waits for room, in a thread process; then as nb_send().
  std::optional<MessageId> send(Message message, Payload payload = {});
  /// Returns nothing where there is no room, or where the message cannot be sent, which is an error report.
  /// The node is the message's source. It enters in the first cycle that begins now or later.
  std::optional<MessageId> nb_send(Message message, Payload payload = {});
  /// In the delta cycle in which the network advances, the answer depends on the order of processes; after
  /// room() it does not.
  bool has_room() const;
  /// Notified when there is room again.
  const sc_core::sc_event& room() const { return room_; }

  /// The first message that has arrived and is not received yet.
  std::optional<Received> receive();
  /// Notified in a time in which messages arrive, once for all of them.
  const sc_core::sc_event& arrived() const { return arrived_; }

  void tell_of_room();
  void deliver(Received received);

 private:
  MessagePorts& all_;
  const NodeId node_;
  std::deque<Received> inbox_;
  sc_core::sc_event room_, arrived_;
};

/// The message ports of a network, which exist from their first use on.
class MessagePorts {
 public:
  /// At most `max_waiting` messages wait at a node for an injection channel.
  MessagePorts(KernelNetwork& network, std::int64_t max_waiting);
  /// The node exists.
  MessagePort& at(NodeId node) { return ports_.try_emplace(node, *this, node).first->second; }
  KernelNetwork& network() { return network_; }
  std::int64_t max_waiting() const { return max_waiting_; }

 private:
  KernelNetwork& network_;
  const std::int64_t max_waiting_;
  std::map<NodeId, MessagePort> ports_;
};

}  // namespace torusim::sysc
