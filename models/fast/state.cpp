#include "models/fast/state.h"

namespace torusim::fast {

NetworkState::NetworkState(const Hardware& hardware)
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
}

}  // namespace torusim::fast
