#pragma once
/// The worms of a slab that stall, as routers and node interfaces count them for an observer of sums.
///
/// Only a change of a set is counted, as the begin or end of a stall (channel_counts.h). The sets of the last
/// cycles are kept, because they repeat in the periodic sleep of a node (periods.h).

#include <algorithm>
#include <array>
#include <vector>

#include "models/fast/bits.h"
#include "models/fast/channel_counts.h"

namespace torusim::fast {

class StallSets {
 public:
  /// The sets of a place: a word of a router, or an injection channel. The owner knows the causes.
  struct Pair {
    std::array<std::uint64_t, 2> halves{};
    bool operator==(const Pair&) const = default;
  };
  /// A periodic sleep of a node.
  struct Sleep {
    Cycle since, last;  ///< the last evaluated cycle, and the last of the sleep
    int period;
    Cycle unsettled;  ///< most cycles from a flit on a channel to a change that it causes
  };
  struct Stall {
    ChannelId channel;
    StallCause cause;
  };

  StallSets(ChannelCounts& counts, std::size_t places) : counts_(counts), pairs_(places) {}
  /// Keeps the sets of the last cycles for repeat().
  void keep() {
    complete_.resize(pairs_.size());
    kept_.resize(pairs_.size() * kKept);
  }
  const Pair& operator[](std::size_t place) const { return pairs_[place]; }

  /// The sets of a place from cycle `now` on. `stall(half, bit)`: what the worm of a bit stalls for.
  template <typename StallOf>
  void change(Cycle now, std::size_t place, const Pair& is, const StallOf& stall) {
    Pair& was = pairs_[place];
    if (was == is) return;
    if (!kept_.empty()) complete(now, place);
    for (std::size_t half = 0; half < 2; ++half) {
      for (const int i : bits(was.halves[half] ^ is.halves[half])) {
        const auto [channel, cause] = stall(half, i);
        counts_.stall(channel, cause, now + 1, (is.halves[half] >> i & 1) != 0);
      }
    }
    was = is;
  }

  /// In the cycles of a sleep the sets are those of a period before. The last cycles are counted one by one,
  /// because they may follow the run's last flit.
  template <typename StallOf>
  void repeat(std::size_t place, const Sleep& sleep, const StallOf& stall) {
    const Cycle since = sleep.since, last = sleep.last, unsettled = sleep.unsettled;
    const int period = sleep.period;
    if (complete_[place] <= since - period + 1) return;  // they have been the same for a period
    complete(since + 1, place);
    std::array<Pair, kKept> pattern;
    for (int j = 0; j < period; ++j) {
      pattern[static_cast<std::size_t>(j)] = kept(place, since - period + 1 + j);
    }
    const auto pair_of = [&](Cycle cycle) {
      return pattern[static_cast<std::size_t>((cycle - since - 1) % period)];
    };
    const Cycle periods = std::max<Cycle>(0, last - since - unsettled - period) / period;
    const Cycle settled = since + periods * period;
    for (std::size_t half = 0; half < 2 && periods > 0; ++half) {
      std::uint64_t ever = 0, always = ~std::uint64_t{0};
      for (int j = 0; j < period; ++j) {
        ever |= pattern[static_cast<std::size_t>(j)].halves[half];
        always &= pattern[static_cast<std::size_t>(j)].halves[half];
      }
      for (const int i : bits(ever & ~always)) {
        const auto is_set = [&](const Pair& pair) { return static_cast<Cycle>(pair.halves[half] >> i & 1); };
        Cycle cycles = 0;
        for (int j = 0; j < period; ++j) cycles += is_set(pattern[static_cast<std::size_t>(j)]);
        // A stall that has begun before the sleep will count the whole sleep when it ends.
        const auto [channel, cause] = stall(half, i);
        counts_.stalled(channel, cause, periods * (cycles - period * is_set(pairs_[place])));
      }
    }
    for (Cycle cycle = std::max(since + 1, settled + 1 - kKept); cycle <= settled; ++cycle) {
      kept(place, cycle) = pair_of(cycle);
    }
    complete_[place] = settled + 1;
    for (Cycle cycle = settled + 1; cycle <= last; ++cycle) change(cycle, place, pair_of(cycle), stall);
  }

 private:
  static constexpr int kKept = 64;  // cycles, as long as the longest period

  Pair& kept(std::size_t place, Cycle cycle) {
    return kept_[place * kKept + static_cast<std::size_t>(cycle) % kKept];
  }
  /// Keeps the sets of all cycles before `now`.
  void complete(Cycle now, std::size_t place) {
    for (Cycle cycle = std::max(complete_[place], now - kKept); cycle < now; ++cycle) {
      kept(place, cycle) = pairs_[place];
    }
    complete_[place] = now;
  }

  ChannelCounts& counts_;
  std::vector<Pair> pairs_;      // by place
  std::vector<Cycle> complete_;  // by place: the sets of the cycles before this one are in kept_
  std::vector<Pair> kept_;       // [places][kKept]
};

}  // namespace torusim::fast
