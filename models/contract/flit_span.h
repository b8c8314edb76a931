#pragma once
/// A span: flits of one worm on one channel in consecutive cycles, without a gap.
///
/// A streaming worm is one span per channel, independent of its length; a stalled or preempted worm has one
/// span per piece. The spans of a run describe it completely: the worm on every channel and the flits in
/// every buffer over time, and with the timing of docs/router.md every credit and every turn.

#include <cstdint>
#include <limits>

#include "models/contract/worm.h"

namespace torusim {

/// A directed channel: node * (ports + alpha) + port, the node and the port that drive it (FlitMove::port).
using ChannelId = std::int32_t;
inline constexpr ChannelId kNoChannel = -1;

/// Flits first, first + 1, .. of a worm on the channel in cycles begin .. last.
struct alignas(64) FlitSpan {
  /// Value of `last` while the span streams, without an update per flit.
  static constexpr Cycle kRunning = std::numeric_limits<Cycle>::max() / 4;

  Cycle begin = -1;
  Cycle last = -2;             ///< latest flit so far
  const Worm* worm = nullptr;  ///< valid only while the worm is under way
  std::uint32_t number = 0;    ///< number of the worm
  std::uint32_t flits = 0;     ///< length of the whole worm
  std::uint32_t first = 0;     ///< index of the span's first flit
  ChannelId channel = 0;
  ChannelId from = kNoChannel;  ///< channel whose far buffer the flits leave; kNoChannel: a node interface
  std::uint8_t vc = 0, from_vc = 0;

  bool head() const { return first == 0; }
  /// Cycle in which the worm's tail is on the channel, if the span reaches it.
  Cycle tail_due() const { return begin + (flits - 1 - first); }
  bool tail() const { return tail_due() <= last; }
  Cycle end() const { return last + 1; }
  std::int64_t count() const { return last - begin + 1; }
};

}  // namespace torusim
