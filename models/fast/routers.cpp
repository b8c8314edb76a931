#include "models/fast/routers.h"

#include <algorithm>

#include "models/fast/periods.h"

namespace torusim::fast {
namespace {

/// Sets up a router: the peers of its ports, and credits for all slots of the far buffers.
void connect(const Hardware& hardware, const Slab& slab, const NetworkState& state, NodeId node) {
  const RouterView view(state, node);
  const Layout& layout = state.layout();
  const Topology& topology = hardware.topology;
  for (int p = 0; p < layout.ports; ++p) {
    const bool network = p < hardware.network_ports();
    ColdPort& cold = view.cold_port(p);
    const NodeId peer = network ? slab.name(topology.neighbor(node, p)) : slab.dead_end;
    const int peer_port = network ? topology.opposite(p) : p;
    cold.credits.last = cold.flits.last = -2;
    // As if the last one had won: the turn is at the first.
    view.head().last_input[p] = u8(layout.ports - 1);
    view.last_vc(p) = u8(layout.vcs - 1);
    if (hardware.lanes > 1) view.channel(p, 1).of_port = network && topology.crosses_dateline(node, p);
    for (int vc = 0; vc < layout.vcs; ++vc) {
      // An output VC starts with a credit for every slot of the far buffer.
      const VcIndex output = view.output(p, vc);
      view.sets(output.word).available |= output.mask();
      view.streams(output.word).pool_open |= output.mask();
      for (int d = 0; d < layout.digits; ++d) {
        const bool one = (((layout.slots + layout.bias) >> d) & 1) != 0;
        if (one) view.digits(output.word)[d] |= output.mask();
      }
      const VcIndex there = view.output(peer_port, vc);
      VirtualChannel& channel = view.channel(p, vc);
      channel.peer = peer;
      channel.peer_bit = u8(there.bit);
      if (layout.words > 1) view.words_of(channel).peer = u8(there.word);
    }
  }
}

}  // namespace

Routers::Routers(const Hardware& hardware, WormTable& worms, Slabs& slabs, MoveLog& moves, PhaseGates* gates)
    : hardware_(hardware), slabs_(slabs), state_(hardware), routes_(hardware_, worms, !slabs.alone()) {
  for (NodeId node = 0; node < hardware.topology.nodes(); ++node) {
    connect(hardware, slabs.of(node), state_, node);
  }
  for (std::size_t s = 0; s < slabs.count(); ++s) {
    engines_.push_back(SlabEngine::make(hardware_, state_, routes_, worms, slabs, s, moves, gates));
  }
}

Routers::~Routers() = default;

Periods& Routers::sleep_periodically() {
  periods_ = std::make_unique<Periods>(hardware_, state_, slabs_[0]);
  engines_[0]->set(*periods_);
  return *periods_;
}

void Routers::report_sleepers(Cycle cycle) {
  for (const auto& engine : engines_) engine->report_sleepers(cycle);
}

bool Routers::any_sleepers() const {
  return std::any_of(engines_.begin(), engines_.end(), [](const auto& e) { return e->any_sleepers(); });
}

bool Routers::finish_counts(Cycle last) {
  bool streams = false;
  for (const auto& engine : engines_) streams |= engine->finish_counts(last);
  return streams;
}

std::optional<PortVc> Routers::owner(NodeId node, int out, int out_vc) const {
  const RouterView router = view(node);
  const VcIndex output = router.output(out, out_vc);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets(w).allocated & Layout::kInputs)) {
      const VcIndex owned = router.output_of(router.channel(VcIndex{w, i}));
      if (owned.word == output.word && owned.bit == output.bit) {
        return PortVc{router.port_at({w, i}), router.vc_at({w, i})};
      }
    }
  }
  return std::nullopt;
}

WormSlot Routers::arrived(NodeId node, int in, int vc) {
  ColdChannel& channel = state_.cold_channel(view(node).channel(in, vc));
  const WormSlot slot = channel.ring()[channel.front];
  state_.next_worm(channel);
  return slot;
}

PortVc Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const auto [hops, out, lane] = routes_.next_leg(slot);
  const RouterView router = view(node);
  return {out, next_vc(hardware_, in, vc, out, router.dateline(out), lane)};
}

}  // namespace torusim::fast
