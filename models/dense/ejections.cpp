#include "models/dense/ejections.h"

#include <fmt/format.h>

namespace torusim::dense {
namespace {

/// Index of the flit that is taken in cycle `now`, in an unbroken stream.
std::uint32_t flit_at(const Worm& worm, Cycle now) {
  return worm.stream_first + static_cast<std::uint32_t>(now - worm.stream_cycle);
}

/// Takes the flits of the stream that came before cycle `now`.
void take_before(Cycle now, NodeId node, Worm& worm, Scoreboard& scoreboard) {
  const std::uint32_t flits = flit_at(worm, now) - worm.taken;
  scoreboard.take_stream(now - flits, node, worm, worm.taken, flits);
}

}  // namespace

int Ejections::take(Cycle now, MessageSource& source, WormTable& worms) {
  Events& events = due(now);
  int received = 0;
  for (const Stream& stream : events.pause) take_before(now, stream.node, worms[stream.worm], scoreboard_);
  for (const Stream& stream : events.begin) {
    Worm& worm = worms[stream.worm];
    if (!scoreboard_.take(now, stream.node, worm, worm.taken)) continue;
    source.received(now, stream.worm);
    ++received;
  }
  for (const Stream& stream : events.end) {
    Worm& worm = worms[stream.worm];
    const std::uint32_t index = flit_at(worm, now);
    if (index + 1 != worm.flits) {
      scoreboard_.fail(
          now, stream.node,
          fmt::format("the tail of message {} is flit {} of {}", worm.number, index + 1, worm.flits));
      continue;
    }
    scoreboard_.take_rest(now, stream.node, worm);
    source.received(now, stream.worm);
    ++received;
  }
  events.pause.clear();
  events.begin.clear();
  events.end.clear();
  return received;
}

}  // namespace torusim::dense
