#pragma once
/// A flit at the fast level, and the streams that stand for many of them.

#include <cstdint>

#include "models/worm.h"

namespace torusim::fast {

/// Which flit of which worm: what the pins would carry follows from it.
struct Flit {
  static constexpr std::uint32_t kTail = 1u << 31;
  static constexpr std::uint32_t kStreams = 1u << 30;  ///< of a worm long enough to be worth a stream
  static constexpr std::uint32_t kIndex = kStreams - 1;

  WormSlot worm;
  std::uint32_t index_and_flags;

  std::uint32_t index() const { return index_and_flags & kIndex; }
  bool head() const { return index() == 0; }
  bool tail() const { return (index_and_flags & kTail) != 0; }
  bool streams() const { return (index_and_flags & kStreams) != 0; }
};

/// How an event on a wire relates to those of the cycles around it. A stream is one item (flit or credit) in
/// every cycle; only its beginning and its end are events, so what lies between costs nothing.
enum class Span : std::uint8_t {
  kOne,     ///< an item in this cycle
  kBegins,  ///< an item in this cycle and in every later one, until the stream ends
  kEnds,    ///< the stream has no item in this cycle any more
  kLast,    ///< an item in this cycle, the stream's last
};

/// The sending end of a wire: whether a stream is on, and what was sent last.
struct StreamOut {
  Cycle last = -2;  ///< cycle of the latest item
  std::uint8_t vc = 0;
  bool on = false;
};

/// The receiving end of a stream of flits: `first` comes in cycle `from`, its successors in the cycles after
/// it.
struct FlitStream {
  Flit first;
  Cycle from = 0;
  std::uint8_t vc = 0;

  Flit at(Cycle now) const {
    return {first.worm, first.index_and_flags + static_cast<std::uint32_t>(now - from)};
  }
};

/// The receiving end of a stream of credits: one in cycle `from` and in every cycle after it.
struct CreditStream {
  Cycle from = 0;
  std::uint8_t vc = 0;
};

}  // namespace torusim::fast
