#include "models/part/sysc/request_window.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/part/sysc/kernel_network.h"
#include "models/part/sysc/reports.h"
#include "models/part/sysc/transaction.h"

namespace torusim::sysc {

void RequestWindow::send(Message message, std::shared_ptr<Transaction> transaction, bool is_request,
                         const sc_core::sc_time& at) {
  if (places_ == 0) {
    network_.send(std::move(message), std::move(transaction), at);
    return;
  }
  auto& queue = queues_[{message.source, message.message_class}];
  queue.push_back({std::move(message), std::move(transaction), is_request, at});
  ++(is_request ? waiting_requests_ : waiting_responses_);
  send_waiting(queue);
  check_deadlock();
}

void RequestWindow::send_waiting(std::deque<Waiting>& queue) {
  while (!queue.empty()) {
    Waiting& first = queue.front();
    if (first.is_request && !first.transaction->abandoned) {
      int& held = held_[first.message.destination];
      if (held == places_) return;
      ++held;
      ++all_held_;
      first.transaction->has_place = true;
    }
    const Waiting sent = std::move(first);
    queue.pop_front();
    --(sent.is_request ? waiting_requests_ : waiting_responses_);
    if (sent.is_request && sent.transaction->abandoned) continue;
    network_.send(sent.message, sent.transaction, std::max(sent.at, sc_core::sc_time_stamp()));
  }
}

void RequestWindow::release(Transaction& transaction) {
  if (!std::exchange(transaction.has_place, false)) return;
  --held_[transaction.range.node];
  --all_held_;
  for (auto& [where, queue] : queues_) send_waiting(queue);
  check_deadlock();
}

/// Every place belongs to a transaction whose response waits behind a request that has none.
void RequestWindow::check_deadlock() {
  if (waiting_requests_ == 0 || waiting_responses_ < all_held_ || std::exchange(stuck_, true)) return;
  report_error(
      kDeadlock,
      fmt::format("{}: {} requests wait for places at their targets, which {} responses hold that wait "
                  "behind them; give requests and responses different classes",
                  network_.name(), waiting_requests_, waiting_responses_));
}

}  // namespace torusim::sysc
