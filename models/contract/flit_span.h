#pragma once
/// A span: flits of one worm on one channel in consecutive cycles, without a gap.
///
/// A worm that streams is one span a channel whatever its length; one that is stalled or preempted is as many
/// as it has pieces. The spans of a run are the whole of it: who was on which channel when, whose flits lay
/// in which buffer, and with the timing of docs/router.md what every credit and every turn depended on.

#include <cstdint>
#include <limits>

#include "models/contract/worm.h"

namespace torusim {

/// A directed channel: node * (ports + alpha) + port, the node and the port that drive it (FlitMove::port).
using ChannelId = std::int32_t;
inline constexpr ChannelId kNoChannel = -1;

/// Flits first, first + 1, .. of a worm on the channel in cycles begin .. last.
struct alignas(64) FlitSpan {
  /// `last` of a span that goes on by itself: nobody looks at its flits one by one.
  static constexpr Cycle kRunning = std::numeric_limits<Cycle>::max() / 4;

  Cycle begin = -1;
  Cycle last = -2;             ///< latest flit so far
  const Worm* worm = nullptr;  ///< to be read while the worm is under way only
  std::uint32_t number = 0;    ///< of the worm
  std::uint32_t flits = 0;     ///< of the whole worm
  std::uint32_t first = 0;     ///< index of its first flit
  ChannelId channel = 0;
  ChannelId from = kNoChannel;  ///< the channel whose far buffer its flits leave; none: a node interface
  std::uint8_t vc = 0, from_vc = 0;

  bool head() const { return first == 0; }
  /// Cycle in which the worm's tail is on the channel, if the span reaches it.
  Cycle tail_due() const { return begin + (flits - 1 - first); }
  bool tail() const { return tail_due() <= last; }
  Cycle end() const { return last + 1; }
  std::int64_t count() const { return last - begin + 1; }
};

}  // namespace torusim
