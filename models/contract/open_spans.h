#pragma once
/// The latest span of every channel. The network writes it, flit by flit or in long stretches, and observers
/// receive the spans that begin and end.
///
/// In a large network the spans are scattered in memory. There, new spans of a cycle are collected while
/// their data are prefetched, and observers receive many at once.

#include <array>
#include <cstddef>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/observer.h"

namespace torusim {

class FetchingObserver;

/// The report of one of several threads on its channels in a cycle; one thread forwards all reports.
struct SpanLog {
  LargeArray<FlitSpan> begun;  ///< `first`: the flits behind, as of OpenSpans::begin()
  LargeArray<ChannelId> running;
};

class OpenSpans {
 public:
  OpenSpans(const Hardware& hardware, std::vector<Observer*> observers);

  bool anybody() const { return !observers_.empty(); }
  ChannelId id(NodeId node, int port) const { return node * stride_ + port; }

  /// Whether a flit that is not a head enters the channel in `cycle`, directly behind the previous one.
  bool extend(Cycle cycle, ChannelId channel, int vc) {
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    const bool follows = (open.last == cycle - 1) & (open.vc == vc);
    open.last = follows ? cycle : open.last;  // without an unpredictable branch
    return follows;
  }
  /// Any other flit begins a span. Cycles never go back. `behind` is the number of later flits of its worm;
  /// number, flits and first are determined here.
  void begin(const FlitSpan& span, std::uint32_t behind) {
    if (large_) {
      return begin_later(span.begin, span.worm, span.channel, span.from, {span.vc, span.from_vc}, behind);
    }
    FlitSpan& place = end(span.channel);
    // Member by member, from registers: a copy of memory just written waits for all stores before.
    place.begin = span.begin;
    place.last = span.last;
    place.worm = span.worm;
    place.channel = span.channel;
    place.from = span.from;
    place.vc = span.vc;
    place.from_vc = span.from_vc;
    tell(place, behind);
  }
  /// All spans of a cycle have begun.
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
    if (open.last == FlitSpan::kRunning) open.last = last;
  }
  /// Calls begin() and run() for its entries, and empties it.
  void take(SpanLog& log);
  /// Prefetches for a stop() or begin() that comes soon.
  void fetch(ChannelId channel) const { __builtin_prefetch(&spans_[static_cast<std::size_t>(channel)], 1); }
  const FlitSpan& span(ChannelId channel) const { return spans_[static_cast<std::size_t>(channel)]; }
  /// The run is over, with no flit on a channel after `last`.
  void finish(Cycle last);

 private:
  static constexpr ChannelId kLarge = 16'384;  // channels: their spans are more than a core's cache holds
  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::size_t kSoon = 4;  // spans before its own

  /// Tells of the end of the channel's span, and returns the place of the next.
  FlitSpan& end(ChannelId channel);
  void tell(FlitSpan& begun, std::uint32_t behind);
  FlitSpan& waiting_place() {
    if (waiting_ == kMostWaiting) tell_waiting();
    return waiting_spans_[waiting_++];
  }
  void announce(FlitSpan& span, std::uint32_t behind);
  // Not inline, and with few arguments in memory: the code of routers around the calls stays as fast as
  // without.
  struct Vcs {
    std::uint8_t vc, from_vc;
  };
  void begin_later(Cycle begin, const Worm* worm, ChannelId channel, ChannelId from, Vcs vcs,
                   std::uint32_t behind);
  void tell_waiting();

  int stride_;
  std::vector<Observer*> observers_;
  std::vector<FetchingObserver*> fetching_;  // of them
  LargeArray<FlitSpan> spans_;               // by channel
  bool large_ = false;                       // spans wait
  std::size_t waiting_ = 0;
  std::array<FlitSpan, kMostWaiting> waiting_spans_;  // `first`: the flits behind
};

/// The observers that want spans, except one.
std::vector<Observer*> span_observers(const std::vector<Observer*>& observers, const Observer* but = nullptr);

}  // namespace torusim
