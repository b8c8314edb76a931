#pragma once
/// The latest span of every channel. Whoever moves flits writes it, flit by flit or in long stretches at
/// once, and observers hear of spans that begin and end.

#include <cstddef>
#include <vector>

#include "models/contract/observer.h"

namespace torusim {

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
  /// Any other flit. Cycles never go back.
  void begin(const FlitSpan& span);
  /// The channel's span goes on by itself, until stop() says in which cycle its latest flit was.
  void run(ChannelId channel) { spans_[static_cast<std::size_t>(channel)].last = FlitSpan::kRunning; }
  void stop(ChannelId channel, Cycle last) {
    FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
    if (open.last == FlitSpan::kRunning) open.last = last;
  }
  const FlitSpan& span(ChannelId channel) const { return spans_[static_cast<std::size_t>(channel)]; }
  /// The run is over, with no flit on a channel after `last`.
  void finish(Cycle last);

 private:
  int stride_;
  std::vector<Observer*> observers_;
  std::vector<FlitSpan> spans_;  // by channel
};

/// Those of the observers that want spans.
std::vector<Observer*> span_observers(const std::vector<Observer*>& observers);

}  // namespace torusim
