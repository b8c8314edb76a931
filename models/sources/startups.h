#pragma once
/// The sends whose startup time is running.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/contract/message_source.h"

namespace torusim {

class Startups {
 public:
  /// Adds a send whose head may enter its injection channel in cycle `at`.
  void add(Cycle at, const Injection& injection) {
    if (in_order_.empty() || at >= in_order_.back().at) return in_order_.push({at, 0, injection});
    sooner_.push({at, added_++, injection});
  }
  /// Appends the injections whose startup time has ended by `now`, and forgets them.
  void take(Cycle now, std::vector<Injection>& injections) {
    for (; !in_order_.empty() && in_order_.front().at <= now; in_order_.pop()) {
      injections.push_back(in_order_.front().injection);
    }
    for (; !sooner_.empty() && sooner_.top().at <= now; sooner_.pop()) {
      injections.push_back(sooner_.top().injection);
    }
  }
  /// The earliest cycle `at`; MessageSource::kNever if there is no send.
  Cycle first() const {
    Cycle first = MessageSource::kNever;
    if (!in_order_.empty()) first = in_order_.front().at;
    if (!sooner_.empty()) first = std::min(first, sooner_.top().at);
    return first;
  }

 private:
  struct Timer {
    Cycle at;
    std::uint64_t order;  // timers of equal times: the one added first
    Injection injection;
    bool operator>(const Timer& other) const {
      return std::pair(at, order) > std::pair(other.at, other.order);
    }
  };
  // If all startups take equally long, the first to begin is the first to end.
  std::queue<Timer> in_order_;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> sooner_;  // timers before in_order_.back()
  std::uint64_t added_ = 0;
};

}  // namespace torusim
