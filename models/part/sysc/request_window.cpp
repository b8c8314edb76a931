#include "models/part/sysc/request_window.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/part/sysc/kernel_network.h"
#include "models/part/sysc/reports.h"
#include "models/part/sysc/transaction.h"

namespace torusim::sysc {

RequestWindow::RequestWindow(KernelNetwork& network, int places) : network_(network), places_(places) {
  network.set_departures(*this);
}

void RequestWindow::send(Message message, std::shared_ptr<Transaction> transaction, bool is_request,
                         const sc_core::sc_time& at) {
  if (!network_.check_send(network_.times().at_or_after(at))) return;
  const Transaction& of = *transaction;
  const Order order{
      at.value(), true,         message.source, message.message_class, is_request, of.range.target,
      of.source,  of.initiator, calls_++};
  unsorted_.emplace(order, Waiting{std::move(message), std::move(transaction), is_request, at});
  ++unsorted_sends_;
  network_.wake_for_departures();
}

void RequestWindow::release(Transaction& transaction) {
  if (!std::exchange(transaction.has_place, false)) return;
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  const NodeId node = transaction.range.node;
  unsorted_.emplace(Order{now.value(), false, node, 0, false, 0, 0, 0, calls_++},
                    Waiting{{.destination = node}, nullptr, false, now});
  network_.wake_for_departures();
}

Cycle RequestWindow::first() const {
  if (unsorted_.empty()) return NetworkState::kForever;
  return network_.times().at_or_after(unsorted_.begin()->second.at);
}

void RequestWindow::depart(Cycle cycle) {
  while (first() <= cycle) {
    Waiting next = std::move(unsorted_.extract(unsorted_.begin()).mapped());
    if (next.transaction != nullptr) {
      --unsorted_sends_;
      enqueue(std::move(next));
      continue;
    }
    --held_[next.message.destination];
    --all_held_;
    for (auto& [where, queue] : queues_) send_waiting(queue, next.at);
  }
  check_deadlock();
}

void RequestWindow::enqueue(Waiting sent) {
  const sc_core::sc_time at = sent.at;
  if (places_ == 0 || sent.message.source == sent.message.destination) return send_now(sent, at);
  auto& queue = queues_[{sent.message.source, sent.message.message_class}];
  ++in_queues_;
  ++(sent.is_request ? waiting_requests_ : waiting_responses_);
  queue.push_back(std::move(sent));
  send_waiting(queue, at);
}

void RequestWindow::send_waiting(std::deque<Waiting>& queue, const sc_core::sc_time& now) {
  while (!queue.empty()) {
    Waiting& first = queue.front();
    const bool dropped = first.is_request && first.transaction->abandoned;
    if (first.is_request && !dropped) {
      int& held = held_[first.message.destination];
      if (held == places_) return;
      ++held;
      ++all_held_;
      first.transaction->has_place = true;
    }
    --in_queues_;
    --(first.is_request ? waiting_requests_ : waiting_responses_);
    if (!dropped) send_now(first, now);
    queue.pop_front();
  }
}

void RequestWindow::send_now(Waiting& sent, const sc_core::sc_time& now) {
  const sc_core::sc_time at = std::max(sent.at, now);
  if (sent.message.source != sent.message.destination) {
    network_.send(std::move(sent.message), std::move(sent.transaction), at);
    return;
  }
  const ClockTimes& times = network_.times();
  network_.call_at(std::max(times.begin(times.at_or_after(at) + 1), sc_core::sc_time_stamp()),
                   [there = std::move(sent.transaction)] {
                     there->left();
                     there->delivered({});
                   });
}

/// Detects a deadlock: every place belongs to a transaction whose response waits behind a request without a
/// place.
void RequestWindow::check_deadlock() {
  if (waiting_requests_ == 0 || waiting_responses_ < all_held_ || std::exchange(stuck_, true)) return;
  report_error(
      kDeadlock,
      fmt::format("{}: {} requests wait for places at their targets, which {} responses hold that wait "
                  "behind them; give requests and responses different classes",
                  network_.name(), waiting_requests_, waiting_responses_));
}

}  // namespace torusim::sysc
