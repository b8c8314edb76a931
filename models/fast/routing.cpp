// Where heads go: the part of Routers that reads routes.
#include "models/fast/routers.h"

namespace torusim::fast {

void Routers::begin_route(WormSlot slot, bool streams) {
  if (cursors_.size() <= slot) cursors_.resize(slot + 1);
  const Worm& worm = worms_[slot];
  cursors_[slot] = {worm.flits, 0, 0, 0, streams};
  begin_run(worm, cursors_[slot]);
}

void Routers::begin_run(const Worm& worm, RouteCursor& cursor) const {
  const bool ejects = cursor.run == worm.route.size();
  cursor.hops_left = static_cast<std::int16_t>(run_channels(hardware_, worm, cursor.run));
  cursor.out =
      ejects ? u8(network_ports_ + worm.ejection_channel)
             : u8(hardware_.topology.port(worm.route[cursor.run].dimension, worm.route[cursor.run].hops));
}

NextChannel Routers::next_channel(RouterView router, WormSlot slot, int in, int vc) {
  RouteCursor& cursor = cursors_[slot];
  if (cursor.hops_left == 0 && cursor.run < worms_[slot].route.size()) {
    ++cursor.run;
    begin_run(worms_[slot], cursor);
  }
  return {cursor.out, next_vc(hardware_, in, vc, cursor.out, router.port(cursor.out).dateline)};
}

NextChannel Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  return next_channel(state_.router(node), slot, in, vc);
}

Routers::Flit Routers::identify(NodeId node, int in, int vc) {
  const RouterView router = state_.router(node);
  VirtualChannel& channel = router.channel(in, vc);
  const WormSlot slot = front_worm(router, in, vc);
  const std::uint32_t flits = cursors_[slot].flits;
  if (channel.left == 0) channel.left = flits;
  const std::uint32_t index = flits - channel.left--;
  if (channel.left == 0) channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
  return {slot, index};
}

Data Routers::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], cursors_[slot].run, cursors_[slot].hops_left);
}

}  // namespace torusim::fast
