// Where heads go: the part of Routers that reads routes.
#include "models/fast/routers.h"

namespace torusim::fast {

void Routers::begin_route(WormSlot slot, bool streams) {
  if (cursors_.size() <= slot) cursors_.resize(slot + 1);
  const Worm& worm = worms_[slot];
  cursors_[slot] = {worm.flits, 0, 0, 0, streams, 0, 0};
  begin_run(worm, cursors_[slot]);
}

void Routers::begin_run(const Worm& worm, RouteCursor& cursor) const {
  const bool ejects = cursor.run == worm.route.size();
  cursor.hops_left = static_cast<std::int16_t>(run_channels(hardware_, worm, cursor.run));
  cursor.out =
      ejects ? u8(network_ports_ + worm.ejection_channel)
             : u8(hardware_.topology.port(worm.route[cursor.run].dimension, worm.route[cursor.run].hops));
}

void Routers::begin_next_run(WormSlot slot) {
  RouteCursor& cursor = cursors_[slot];
  if (cursor.run == worms_[slot].route.size()) return;
  ++cursor.run;
  begin_run(worms_[slot], cursor);
}

NextChannel Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const int out = next_port(slot);
  return {out, next_vc(hardware_, in, vc, out, RouterView(state_, node).first(out).dateline)};
}

void Routers::locate_worms() {
  for (WormSlot slot = 0; slot < cursors_.size(); ++slot) {
    worms_[slot].head_channels += cursors_[slot].head_channels;
    worms_[slot].tail_channels += cursors_[slot].tail_channels;
  }
}

WormSlot Routers::arrived(NodeId node, int in, int vc) {
  VirtualChannel& channel = RouterView(state_, node).channel(in, vc);
  const WormSlot slot = state_.worms(channel)[channel.front];
  channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
  return slot;
}

Data Routers::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], cursors_[slot].run, cursors_[slot].hops_left);
}

std::optional<NextChannel> Routers::owner(NodeId node, int out, int out_vc) {
  const RouterView router(state_, node);
  const Place output = router.output(out, out_vc);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets(w).engaged & Layout::kInputs)) {
      const Place owned = router.output_of(router.channel(Place{w, i}));
      if (owned.word == output.word && owned.bit == output.bit) {
        return NextChannel{router.port_at({w, i}), router.vc_at({w, i})};
      }
    }
  }
  return std::nullopt;
}

void Routers::send_head(NodeId node, int port, int vc, WormSlot worm) {
  queue_worm(RouterView(state_, node).channel(port, vc), worm);
}

}  // namespace torusim::fast
