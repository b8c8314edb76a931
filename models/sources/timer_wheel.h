#pragma once
/// Events at cycles to come, most of them soon. Those of the next cycles lie cycle by cycle, so that none has
/// to be compared with another; only those beyond wait in a heap.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>
#include <iterator>
#include <queue>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

/// An `Event` has a member `at`, its cycle, and is greater than those before it.
template <typename Event>
class TimerWheel {
 public:
  /// `event.at` lies behind the latest take(), or is not negative before the first.
  void add(const Event& event) {
    assert(event.at >= next_);
    if (event.at >= next_ + kCycles) return later_.push(event);
    const std::size_t place = place_of(event.at);
    near_[place].push_back(event);
    occupied_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  /// Calls `visit(event)` for those up to cycle `now` and forgets them; it must not add any.
  template <typename Visit>
  void take(Cycle now, Visit visit) {
    for (; !later_.empty() && later_.top().at <= now; later_.pop()) visit(later_.top());
    for (Cycle at = first_near(); at <= now; at = first_near()) {
      const std::size_t place = place_of(at);
      for (const Event& event : near_[place]) visit(event);
      near_[place].clear();
      occupied_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
    }
    next_ = now + 1;
  }
  /// The cycle of the first event; INT64_MAX if there is none.
  Cycle first() const { return later_.empty() ? first_near() : std::min(first_near(), later_.top().at); }

  /// Forgets those of which `unwanted(event)` says so.
  template <typename Unwanted>
  void erase_if(Unwanted unwanted) {
    std::vector<Event> kept;
    for (std::vector<Event>& events : near_) {
      std::copy_if(events.begin(), events.end(), std::back_inserter(kept), std::not_fn(unwanted));
      events.clear();
    }
    for (; !later_.empty(); later_.pop()) {
      if (!unwanted(later_.top())) kept.push_back(later_.top());
    }
    occupied_.fill(0);
    for (const Event& event : kept) add(event);
  }

 private:
  static constexpr Cycle kCycles = 1024;
  static constexpr std::size_t kWords = kCycles / 64;
  static std::size_t place_of(Cycle cycle) { return static_cast<std::size_t>(cycle % kCycles); }

  Cycle first_near() const {
    const std::size_t start = place_of(next_);
    for (std::size_t i = 0; i <= kWords; ++i) {
      const std::size_t w = (start / 64 + i) % kWords;
      // The word in which the next cycle lies comes twice: from that cycle on, and at last up to it.
      const std::uint64_t from_start = ~std::uint64_t{0} << (start % 64);
      const std::uint64_t mask = i == 0 ? from_start : i == kWords ? ~from_start : ~std::uint64_t{0};
      const std::uint64_t here = occupied_[w] & mask;
      if (here == 0) continue;
      const std::size_t place = w * 64 + static_cast<std::size_t>(std::countr_zero(here));
      return next_ + static_cast<Cycle>((place - start) % kCycles);
    }
    return INT64_MAX;
  }

  Cycle next_ = 0;                                // all before it have been taken
  std::array<std::vector<Event>, kCycles> near_;  // by cycle, modulo their number
  std::array<std::uint64_t, kWords> occupied_{};  // a bit for each of them
  std::priority_queue<Event, std::vector<Event>, std::greater<>> later_;
};

}  // namespace torusim
