#include "models/pins/run_context.h"

#include <fmt/format.h>

#include "models/contract/channel.h"

namespace torusim::pins {
namespace {

/// Messages of open nodes carry the design's payload after number and index.
bool is_intact(const RunContext& run, const Worm& worm, const Forward& flit, std::uint32_t index) {
  if (flit.tail != (index + 1 == worm.flits)) return false;
  if (flit.head) return length_or_index(flit.data) == worm.flits;
  return index > 0 && (run.is_open(worm.source) || flit.data == payload_data(worm, index));
}

}  // namespace

void take_flit(RunContext& run, NodeId node, const Forward& flit) {
  const Cycle now = run.now;
  const std::uint32_t number = message_number(flit.data);
  Worm* worm = run.find(number);
  if (worm == nullptr) {
    run.scoreboard.fail(now, node, fmt::format("a flit of message {} arrived that no node sent", number));
    return;
  }
  const std::uint32_t index = flit.head ? 0 : length_or_index(flit.data);
  if (!is_intact(run, *worm, flit, index)) {
    run.scoreboard.fail(
        now, node,
        fmt::format("flit {} of message {} arrived damaged{}", index, number, payload_meaning(*worm, index)));
    return;
  }
  if (index > 0 && run.is_open(worm->source) && !run.is_open(node)) run.open->took_word(*worm, flit.data[1]);
  if (run.scoreboard.take(now, node, *worm, index)) {
    const WormSlot slot = run.slot_of[number];
    run.slot_of.erase(number);
    run.source.received(now, slot);
  }
}

}  // namespace torusim::pins
