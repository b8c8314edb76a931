#include "models/watch/critical_path.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "models/watch/backwards.h"
#include "models/watch/message_events.h"

namespace torusim {
namespace {

/// The steps of a walk from the end of a run to its beginning. Above kMostSingly steps of a worm, equal ones
/// are one, and a period of the walk can come many times.
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

/// Walks from the end of a run to its beginning, in brief time (repeats.h). Each step finds the reason why
/// one event was not a cycle earlier.
class Walk {
 public:
  Walk(const FlitHistory& history, const RunTiming& timing)
      : history_(history), past_(history), timing_(timing), events_(history, timing.cycles) {
    come_from(timing.cycles);
  }

  std::vector<Step> steps() {
    step_to_event(events_.before_end(timing_));
    while (now_ > 0) {
      if (owed_ > 0) end_period();
      if (passage_ == kNoIndex) {
        step_to_event(events_.before_start(worm_, timing_));
      } else if (passage().upstream == kNoIndex) {
        explain_injection();
      } else {
        explain_hop();
      }
    }
    return steps_.in_order();
  }

 private:
  /// The position of a walk within a repeat.
  struct Position {
    std::size_t repeat = 0;
    Cycle left = 0, cycle = 0;
    PassageIndex passage = kNoIndex;
    std::uint32_t flit = 0;
  };

  const WormRecord& worm() const { return history_.worms()[worm_]; }
  const WormPassage& passage() const { return history_.passages()[passage_]; }

  void add(StepKind kind, Cycle begin, WormIndex blocker = kNoIndex) {
    const ChannelId channel = passage_ == kNoIndex ? ChannelTable::kNone : passage().channel;
    if (kind == StepKind::kMove && worm().is_signal()) kind = StepKind::kSignalMove;
    begin = std::min(begin, now_ - 1);  // a router with its own timing can be faster than the contract
    const Cycle end = now_ + skipped_;
    go_back(begin);
    steps_.add({kind, now_ + skipped_, end, worm_, channel, blocker});
  }

  /// The cycle of brief time of an event.
  Cycle brief(Cycle event) const { return history_.repeats().brief(event); }
  /// Continues at an event of the run.
  void come_from(Cycle event) {
    now_ = brief(event);
    skipped_ = event - now_;
    const auto& all = history_.repeats().all();
    const auto later = std::ranges::lower_bound(all, now_, {}, &Repeat::first);
    come_to(static_cast<std::size_t>(later - all.begin()));
  }
  void come_to(std::size_t repeat) {
    repeat_ = repeat;
    left_ = repeat == 0 ? 0 : history_.repeats().all()[repeat - 1].times;
  }
  /// Goes back to a cycle of brief time. What is behind the begin of a repeated period is in the period
  /// before, if there is one, unless it has lasted since before all periods.
  void go_back(Cycle begin) {
    while (repeat_ > 0 && begin < history_.repeats().all()[repeat_ - 1].first) {
      const Repeat& repeat = history_.repeats().all()[repeat_ - 1];
      if (begin >= repeat.since && left_ > 0) {
        const Cycle periods = std::min(left_, (repeat.end() - 1 - begin) / repeat.period);
        begin += periods * repeat.period;
        skipped_ -= periods * repeat.period;
        left_ -= periods;
        owed_ = periods;
        owed_of_ = repeat_;
        if (begin >= repeat.first) break;
      }
      skipped_ -= left_ * repeat.period;
      come_to(repeat_ - 1);
    }
    now_ = begin;
  }
  /// The walk has come to an earlier period, where flits of brief time have other indices.
  void end_period() {
    const Repeat& repeat = history_.repeats().all()[owed_of_ - 1];
    flit_ += static_cast<std::uint32_t>(owed_) * history_.flits_within(passage_, repeat.first, repeat.end());
    owed_ = 0;
    if (!steps_.joined() || left_ == 0) return;
    const bool again = was_.repeat == repeat_ && was_.cycle == now_ && was_.passage == passage_ &&
                       was_.flit == flit_ && was_.left > left_;
    if (again) {
      const Cycle times = left_ / (was_.left - left_), periods = times * (was_.left - left_);
      steps_.repeat_period(times, periods * repeat.period);
      left_ -= periods;
      skipped_ -= periods * repeat.period;
      was_ = {};
    } else if (was_.repeat != repeat_ || was_.left - left_ > passed_) {
      // A position is looked for over more and more periods.
      passed_ = was_.repeat == repeat_ ? 2 * passed_ : 1;
      was_ = {repeat_, left_, now_, passage_, flit_};
      steps_.begin_period();
    }
  }

  /// Goes to the event that allowed the start of `worm_` (kNoIndex: the end of the run).
  void step_to_event(const AwaitedEvent& event) {
    const Cycle end = now_ + skipped_;
    steps_.begin_worm({event.kind, event.cycle, end, worm_, ChannelTable::kNone, event.worm, event.also});
    come_from(event.cycle);
    was_ = {};
    worm_ = event.worm;
    if (worm_ == kNoIndex) return;
    flit_ = worm().brief_flits - 1;
    if (event.delivered) {
      passage_ = worm().last;
      add(StepKind::kMove, now_ - 1);  // the node interface takes the tail
    } else {
      passage_ = worm().first;
    }
  }

  /// Goes back to the first flit of the stream that ends in `now_ - 1`.
  void follow_stream() {
    const FlitStream stream = history_.stream_with(passage_, flit_ - 1);
    flit_ = stream.first;
    add(StepKind::kStream, stream.cycle);
  }

  /// Flit `flit_` entered the injection channel at `now_`.
  void explain_injection() {
    const Cycle free =
        circuit() && flit_ == 1 ? ack_back()
        : flit_ > 0
            ? history_.on_wire(passage_, flit_ - 1) + 1
            : brief(worm().started + (worm().is_signal() ? 0 : timing_.startup_of(worm().source)) + 1);
    if (now_ == free) {
      if (circuit() && flit_ == 1) return explain_ack();
      if (flit_ > 0) return follow_stream();
      add(StepKind::kMove, now_ - 1);
      passage_ = kNoIndex;
      if (now_ > brief(worm().started)) add(StepKind::kStartup, brief(worm().started));
      return;
    }
    if (const auto other = past_.carried(passage().channel, now_ - 1)) {
      const WormIndex blocker = history_.passages()[other->passage].worm;
      const bool urgent = history_.worms()[blocker].message_class < worm().message_class;
      return add(urgent ? StepKind::kPreemption : StepKind::kArbitration, std::max(free, other->cycle),
                 blocker);
    }
    if (circuit() && flit_ == 1) return explain_ack();
    Cycle begin = free;  // begin of the time without credit: after the last flit of another worm
    if (const auto before = past_.latest(passage().channel, now_ - 1)) {
      begin = std::max(begin, before->end());
    }
    explain_credit(begin);
  }

  bool circuit() const { return history_.hardware().switching == Switching::kCircuit; }

  /// Earliest cycle in which the first payload flit of a circuit is on the injection channel.
  Cycle ack_back() const {
    Cycle delays = 0;
    for (const PassageIndex passage : history_.way(worm_)) {
      const ChannelId channel = history_.passages()[passage].channel;
      const bool local = history_.table().ejection(channel) || history_.table().injection(channel);
      if (!local) delays += history_.table().delay(channel);
    }
    return worm().head_out + 3 + history_.hardware().entry_delay() + delays;
  }

  /// The ack has arrived by `now_`: goes to the head's ejection at the destination.
  void explain_ack() {
    add(StepKind::kAck, worm().head_out);
    passage_ = worm().last;
    flit_ = 0;
    add(StepKind::kMove, now_ - 1);
  }

  /// The flit that must arrive before a flit may leave: under store and forward a head waits for its tail.
  std::uint32_t needed(std::uint32_t flit) const {
    const bool whole = flit == 0 && history_.hardware().switching == Switching::kStoreAndForward;
    return whole ? worm().brief_flits - 1 : flit;
  }

  /// Flit `flit_` entered a channel between routers, or the ejection channel, at `now_`.
  void explain_hop() {
    const PassageIndex upstream = passage().upstream;
    const Cycle left = history_.on_wire(upstream, needed(flit_));
    const Cycle arrived = history_.arrival(upstream, needed(flit_)) + 1;
    if (flit_ > 0 && now_ == history_.on_wire(passage_, flit_ - 1) + 1) return follow_stream();
    if (now_ <= arrived) {
      add(StepKind::kMove, left);
      flit_ = needed(flit_);
      passage_ = upstream;
      return;
    }
    Cycle free = arrived;
    if (flit_ > 0) {
      free = std::max(free, history_.on_wire(passage_, flit_ - 1) + 1);
    } else if (const PassageIndex ahead = history_.passages()[upstream].before; ahead != kNoIndex) {
      const WormPassage& other = history_.passages()[ahead];
      const Cycle gone =
          history_.on_wire(history_.next(ahead), history_.worms()[other.worm].brief_flits - 1) +
          1;  // the tail of the blocker has left
      free = std::max(free, gone);
      if (now_ == gone) return add(StepKind::kQueue, arrived, other.worm);
    }
    const std::optional<Wait> wait = history_.latest_wait(upstream, now_ - 1);
    const bool waited = wait && wait->end() > free;
    if (waited && wait->end() == now_) {
      const WormIndex blocker = wait->blocker != kNoIndex ? wait->blocker : opened_gate(*wait);
      return add(blocker != kNoIndex ? kind_of(wait->cause()) : StepKind::kUnknown,
                 std::max(wait->begin, free), blocker);
    }
    explain_credit(waited ? wait->end() : free);
  }

  /// The worm whose tail opened the gate for which a head waited until `now_`; none if the head waited for no
  /// gate.
  WormIndex opened_gate(const Wait& wait) {
    if (wait.cause() != StallCause::kAllocation) return kNoIndex;
    const auto before = past_.carried(passage().channel, now_ - 1);
    return before ? history_.passages()[before->passage].worm : kNoIndex;
  }

  /// The flit had no credit from `begin` until `now_`, when a credit returned.
  void explain_credit(Cycle begin) {
    const ChannelTable& table = history_.table();
    const ChannelId channel = passage().channel;
    const bool ejection = table.ejection(channel);
    const Cycle freed = now_ - (table.credit_delay(channel) + 1);
    const auto flit = ejection ? past_.carried(channel, freed) : past_.drained(channel, freed);
    if (!flit) return add(StepKind::kUnknown, begin);
    const WormIndex other = history_.passages()[flit->passage].worm;
    if (other != worm_) return add(StepKind::kBuffer, begin, other);
    add(StepKind::kCredit, freed);
    passage_ = flit->passage;
    flit_ = flit->first + static_cast<std::uint32_t>(freed - flit->cycle);
  }

  static StepKind kind_of(StallCause cause) {
    switch (cause) {
      case StallCause::kAllocation:
        return StepKind::kAllocation;
      case StallCause::kPreemption:
        return StepKind::kPreemption;
      case StallCause::kArbitration:
        return StepKind::kArbitration;
      case StallCause::kCredit:
        return StepKind::kBuffer;
    }
    return StepKind::kUnknown;
  }

  const FlitHistory& history_;
  Backwards past_;
  const RunTiming& timing_;
  const MessageEvents events_;
  JoinedSteps steps_;
  // Position of the walk: flit `flit_` of the worm entered the passage at `now_`. Without a passage, the
  // worm's send began then; without a worm, the run ended.
  Cycle now_ = 0;
  WormIndex worm_ = kNoIndex;
  PassageIndex passage_ = kNoIndex;
  std::uint32_t flit_ = 0;
  std::size_t repeat_ = 0;  // the number of repeats that begin before now_
  Cycle left_ = 0;          // the further periods of the latest of them that are before now_
  Cycle skipped_ = 0;       // from brief time to that of the run
  Cycle owed_ = 0;          // periods by which the walk has left the begin of repeat owed_of_ behind
  std::size_t owed_of_ = 0;
  Position was_;      // an earlier position in this repeat
  Cycle passed_ = 1;  // periods after which another one takes its place
};

}  // namespace

CriticalPath critical_path(const FlitHistory& history, const RunTiming& timing) {
  return {Walk(history, timing).steps()};
}

Cycle CriticalPath::cycles(StepKind kind) const {
  Cycle sum = 0;
  for (const Step& step : steps) sum += step.kind == kind ? step.cycles() : 0;
  return sum;
}

Cycle CriticalPath::blocked() const {
  Cycle sum = 0;
  for (const Step& step : steps) sum += step.blocked() ? step.cycles() : 0;
  return sum;
}

const char* to_text(StepKind kind) {
  static constexpr const char* kNames[] = {
      "startup", "move",       "stream",      "signal-move", "ack",  "credit", "allocation", "queue",
      "buffer",  "preemption", "arbitration", "receive",     "send", "signal", "barrier",    "unknown"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(StepKind::kUnknown) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace torusim
