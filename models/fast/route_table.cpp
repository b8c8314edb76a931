#include "models/fast/route_table.h"

namespace torusim::fast {

void RouteTable::begin(WormSlot slot, bool streams) {
  const Worm& worm = worms_[slot];
  at(slot) = {worm.flits, 0, 0, 0, streams, 0};
  tail_channels(slot) = 0;
  begin_run(worm, at(slot));
}

void RouteTable::begin_run(const Worm& worm, Cursor& cursor) const {
  const bool ejects = cursor.run == worm.route.size();
  cursor.hops_left = static_cast<std::int16_t>(run_channels(hardware_, worm, cursor.run));
  cursor.out =
      ejects ? u8(network_ports_ + worm.ejection_channel)
             : u8(hardware_.topology.port(worm.route[cursor.run].dimension, worm.route[cursor.run].hops));
}

void RouteTable::begin_next_run(WormSlot slot) {
  Cursor& cursor = at(slot);
  if (cursor.run == worms_[slot].route.size()) return;
  ++cursor.run;
  begin_run(worms_[slot], cursor);
}

Data RouteTable::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], at(slot).run, at(slot).hops_left);
}

void RouteTable::locate_worms() {
  for (WormSlot slot = 0; slot < worms_.places(); ++slot) {
    worms_[slot].head_channels += at(slot).head_channels;
    worms_[slot].tail_channels += tail_channels(slot);
  }
}

}  // namespace torusim::fast
