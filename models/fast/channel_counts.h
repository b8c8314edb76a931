#pragma once
/// The sums of channels, counted by routers and node interfaces for an observer of sums
/// (Observer::sums).
///
/// The begin of a stall subtracts its cycle from the sum of its cause, and the end adds its cycle; a lasting
/// stall costs nothing. Cycles are those of the wires: a decision is visible there in the next cycle. Cycles
/// after the last flit of the run do not count. A flit may be the last one until another follows, so changes
/// wait for the next flit.

#include <algorithm>
#include <vector>

#include "models/contract/channel_sums.h"
#include "models/contract/flit_span.h"
#include "models/contract/hardware.h"

namespace torusim::fast {

class ChannelCounts {
 public:
  /// `sums`: null without an observer of sums. Then no other function may be called.
  ChannelCounts(const Hardware& hardware, ChannelSums* sums)
      : stride_(hardware.ports() + hardware.alpha), sums_(sums) {}
  bool on() const { return sums_ != nullptr; }
  /// The channel out of a port; injection channels are behind all ports (FlitMove).
  ChannelId id(NodeId node, int port) const { return node * stride_ + port; }

  /// A head enters the channel. `shared`: another worm is on the channel too, on another VC.
  void head(ChannelId channel, Cycle cycle, bool shared) {
    if (!shared) sum(channel).owned_since = cycle;
  }
  /// The tail of a worm of `flits` flits enters the channel.
  void tail(ChannelId channel, Cycle cycle, std::uint32_t flits, bool shared) {
    ChannelSum& sum = this->sum(channel);
    sum.flits += flits;
    if (shared) return;
    sum.busy += cycle - sum.owned_since + 1;
    sum.owned_since = ChannelSum::kFree;
  }
  void message(ChannelId channel) { ++sum(channel).messages; }
  /// `flits` flits of a worm have entered the channel, but its tail will not in this run.
  void unfinished(ChannelId channel, std::uint32_t flits) { sum(channel).flits += flits; }

  /// A worm that waits for the channel begins to stall in `cycle`, or stops.
  void stall(ChannelId channel, StallCause cause, Cycle cycle, bool begins) {
    changes_.push_back({begins ? -cycle : cycle, channel, static_cast<std::int32_t>(cause)});
  }
  /// Adds cycles of stalls, all before the run's last flit.
  void stalled(ChannelId channel, StallCause cause, Cycle cycles) {
    sum(channel).stalled_by(cause) += cycles;
  }
  /// The buffer at the channel's end holds more flits than ever before.
  void peak(ChannelId channel, int flits, Cycle cycle) {
    changes_.push_back({cycle, channel, kPeak + flits});
  }

  /// Applies all changes. A flit is on a channel in or after their latest cycle, so they count.
  void settle() {
    for (const Change& change : changes_) apply(change, change.cycle);
    changes_.clear();
  }
  /// Ends the run. No flit was on a channel after `last`; lasting stalls have been ended.
  void finish(Cycle last) {
    for (const Change& change : changes_) {
      if (change.what < kPeak || change.cycle <= last) {
        apply(change, std::clamp(change.cycle, -(last + 1), last + 1));
      }
    }
    changes_.clear();
  }

 private:
  static constexpr std::int32_t kPeak = kStallCauses;
  struct Change {
    Cycle cycle;  // negative for a stall that begins
    ChannelId channel;
    std::int32_t what;  // a StallCause, or kPeak + the number of flits
  };

  ChannelSum& sum(ChannelId channel) { return (*sums_)[static_cast<std::size_t>(channel)]; }
  void apply(const Change& change, Cycle cycle) {
    ChannelSum& sum = this->sum(change.channel);
    if (change.what >= kPeak) {
      sum.peak = change.what - kPeak;
    } else {
      sum.stalled[static_cast<std::size_t>(change.what)] += cycle;
    }
  }

  const int stride_;
  ChannelSums* const sums_;
  LargeArray<Change> changes_;
};

}  // namespace torusim::fast
