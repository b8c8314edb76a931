#include "models/contract/worm.h"

#include <fmt/format.h>

#include <cassert>

#include "schedules/core/amount.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"

namespace torusim {

std::int64_t message_flits(std::int64_t blocks, int block_flits) {
  // A set of blocks may name 2^62 blocks.
  const std::int64_t flits = plus(1, times(blocks, block_flits));
  if (flits > Worm::kMostFlits) {
    throw InputError(fmt::format("a message of {} blocks of {} flits; a worm has at most {} flits", blocks,
                                 block_flits, Worm::kMostFlits));
  }
  return flits;
}

WormSlot WormTable::reserve() {
  if (places_ % kChunk == 0) chunks_.push_back(std::make_unique<Worm[]>(kChunk));
  const WormSlot slot = places_++;
  (*this)[slot].flits = 0;
  return slot;
}

std::vector<const Worm*> WormTable::all() const {
  std::vector<const Worm*> result;
  for (WormSlot slot = 0; slot < places_; ++slot) {
    if ((*this)[slot].flits > 0) result.push_back(&(*this)[slot]);
  }
  return result;
}

ChannelRef channel_on_path(const Hardware& hardware, const Worm& worm, int n) {
  assert(!hardware.adaptive);
  assert(n >= 0 && n <= worm.route.hops(hardware.topology) + 1);
  const Topology& topology = hardware.topology;
  ChannelRef at = injected_by(hardware, worm);
  if (n == 0) return at;
  int in = hardware.network_ports() + worm.injection_channel;
  NodeId node = worm.source;
  const auto hop = [&](int out, bool dateline, int named) {
    at = {node, out, next_vc(hardware, in, at.vc, out, dateline, named)};
    return --n == 0;
  };
  for (int r = 0; r < worm.route.size(); ++r) {
    const int out = topology.port(worm.route[r].dimension, worm.route[r].hops);
    for (int left = run_channels(hardware, worm, r); left > 0; --left) {
      if (hop(out, topology.crosses_dateline(node, out), worm.route.lane(r))) return at;
      node = topology.neighbor(node, out);
      in = topology.opposite(out);
    }
  }
  hop(hardware.network_ports() + worm.ejection_channel, false, worm.route.local_lane());
  return at;
}

std::string payload_meaning(const Worm& worm, std::uint32_t index) {
  const bool sum = worm.words != nullptr && index > 0 && index < worm.flits;
  return sum ? ": it is not " + worm.words->meaning(index) : "";
}

std::uint64_t payload_word(NodeId source, NodeId destination, std::uint32_t index) {
  const std::uint64_t x = (std::uint64_t(std::uint32_t(source)) << 32) ^ std::uint32_t(destination);
  return mix_bits(x + kMixStep * (index + 1));
}

}  // namespace torusim
