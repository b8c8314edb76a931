#include "models/fast/state.h"

#include <bit>

#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

Layout::Layout(const Hardware& hardware)
    : ports(hardware.ports()),
      vcs(hardware.vcs()),
      slots(hardware.slots()),
      port_bits(std::bit_width(static_cast<unsigned>(vcs - 1))),
      words(((ports << port_bits) + kOutputs - 1) / kOutputs),
      pool_digit(hardware.shared == 0 ? 0 : std::bit_width(static_cast<unsigned>(hardware.shared))),
      locals{} {
  bias = hardware.shared == 0 ? 0 : (1 << pool_digit) - hardware.shared;
  used_up = hardware.shared + bias;
  digits = std::bit_width(static_cast<unsigned>(slots + bias));
  lean = words == 1 && vcs == 2 && hardware.shared == 0 && !hardware.buffers_whole_worms() &&
         !hardware.phase_gates && !hardware.adaptive && digits <= kLeanDigits;
  if (lean) digits = kLeanDigits;
  for (int p = hardware.network_ports(); p < ports; ++p) {
    for (int vc = 0; vc < vcs; ++vc) locals[input(p, vc).word] |= input(p, vc).mask() | output(p, vc).mask();
  }
  sets_stride = sizeof(VcSets) + digits * sizeof(std::uint64_t);
  head = words * sets_stride;
  hot = round_up(head + offsetof(RouterHead, last_input) + ports, kCacheLine);
  ports_at = ports_behind(words);
  cold = ports_at + ports * sizeof(ColdPort);
  channel_step = words == 1 ? 1 : 2;
  channels = std::size_t(ports) * vcs * channel_step * sizeof(VirtualChannel);
  cold_channel = sizeof(ColdChannel) + slots * sizeof(WormSlot);
}

NetworkState::NetworkState(const Hardware& hardware, const Slabs& slabs)
    : layout_(hardware), memory_(std::size_t(hardware.topology.nodes()) * layout_.router() + 4 * kCacheLine) {
  const auto nodes = std::size_t(hardware.topology.nodes());
  std::byte* rest = memory_.begin();
  const auto take = [&rest](std::size_t size) {
    std::byte* const begin = rest;
    rest += round_up(size, kCacheLine);
    return begin;
  };
  hot_ = take(nodes * layout_.hot);
  channels_ = take(nodes * layout_.channels);
  cold_channels_ = take(nodes * layout_.cold_channels());
  cold_ = take(nodes * layout_.cold);
  for (NodeId node = 0; node < hardware.topology.nodes(); ++node) connect(hardware, slabs.of(node), node);
}

void NetworkState::connect(const Hardware& hardware, const Slab& slab, NodeId node) {
  const RouterView view(*this, node);
  const Topology& topology = hardware.topology;
  for (int p = 0; p < layout_.ports; ++p) {
    const bool network = p < hardware.network_ports();
    ColdPort& cold = view.cold_port(p);
    const NodeId peer = network ? slab.name(topology.neighbor(node, p)) : slab.dead_end;
    const int peer_port = network ? topology.opposite(p) : p;
    cold.credits.last = cold.flits.last = -2;
    // As if the last had won: the first comes first.
    view.head().last_input[p] = u8(layout_.ports - 1);
    view.last_vc(p) = u8(layout_.vcs - 1);
    if (hardware.lanes > 1) view.channel(p, 1).of_port = network && topology.crosses_dateline(node, p);
    for (int vc = 0; vc < layout_.vcs; ++vc) {
      // An output may send as many flits as the far buffer has slots.
      const Place output = view.output(p, vc);
      view.sets(output.word).available |= output.mask();
      view.streams(output.word).pool_open |= output.mask();
      for (int d = 0; d < layout_.digits; ++d) {
        const bool one = (((layout_.slots + layout_.bias) >> d) & 1) != 0;
        if (one) view.digits(output.word)[d] |= output.mask();
      }
      const Place there = view.output(peer_port, vc);
      VirtualChannel& channel = view.channel(p, vc);
      channel.peer = peer;
      channel.peer_bit = u8(there.bit);
      if (layout_.words > 1) view.words_of(channel).peer = u8(there.word);
    }
  }
}

}  // namespace torusim::fast
