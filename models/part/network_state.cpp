#include "models/part/network_state.h"

#include <utility>

#include "models/watch/deadlock.h"
#include "schedules/core/error.h"

namespace torusim {

NetworkState::NetworkState(RunOptions options, bool by_cycle)
    : options_(std::move(options)),
      scoreboard_(options_.hardware.topology),
      door_(options_.hardware, worms_, options_.observers) {
  door_.on_delivered = [this, by_cycle](const MessageEvent& event) {
    if (by_cycle && last_delivery_ != event.cycle) deliveries_.clear();
    last_delivery_ = event.cycle;
    deliveries_.push_back(event);
    if (delivered_listener_) delivered_listener_(event);
  };
}

MessageId NetworkState::send(const Message& message) {
  if (const auto id = try_send(message)) return *id;
  throw InputError("message: node " + options_.hardware.topology.node_name(message.source) + " has " +
                   std::to_string(max_waiting_) + " messages waiting, which is its limit");
}

std::optional<MessageId> NetworkState::try_send(const Message& message) {
  check_use("send");
  const bool is_node = message.source >= 0 && message.source < options_.hardware.topology.nodes();
  if (is_node && waiting(message.source) >= max_waiting_) return std::nullopt;
  return door_.send(now_, message);
}

void NetworkState::on_room(std::function<void(NodeId)> listener) {
  door_.on_begun = [this, listener = std::move(listener)](NodeId node) {
    if (waiting(node) < max_waiting_) listener(node);
  };
}

std::vector<std::string> NetworkState::explain_deadlock() const {
  // Tags are no phases: messages are named by their numbers alone.
  return torusim::explain_deadlock(options_.hardware, worms_, {}, foreign_states()).sentences;
}

}  // namespace torusim
