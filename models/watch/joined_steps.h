#pragma once
/// The steps of a walk from the end of a run to its beginning. Above kMostSingly steps of a worm, equal ones
/// are one, and a period of the walk can come many times.

#include <algorithm>
#include <utility>
#include <vector>

#include "models/watch/critical_path.h"

namespace torusim {

class JoinedSteps {
 public:
  /// The steps of another worm begin, with an event.
  void begin_worm(const Step& event) {
    steps_.push_back(event);
    worm_ = steps_.size();
    joined_ = keeps_ = false;
  }
  void add(const Step& step) {
    const bool goes_on = steps_.size() > worm_ && same(latest_, step);
    latest_ = step;
    if (joined_) {
      if (keeps_) period_.push_back(step);
      return join(step, 1, !goes_on);
    }
    if (goes_on) {
      steps_.back().begin = step.begin;
    } else {
      steps_.push_back(step);
    }
    if (steps_.size() - worm_ <= kMostSingly) return;
    const std::vector<Step> single(steps_.begin() + static_cast<std::ptrdiff_t>(worm_), steps_.end());
    steps_.resize(worm_);
    for (const Step& each : single) join(each, 1, true);
    joined_ = true;
  }
  /// Whether equal steps of the worm are one.
  bool joined() const { return joined_; }
  /// The steps from now on, if joined(), may be a period of the walk.
  void begin_period() {
    period_.clear();
    keeps_ = true;
  }
  /// That period comes `times` times more, over `cycles` cycles.
  void repeat_period(Cycle times, Cycle cycles) {
    for (std::size_t i = 0; i < period_.size(); ++i) {
      Step step = period_[i];
      join(step, times, !same(i == 0 ? period_.back() : period_[i - 1], step));
      step.begin -= cycles;
      join(step, 0, false);
    }
  }
  std::vector<Step> in_order() {
    std::reverse(steps_.begin(), steps_.end());
    std::ranges::stable_sort(steps_, {}, &Step::begin);
    return std::move(steps_);
  }

 private:
  static bool same(const Step& a, const Step& b) {
    return a.kind == b.kind && a.worm == b.worm && a.channel == b.channel && a.blocker == b.blocker;
  }
  void join(const Step& step, Cycle times, bool is_new) {
    for (std::size_t i = worm_; i < steps_.size(); ++i) {
      Step& joined = steps_[i];
      if (!same(joined, step)) continue;
      joined.begin = std::min(joined.begin, step.begin);
      joined.sum += times * (step.end - step.begin);
      joined.times += is_new ? times : 0;
      return;
    }
    steps_.push_back(step);
    steps_.back().sum = step.end - step.begin;
  }

  std::vector<Step> steps_, period_;
  std::size_t worm_ = 0;                 // the first step of the worm
  bool joined_ = false, keeps_ = false;  // steps of a period
  Step latest_;
};

}  // namespace torusim
