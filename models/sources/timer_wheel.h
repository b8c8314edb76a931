#pragma once
/// A timer wheel: future events, most of them soon. Each of the next cycles has a list of its events, so the
/// wheel compares no events; a heap holds only later events. The lists share their entries, so that few
/// events take little memory.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

/// An `Event` has a member `at`, its cycle. Operator > orders events by cycle.
template <typename Event>
class TimerWheel {
 public:
  /// Adds an event. `event.at` must be after the cycle of the latest take(), and not negative.
  void add(const Event& event) {
    assert(event.at >= next_);
    if (event.at >= next_ + kCycles) return later_.push(event);
    if (free_ == kNone) {
      free_ = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({event, kNone});
    }
    const std::uint32_t entry = free_;
    free_ = entries_[entry].next;
    const std::size_t place = place_of(event.at);
    std::uint32_t& last = last_[place];
    std::uint64_t& occupied = occupied_[place / 64];
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    std::uint32_t first = entry;
    if ((occupied & bit) != 0) first = std::exchange(entries_[last].next, entry);
    entries_[entry] = {event, first};
    occupied |= bit;
    last = entry;
  }
  /// Calls `visit(event)` for the events up to cycle `now` and removes them. `visit` must not add events.
  template <typename Visit>
  void take(Cycle now, Visit visit) {
    for (; !later_.empty() && later_.top().at <= now; later_.pop()) visit(later_.top());
    if (now == next_) {
      take_place(place_of(now), visit);
    } else {
      for (Cycle at = first_near(); at <= now; at = first_near()) take_place(place_of(at), visit);
    }
    next_ = now + 1;
  }
  /// The cycle of the first event; INT64_MAX if there is none.
  Cycle first() const { return later_.empty() ? first_near() : std::min(first_near(), later_.top().at); }

  /// Removes the events for which `unwanted(event)` is true.
  template <typename Unwanted>
  void erase_if(Unwanted unwanted) {
    std::vector<Event> kept;
    const auto keep = [&](const Event& event) {
      if (!unwanted(event)) kept.push_back(event);
    };
    for (std::size_t place = 0; place < kCycles; ++place) take_place(place, keep);
    for (; !later_.empty(); later_.pop()) keep(later_.top());
    for (const Event& event : kept) add(event);
  }

 private:
  static constexpr Cycle kCycles = 1024;
  static constexpr std::size_t kWords = kCycles / 64;
  static std::size_t place_of(Cycle cycle) { return static_cast<std::size_t>(cycle % kCycles); }

  template <typename Visit>
  void take_place(std::size_t place, Visit& visit) {
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    if ((occupied_[place / 64] & bit) == 0) return;
    occupied_[place / 64] &= ~bit;
    const std::uint32_t last = last_[place], first = entries_[last].next;
    for (std::uint32_t entry = first;; entry = entries_[entry].next) {
      visit(entries_[entry].event);
      if (entry == last) break;
    }
    entries_[last].next = std::exchange(free_, first);
  }

  Cycle first_near() const {
    const std::size_t start = place_of(next_);
    for (std::size_t i = 0; i <= kWords; ++i) {
      const std::size_t w = (start / 64 + i) % kWords;
      // The loop visits the word of the next cycle twice: first for bits from that cycle on, last for the
      // bits before.
      const std::uint64_t from_start = ~std::uint64_t{0} << (start % 64);
      const std::uint64_t mask = i == 0 ? from_start : i == kWords ? ~from_start : ~std::uint64_t{0};
      const std::uint64_t here = occupied_[w] & mask;
      if (here == 0) continue;
      const std::size_t place = w * 64 + static_cast<std::size_t>(std::countr_zero(here));
      return next_ + static_cast<Cycle>((place - start) % kCycles);
    }
    return INT64_MAX;
  }

  struct Entry {
    Event event;
    std::uint32_t next = 0;  // next entry in the ring of a cycle, or in the free list
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  Cycle next_ = 0;  // all earlier events have been taken
  std::vector<Entry> entries_;
  std::uint32_t free_ = kNone;
  std::array<std::uint32_t, kCycles> last_{};     // by cycle modulo kCycles: last entry of its ring
  std::array<std::uint64_t, kWords> occupied_{};  // a bit per ring: it has entries
  std::priority_queue<Event, std::vector<Event>, std::greater<>> later_;
};

}  // namespace torusim
