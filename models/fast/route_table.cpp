#include "models/fast/route_table.h"

#include <algorithm>
#include <utility>

namespace torusim::fast {

void RouteTable::begin(WormSlot slot, bool streams) {
  const Worm& worm = worms_[slot];
  Cursor& cursor = at(slot);
  cursor = {.flits = worm.flits, .runs = u8(worm.route.size()), .streams = streams};
  for (int run = 0; run <= std::min(worm.route.size(), Cursor::kLast); ++run) {
    cursor.legs[static_cast<std::size_t>(run)] = leg(worm, run);
  }
  tail_channels(slot) = 0;
}

RouteTable::Leg RouteTable::leg(const Worm& worm, int run) const {
  const auto lane = [&](int named) { return u8(named & (hardware_.lanes - 1)); };
  if (run == worm.route.size()) {
    return {0, u8(network_ports_ + worm.ejection_channel), lane(worm.route.local_lane())};
  }
  return {static_cast<std::int16_t>(run_channels(hardware_, worm, run)),
          u8(hardware_.topology.port(worm.route[run].dimension, worm.route[run].hops)),
          lane(worm.route.lane(run))};
}

Data RouteTable::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], at(slot).run, at(slot).leg().hops);
}

void RouteTable::locate_worms() {
  for (WormSlot slot = 0; slot < worms_.places(); ++slot) {
    worms_[slot].head_channels += std::exchange(at(slot).head_channels, 0);
    worms_[slot].tail_channels += std::exchange(tail_channels(slot), 0);
  }
}

}  // namespace torusim::fast
