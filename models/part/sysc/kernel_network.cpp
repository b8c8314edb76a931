#include "models/part/sysc/kernel_network.h"

#include <algorithm>

#include "models/part/sysc/reports.h"
#include "schedules/core/error.h"

namespace torusim::sysc {

KernelNetwork::KernelNetwork(const sc_core::sc_module_name& name, const RunOptions& options,
                             const ClockTimes& times)
    : sc_module(name), network_(options), times_(times) {
  network_.on_left([this](const MessageEvent& event) { told_.push_back({false, event}); });
  network_.on_delivered([this](const MessageEvent& event) { told_.push_back({true, event}); });
  SC_HAS_PROCESS(KernelNetwork);
  SC_METHOD(tick);
  sensitive << wake_;
  dont_initialize();
}

std::optional<MessageId> KernelNetwork::send(Message message, std::shared_ptr<Cargo> cargo,
                                             const sc_core::sc_time& at) {
  if (ended_) {
    report_error(kBadUse, std::string(name()) + ": send after the network has ended");
    return std::nullopt;
  }
  message.earliest = std::max(message.earliest, times_.at_or_after(at));
  MessageId id = 0;
  std::string refusal;
  try {
    id = network_.send(message);
  } catch (const InputError& error) {
    refusal = error.what();
  }
  if (!refusal.empty()) {
    report_error(kBadUse, std::string(name()) + ": " + refusal);
    return std::nullopt;
  }
  cargos_.emplace(id, std::move(cargo));
  sleep_until_next_event();
  return id;
}

void KernelNetwork::loop_back(std::shared_ptr<Cargo> cargo, const sc_core::sc_time& at) {
  call_at(times_.begin(times_.at_or_after(at) + 1), [cargo = std::move(cargo)] {
    cargo->left();
    cargo->delivered({});
  });
}

void KernelNetwork::call_at(const sc_core::sc_time& time, std::function<void()> action) {
  actions_.emplace(time, std::move(action));
  wake_at(time);
}

void KernelNetwork::on_room(std::function<void(NodeId)> listener) {
  room_listener_ = std::move(listener);
  network_.on_room([this](NodeId node) { begun_.push_back(node); });
}

/// Of several times the kernel keeps the first.
void KernelNetwork::wake_at(const sc_core::sc_time& time) { wake_.notify(time - sc_core::sc_time_stamp()); }

void KernelNetwork::sleep_until_next_event() {
  if (ended_) return;
  const Cycle next = network_.next_event();
  if (next == Network::kForever || !times_.exists(next + 1)) return;
  // The past is over: what an event of the past would have begun begins in the present cycle.
  wake_at(std::max(times_.begin(next + 1), sc_core::sc_time_stamp()));
}

void KernelNetwork::tick() {
  const bool deadlocked = !ended_ && advance() == Advanced::kDeadlock;
  tell();
  // Actions that these actions add for the present come in a later delta cycle.
  std::vector<std::function<void()>> due;
  const auto end = actions_.upper_bound(sc_core::sc_time_stamp());
  for (auto at = actions_.begin(); at != end; ++at) due.push_back(std::move(at->second));
  actions_.erase(actions_.begin(), end);
  for (const auto& action : due) action();
  if (!actions_.empty()) wake_at(actions_.begin()->first);
  sleep_until_next_event();
  if (deadlocked && !std::exchange(stuck_, true)) report_deadlock();
}

Advanced KernelNetwork::advance() {
  const Cycle ended = times_.ended(sc_core::sc_time_stamp());
  if (network_.next_event() >= ended) return Advanced::kReached;
  std::string fault;
  try {
    return network_.advance(ended);
  } catch (const InputError& error) {
    fault = error.what();
  }
  ended_ = true;
  report_error(kNetworkFault, std::string(name()) + ": " + fault);
  return Advanced::kReached;
}

void KernelNetwork::report_deadlock() {
  std::string text =
      std::string(name()) + ": " + std::to_string(network_.in_flight()) + " messages can never move again";
  for (const std::string& sentence : network_.explain_deadlock()) text += "\n" + sentence;
  report_error(kDeadlock, text);
}

void KernelNetwork::tell() {
  std::vector<Told> told;
  told.swap(told_);
  for (const Told& one : told) {
    const auto at = cargos_.find(one.event.id);
    if (at == cargos_.end()) continue;
    if (!one.is_delivery) {
      at->second->left();
      continue;
    }
    const std::shared_ptr<Cargo> cargo = std::move(at->second);
    cargos_.erase(at);
    cargo->delivered(one.event);
  }
  std::vector<NodeId> begun;
  begun.swap(begun_);
  for (const NodeId node : begun) room_listener_(node);
}

void KernelNetwork::finish() {
  ended_ = true;
  network_.finish();
}

}  // namespace torusim::sysc
