#pragma once
/// The latest span of every channel. The network writes it, flit by flit or in long stretches, and observers
/// receive the spans that begin and end.
///
/// In a large network the spans are scattered in memory. Such a network collects the new spans of a cycle
/// while their data are prefetched, and observers receive many spans at once.

#include <array>
#include <cstddef>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/observer.h"
#include "models/contract/repeats.h"

namespace torusim {

class FetchingObserver;
class RepeatingObserver;

/// The report of one of several threads on its channels in a cycle; one thread forwards all reports.
struct SpanLog {
  LargeArray<FlitSpan> begun;  ///< `first` holds the parameter `behind` of OpenSpans::begin()
  LargeArray<ChannelId> running;
};

class OpenSpans {
 public:
  OpenSpans(const Hardware& hardware, std::vector<Observer*> observers);

  bool anybody() const { return !observers_.empty(); }
  ChannelId id(NodeId node, int port) const { return node * stride_ + port; }

  /// Whether a flit that is not a head enters the channel in `cycle`, directly behind the previous one.
  bool extend(Cycle cycle, ChannelId channel, int vc) {
    cycle -= skipped_cycles_;
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    const bool follows = (open.last == cycle - 1) & (open.vc == vc);
    open.last = follows ? cycle : open.last;  // without an unpredictable branch
    return follows;
  }
  /// Begins a span, for a flit that extend() does not accept. Cycles never decrease. `behind` is the number
  /// of later flits of the worm; this function sets number, flits and first.
  void begin(const FlitSpan& span, std::uint32_t behind) {
    if (large_) {
      return begin_later(span.begin, span.worm, span.channel, span.from, {span.vc, span.from_vc}, behind);
    }
    FlitSpan& place = end(span.channel);
    // Member by member, from registers: a copy of memory just written waits for all stores before.
    place.begin = place.last = span.begin - skipped_cycles_;
    place.worm = span.worm;
    place.channel = span.channel;
    place.from = span.from;
    place.vc = span.vc;
    place.from_vc = span.from_vc;
    tell(place, behind);
  }
  /// Ends a cycle: reports the spans that still wait.
  void flush() {
    if (waiting_ != 0) tell_waiting();
  }
  /// The channel's span continues by itself, until stop() gives the cycle of its latest flit.
  void run(ChannelId channel) {
    flush();
    spans_[static_cast<std::size_t>(channel)].last = FlitSpan::kRunning;
  }
  void stop(ChannelId channel, Cycle last) {
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    if (open.last == FlitSpan::kRunning) open.last = last - skipped_cycles_;
  }
  /// Whether all observers know repeats (repeats.h).
  bool repeats() const { return repeating_.size() == observers_.size(); }
  /// A period of the run repeats, and begins next. After it, call skip() for every flit that entered a
  /// channel in it, and then skip_cycles().
  void repeat(Repeat repeat);
  void skip(ChannelId channel, int vc, Cycle times);
  void skip_cycles(Cycle cycles) { skipped_cycles_ += cycles; }
  /// Calls begin() and run() for the entries of the log, and empties the log.
  void take(SpanLog& log);
  /// Prefetches the channel's span for a stop() or begin() that comes soon.
  void fetch(ChannelId channel) const { __builtin_prefetch(&spans_[static_cast<std::size_t>(channel)], 1); }
  const FlitSpan& span(ChannelId channel) const { return spans_[static_cast<std::size_t>(channel)]; }
  /// Ends the run; no flit is on a channel after `last`.
  void finish(Cycle last);

 private:
  static constexpr ChannelId kLarge = 16'384;  // channels whose spans exceed a core's cache
  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::size_t kSoon = 4;  // spans between the second prefetch and the report

  /// Reports the end of the channel's span, and returns the place of the next span.
  FlitSpan& end(ChannelId channel);
  void tell(FlitSpan& begun, std::uint32_t behind);
  FlitSpan& waiting_place() {
    if (waiting_ == kMostWaiting) tell_waiting();
    return waiting_spans_[waiting_++];
  }
  void announce(FlitSpan& span, std::uint32_t behind);
  // The function is not inline and has few arguments in memory, so that the code of routers around its calls
  // stays fast.
  struct Vcs {
    std::uint8_t vc, from_vc;
  };
  void begin_later(Cycle begin, const Worm* worm, ChannelId channel, ChannelId from, Vcs vcs,
                   std::uint32_t behind);
  void tell_waiting();

  std::uint32_t& skipped_flits(ChannelId channel, int vc) {
    return skipped_flits_[static_cast<std::size_t>(channel) * vcs_ + static_cast<std::size_t>(vc)];
  }

  int stride_;
  std::size_t vcs_;
  Cycle skipped_cycles_ = 0;  // cycles that brief time lacks
  std::vector<Observer*> observers_;
  std::vector<FetchingObserver*> fetching_;  // observers of observers_ that prefetch
  std::vector<RepeatingObserver*> repeating_;
  LargeArray<FlitSpan> spans_;               // by channel
  LargeArray<std::uint32_t> skipped_flits_;  // by channel and VC: of its worm, once there are repeats
  bool large_ = false;                       // new spans wait for flush()
  std::size_t waiting_ = 0;
  std::array<FlitSpan, kMostWaiting> waiting_spans_;  // `first` holds `behind`
};

/// The observers that want spans, except `but`.
std::vector<Observer*> span_observers(const std::vector<Observer*>& observers, const Observer* but = nullptr);

}  // namespace torusim
