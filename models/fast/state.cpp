#include "models/fast/state.h"

#include <bit>
#include <memory>
#include <new>

namespace torusim::fast {

namespace {

constexpr std::size_t kCacheLine = 64;

std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

}  // namespace

Layout::Layout(const Hardware& hardware, int horizon)
    : ports(hardware.ports()),
      vcs(hardware.vcs()),
      lanes(hardware.lanes),
      classes(hardware.classes),
      slots(hardware.slots()),
      packed(vcs == 2),
      words(packed ? 1 : ports) {
  static_assert(sizeof(RouterHead) <= kSets);
  const std::size_t inbox_count = std::bit_ceil(std::size_t(horizon) + 1);
  inbox_mask = inbox_count - 1;
  inbox_stride = words * sizeof(Inbox);
  port = kSets + words * sizeof(ChannelSets);
  channels = port + ports * sizeof(Port);
  inboxes = round_up(channels + std::size_t(ports) * vcs * sizeof(VirtualChannel), sizeof(Inbox));
  worms = inboxes + inbox_count * inbox_stride;
  streams = round_up(worms + std::size_t(ports) * vcs * slots * sizeof(WormSlot), alignof(PortStreams));
  stride = round_up(streams + ports * sizeof(PortStreams), kCacheLine);
}

NetworkState::NetworkState(const Hardware& hardware, int horizon) : layout_(hardware, horizon) {
  // calloc: the system hands out zeroed pages, so what is never used costs no memory.
  const Topology& topology = hardware.topology;
  std::size_t room = std::size_t(topology.nodes()) * layout_.stride + kCacheLine;
  bytes_.reset(static_cast<std::byte*>(std::calloc(1, room)));
  if (!bytes_) throw std::bad_alloc();
  void* aligned = bytes_.get();
  first_ = static_cast<std::byte*>(std::align(kCacheLine, room - kCacheLine, aligned, room));
  const std::uint64_t all_vcs =
      hardware.vcs() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << hardware.vcs()) - 1;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const RouterView view = router(node);
    for (int p = 0; p < layout_.ports; ++p) {
      view.streams(p).credits.last = view.streams(p).flits.last = -2;
      const Place place = view.place(p, 0);
      view.sets()[place.word].free |= all_vcs << place.bit;
      view.sets()[place.word].below_reserve |= all_vcs << place.bit;
      Port& port = view.port(p);
      const bool network = p < hardware.network_ports();
      port.peer = network ? topology.neighbor(node, p) : node;
      port.dateline = network && topology.crosses_dateline(node, p);
      port.peer_port = static_cast<std::uint8_t>(network ? topology.opposite(p) : p);
      const Place there = view.place(port.peer_port, 0);
      port.peer_inbox = at(port.peer) + there.word * sizeof(Inbox);
      port.peer_shift = static_cast<std::uint8_t>(there.bit);
    }
  }
}

}  // namespace torusim::fast
