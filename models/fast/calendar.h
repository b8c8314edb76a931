#pragma once
/// Events that are due within a small number of cycles.

#include <bit>
#include <cstddef>
#include <utility>

#include "models/contract/large_array.h"
#include "models/contract/message_source.h"

namespace torusim::fast {

/// Events of one kind, by the cycle in which they are due. take() empties a list and keeps its memory.
template <typename Event>
class Calendar {
 public:
  /// Events are due 1 .. `horizon` cycles after the cycle in which they are added.
  explicit Calendar(int horizon) : due_(std::bit_ceil(std::size_t(horizon) + 1)), mask_(due_.size() - 1) {}

  void add(Cycle due, const Event& event) {
    due_[std::size_t(due) & mask_].push_back(event);
    ++pending_;
  }
  /// The events of this cycle; valid until the next take(). The caller may sort them.
  LargeArray<Event>& take(Cycle now) {
    taken_.clear();
    std::swap(taken_, due_[std::size_t(now) & mask_]);
    pending_ -= taken_.size();
    return taken_;
  }
  /// The events added so far for a later cycle.
  const LargeArray<Event>& due(Cycle cycle) const { return due_[std::size_t(cycle) & mask_]; }
  /// The first cycle after `now` with an event; MessageSource::kNever if there is none.
  Cycle next_due(Cycle now) const {
    if (pending_ == 0) return MessageSource::kNever;
    Cycle due = now + 1;
    while (due_[std::size_t(due) & mask_].empty()) ++due;
    return due;
  }

 private:
  LargeArray<LargeArray<Event>> due_;  // a power of two of lists: a mask finds the list of a cycle
  std::size_t mask_;
  LargeArray<Event> taken_;
  std::size_t pending_ = 0;
};

}  // namespace torusim::fast
