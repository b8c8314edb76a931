// Where heads go, and when they may: the part of Routers that reads routes.
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

/// Cut-through asks for room for the whole worm at the next router, store and forward for the whole worm
/// here.
bool Routers::whole_worm_may_go(const RouterView& router, const std::uint64_t* came, Place input) const {
  const VirtualChannel& channel = router.channel(input);
  // What has come and is still to be counted counts here.
  const auto counted = [&](Place end) {
    return counter_value(router.digits(end.word), router.digit_count(), end.bit) +
           static_cast<int>((came[end.word] >> end.bit) & 1);
  };
  if (hardware_.switching == Switching::kStoreAndForward) {
    return counted(input) >= static_cast<int>(channel.left);
  }
  const int free = counted(router.output_of(channel)) - state_.layout().bias;
  return credit_.room(slots_ - free, router.port(channel.out).shared_used) >= static_cast<int>(channel.left);
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
