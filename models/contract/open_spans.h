#pragma once
/// The latest span of every channel. Whoever moves flits writes it, flit by flit or in long stretches at
/// once, and observers hear of spans that begin and end.
///
/// In a large network each span is in another place of memory. So there spans that begin wait for others of
/// their cycle, while what they need is fetched, and observers are told of many at once.

#include <array>
#include <cstddef>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/observer.h"

namespace torusim {

class FetchingObserver;

/// What one of several threads has to say of channels in a cycle: each writes this, and one tells it.
struct SpanLog {
  LargeArray<FlitSpan> begun;  ///< `first`: the flits behind, as of OpenSpans::begin()
  LargeArray<ChannelId> running;
};

class OpenSpans {
 public:
  OpenSpans(const Hardware& hardware, std::vector<Observer*> observers);

  bool anybody() const { return !observers_.empty(); }
  ChannelId id(NodeId node, int port) const { return node * stride_ + port; }

  /// A flit that is no head enters the channel in `cycle`, behind the one before it? Then that is all.
  bool extend(Cycle cycle, ChannelId channel, int vc) {
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    const bool follows = (open.last == cycle - 1) & (open.vc == vc);
    open.last = follows ? cycle : open.last;  // no branch: it could not be foreseen
    return follows;
  }
  /// Any other flit: a span begins. Cycles never go back. `behind`: how many flits of its worm come after it;
  /// number, flits and first are found out here.
  void begin(FlitSpan span, std::uint32_t behind) {
    span.first = behind;
    if (large_) return announce(span);
    tell(span);
  }
  /// All spans of a cycle have begun.
  void flush() {
    if (waiting_ != 0) tell_waiting();
  }
  /// The channel's span goes on by itself, until stop() says in which cycle its latest flit was.
  void run(ChannelId channel) {
    flush();
    spans_[static_cast<std::size_t>(channel)].last = FlitSpan::kRunning;
  }
  void stop(ChannelId channel, Cycle last) {
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    if (open.last == FlitSpan::kRunning) open.last = last;
  }
  /// begin() and run() all that is in it, and empties it.
  void take(SpanLog& log);
  /// stop() or begin() is near.
  void fetch(ChannelId channel) const { __builtin_prefetch(&spans_[static_cast<std::size_t>(channel)], 1); }
  const FlitSpan& span(ChannelId channel) const { return spans_[static_cast<std::size_t>(channel)]; }
  /// The run is over, with no flit on a channel after `last`.
  void finish(Cycle last);

 private:
  static constexpr ChannelId kLarge = 16'384;  // channels: their spans are more than a core's cache holds
  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::size_t kSoon = 4;  // spans before its own

  void announce(const FlitSpan& span);
  void tell(const FlitSpan& begun);
  void tell_waiting();

  int stride_;
  std::vector<Observer*> observers_;
  std::vector<FetchingObserver*> fetching_;  // of them
  LargeArray<FlitSpan> spans_;               // by channel
  bool large_ = false;
  std::size_t waiting_ = 0;
  std::array<FlitSpan, kMostWaiting> waiting_spans_;  // `first`: the flits behind
};

/// Those of the observers that want spans, but for one.
std::vector<Observer*> span_observers(const std::vector<Observer*>& observers, const Observer* but = nullptr);

}  // namespace torusim
