#include "models/fast/routers.h"

namespace torusim::fast {

Routers::Routers(const Hardware& hardware, WormTable& worms)
    : hardware_(hardware),
      state_(hardware, hardware.link_delay + 1),
      due_(NetworkState::nowhere(hardware.topology.nodes()), hardware.link_delay + 1),
      routes_(hardware_, worms) {}

std::optional<PortVc> Routers::owner(NodeId node, int out, int out_vc) const {
  const RouterView router = view(node);
  const Place output = router.output(out, out_vc);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets(w).allocated & Layout::kInputs)) {
      const Place owned = router.output_of(router.channel(Place{w, i}));
      if (owned.word == output.word && owned.bit == output.bit) {
        return PortVc{router.port_at({w, i}), router.vc_at({w, i})};
      }
    }
  }
  return std::nullopt;
}

WormSlot Routers::arrived(NodeId node, int in, int vc) {
  VirtualChannel& channel = view(node).channel(in, vc);
  const WormSlot slot = state_.front_worm(channel);
  state_.next_worm(channel);
  return slot;
}

PortVc Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const int out = routes_.next_port(slot);
  return {out, next_vc(hardware_, in, vc, out, view(node).port(out).dateline)};
}

}  // namespace torusim::fast
