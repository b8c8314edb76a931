#include "models/part/network_state.h"

#include <utility>

#include "models/contract/buffer_defaults.h"
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

void NetworkState::fill_defaults(RunOptions& options) {
  try {
    fill_buffers(options.hardware, options.longest_worm);
  } catch (const UsageError& error) {
    throw InputError(error.what());
  }
}

NetworkState::Use::Use(const NetworkState& network, const char* what)
    : network_(network), is_outermost_(network.enter(what)) {
  if (!network.finished_) return;
  if (is_outermost_) network.user_.store({}, std::memory_order_release);
  throw InputError(std::string("network: ") + what + " after finish");
}

NetworkState::Use::~Use() {
  if (is_outermost_) network_.user_.store({}, std::memory_order_release);
}

/// Returns false if this thread has already entered.
bool NetworkState::enter(const char* what) const {
  std::thread::id user{};
  if (user_.compare_exchange_strong(user, std::this_thread::get_id(), std::memory_order_acquire)) return true;
  if (user == std::this_thread::get_id()) return false;
  throw InputError(std::string("network: ") + what + " while another thread uses it; one at a time may");
}

MessageId NetworkState::send(const Message& message) {
  if (const auto id = try_send(message)) return *id;
  throw InputError("message: node " + options_.hardware.topology.node_name(message.source) + " has " +
                   std::to_string(max_waiting_) + " messages waiting, which is its limit");
}

std::optional<MessageId> NetworkState::try_send(const Message& message) {
  const Use use(*this, "send");
  if (stepping_ && !door_.telling()) throw InputError("network: send inside an observer");
  const bool is_node = message.source >= 0 && message.source < options_.hardware.topology.nodes();
  if (is_node && waiting(message.source) >= max_waiting_) return std::nullopt;
  return door_.send(now_, message);
}

void NetworkState::on_room(std::function<void(NodeId)> listener) {
  door_.on_begun = nullptr;
  if (!listener) return;
  door_.on_begun = [this, listener = std::move(listener)](NodeId node) {
    if (waiting(node) < max_waiting_) listener(node);
  };
}

std::vector<std::string> NetworkState::explain_deadlock() const {
  locate_worms();
  // Tags are no phases, so the sentences name messages by number alone.
  return torusim::explain_deadlock(options_.hardware, worms_, {}, foreign_states()).sentences;
}

}  // namespace torusim
