#pragma once
/// The repeats of a run: stretches in which the whole network repeats a period. Observers of spans that know
/// repeats receive one period instead of all (RepeatingObserver).
///
/// Their time is *brief*: it has no cycles for the further periods. Brief time is a run of its own, in which
/// long worms have fewer flits. All that is computed from its spans holds in the whole run. Before a repeated
/// period and after it, the network keeps repeating for longer than any of its delays. So what begins within
/// the period is over after another, or has begun long before.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/contract/flit_span.h"

namespace torusim {

/// Cycles first .. end() - 1 of brief time happen `times` times more. What lasts in them from before `since`
/// lasts through all of them; all else that is under way in them repeats.
struct Repeat {
  Cycle since = 0, first = 0, period = 0, times = 0;
  Cycle end() const { return first + period; }
};

/// Cycles begin .. end - 1 of the run, `times` times, a period apart.
struct Series {
  Cycle begin = 0, end = 0, period = 0, times = 1;

  Cycle last_end() const { return end + (times - 1) * period; }
  Cycle cycles() const { return times * (end - begin); }
  /// The cycles within from .. to - 1.
  Cycle within(Cycle from, Cycle to) const { return to <= from ? 0 : before(to) - before(from); }

 private:
  Cycle before(Cycle cycle) const {
    const Cycle whole = cycle <= begin || times == 1 ? 0 : std::min(times - 1, (cycle - begin) / period);
    return whole * (end - begin) + std::clamp<Cycle>(cycle - begin - whole * period, 0, end - begin);
  }
};

class Repeats {
 public:
  /// In the order of time.
  void add(const Repeat& repeat) {
    before_.push_back(before_.empty() ? 0 : before_.back() + all_.back().times * all_.back().period);
    over_.resize(static_cast<std::size_t>((repeat.end() - 1) / kStretch + 1),
                 static_cast<std::uint32_t>(all_.size()));
    all_.push_back(repeat);
  }
  const std::vector<Repeat>& all() const { return all_; }

  /// Whether no repeat ends behind this cycle of brief time.
  bool all_over(Cycle brief) const { return all_.empty() || brief >= all_.back().end(); }
  /// The first cycle of the run that is this cycle of brief time.
  Cycle real(Cycle brief) const { return brief + skipped(after(brief)); }
  /// The cycle of brief time of a cycle of the run outside of repeats.
  Cycle brief(Cycle real) const {
    std::size_t low = 0, high = all_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (all_[middle].end() + skipped(middle + 1) <= real) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return real - skipped(low);
  }
  /// The number of cycles of the run that cycles begin .. end - 1 of brief time stand for.
  Cycle cycles(Cycle begin, Cycle end) const {
    if (all_over(begin)) return end - begin;
    return up_to(end) - up_to(begin);
  }
  /// What lasts from cycle begin to end - 1 of brief time, in the run.
  Series series(Cycle begin, Cycle end) const {
    const std::size_t over = after(begin);
    const Cycle first = begin + skipped(over);
    if (over < all_.size() && all_[over].first <= begin) {
      return {first, first + (end - begin), all_[over].period, 1 + all_[over].times};
    }
    const bool same = over == all_.size() || end <= all_[over].end();
    return {first, same ? first + (end - begin) : real(end - 1) + 1};
  }

 private:
  /// The number of repeats that are over in a cycle of brief time.
  std::size_t after(Cycle brief) const {
    if (all_over(brief)) return all_.size();
    std::size_t over = over_[static_cast<std::size_t>(brief / kStretch)];
    while (all_[over].end() <= brief) ++over;
    return over;
  }
  /// The cycles that brief time lacks after that many repeats.
  Cycle skipped(std::size_t repeats) const {
    if (repeats < all_.size()) return before_[repeats];
    return repeats == 0 ? 0 : before_.back() + all_.back().times * all_.back().period;
  }
  /// The number of cycles of the run up to a cycle of brief time, and that many more of each repeat.
  Cycle up_to(Cycle brief) const {
    const std::size_t over = after(brief);
    const Cycle within = over < all_.size() ? std::max<Cycle>(0, brief - all_[over].first) : 0;
    return brief + skipped(over) + (within > 0 ? within * all_[over].times : 0);
  }

  static constexpr Cycle kStretch = 64;
  std::vector<Repeat> all_;
  std::vector<std::uint32_t> over_;  // repeats that are over at the begin of each stretch of brief time
  std::vector<Cycle> before_;        // cycles that brief time lacks before each
};

/// Observer of spans that knows repeats (repeats.h): the cycles of its spans are brief time, as are the
/// lengths of their worms. Other events have the cycles of the run. The fast level repeats only if all
/// observers of spans inherit this class.
class RepeatingObserver {
 public:
  /// Called before the first span of the period.
  virtual void repeats(const Repeat& repeat) = 0;
  /// Called after the period: the worm that owns the virtual channel sent `flits` flits in the further
  /// periods, and is shorter by them in brief time. The channel's open span has its new length already.
  virtual void skipped(ChannelId channel, int vc, std::uint32_t flits) = 0;

 protected:
  ~RepeatingObserver() = default;
};

}  // namespace torusim
