#include "models/fast/state.h"

#include <memory>
#include <new>

namespace torusim::fast {

namespace {
constexpr std::size_t kCacheLine = 64;
}

NetworkState::NetworkState(const Hardware& hardware) {
  const std::size_t ports = hardware.ports();
  const std::size_t channels = ports * hardware.vcs();
  std::size_t end = 0;
  const auto place = [&end](std::size_t count, std::size_t size, std::size_t alignment) {
    const std::size_t begin = (end + alignment - 1) / alignment * alignment;
    end = begin + count * size;
    return begin;
  };
  place(1, sizeof(RouterHead), alignof(RouterHead));
  in_ = place(ports, sizeof(InputPort), alignof(InputPort));
  out_ = place(ports, sizeof(OutputPort), alignof(OutputPort));
  vc_ = place(channels, sizeof(InputVc), alignof(InputVc));
  in_flight_ = place(channels, sizeof(std::uint16_t), alignof(std::uint16_t));
  slots_ = place(channels * hardware.slots(), sizeof(Flit), alignof(Flit));
  stride_ = (end + kCacheLine - 1) / kCacheLine * kCacheLine;

  // calloc: the system hands out zeroed pages, so slots that are never used cost no memory.
  const Topology& topology = hardware.topology;
  std::size_t room = std::size_t(topology.nodes()) * stride_ + kCacheLine;
  bytes_.reset(static_cast<std::byte*>(std::calloc(1, room)));
  if (!bytes_) throw std::bad_alloc();
  void* aligned = bytes_.get();
  first_ = static_cast<std::byte*>(std::align(kCacheLine, room - kCacheLine, aligned, room));
  const std::uint64_t all_vcs =
      hardware.vcs() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << hardware.vcs()) - 1;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const RouterView view = router(node);
    for (std::size_t p = 0; p < ports; ++p) {
      view.in[p].credits.last = view.out[p].flits.last = -2;
      OutputPort& port = view.out[p];
      port.free = port.below_reserve = all_vcs;
      const bool network = static_cast<int>(p) < hardware.network_ports();
      port.peer = network ? topology.neighbor(node, static_cast<int>(p)) : node;
      port.peer_port = network ? static_cast<std::uint8_t>(topology.opposite(static_cast<int>(p))) : 0;
      port.dateline = network && topology.crosses_dateline(node, static_cast<int>(p));
    }
  }
}

}  // namespace torusim::fast
