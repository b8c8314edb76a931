#pragma once
/// Streams: a long worm that passes a channel without a gap is reported when it begins and when it ends.

#include <cstdint>

#include "models/contract/worm.h"

namespace torusim::fast {

/// The relation of an event on a wire to adjacent cycles. A stream is one item (flit or credit) in every
/// cycle; only its beginning and its end are events, so the cycles between cost nothing.
enum class WireEvent : std::uint8_t {
  kOne,     ///< an item in this cycle
  kBegins,  ///< an item in this cycle and in every later one, until the stream ends
  kEnds,    ///< the stream has no item in this cycle any more
  kLast,    ///< an item in this cycle, the stream's last
};

/// The sending end of a wire: whether a stream is on, and the latest item.
struct StreamOut {
  Cycle last = -2;  ///< cycle of the latest item of a worm that may stream
  std::uint8_t vc = 0;
  bool on = false;
};

/// The place of an item in its worm, or in the worm whose slot it credits.
struct Part {
  bool streams;  ///< the worm is long enough for streams
  bool first;    ///< head: a stream may begin at once, in the hope that the rest follows
  bool last;     ///< tail: the stream ends with it
};

/// Determines the events of sending one item, and calls `emit(event)` for each: none while a stream
/// continues, the end of a stream of another VC (that of `wire`), the item itself.
template <typename Emit>
[[gnu::always_inline]] inline void put(StreamOut& wire, Cycle now, int vc, Part part, Emit emit) {
  const bool same_vc = wire.vc == vc;
  const bool follows = same_vc && wire.last == now - 1;
  wire.last = now;
  if (wire.on) {
    if (same_vc && part.streams && !part.first) {
      if (part.last) {
        wire.on = false;
        emit(WireEvent::kLast);
      }
      return;
    }
    wire.on = false;
    emit(WireEvent::kEnds);
  }
  wire.vc = static_cast<std::uint8_t>(vc);
  wire.on = part.streams && !part.last && (part.first || follows);
  emit(wire.on ? WireEvent::kBegins : WireEvent::kOne);
}

}  // namespace torusim::fast
