#include "schedules/core/lane_choice.h"

#include <cstdlib>

#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

/// Worms that cross the dateline take lane 0 before it and lane 1 behind it. They load a channel more, the
/// nearer it is to the dateline. So the nearer the middle of another run is before the dateline, the more
/// often it takes lane 1.
bool takes_lane_1(const Topology& topology, NodeId from, Run run, std::uint64_t draw) {
  constexpr int kBits = 16;
  const std::uint64_t drawn = draw & ((1u << kBits) - 1);
  const int d = run.dimension;
  if (!topology.wraps(d) || topology.twisted()) return drawn >> (kBits - 1) != 0;
  const int side = topology.side(d), at = topology.coordinate(from, d);
  if (side == 2) return true;
  const int before = run.hops > 0 ? side - 1 - at : at;  // hops to the dateline
  // Twice the distance of the middle, 2 just before the dateline and 2 (side - 1) just behind it.
  const int distance = 2 * before - std::abs(run.hops) + 1;
  return drawn * static_cast<std::uint64_t>(2 * (side - 2)) <
         static_cast<std::uint64_t>(2 * (side - 1) - distance) << kBits;
}

}  // namespace

const char* to_text(LaneChoice choice) { return choice == LaneChoice::kBalanced ? "balanced" : "dateline"; }

bool LaneChooser::crosses_dateline(NodeId from, Run run) const {
  if (!topology_.wraps(run.dimension)) return false;
  if (!topology_.twisted()) {
    const int end = topology_.coordinate(from, run.dimension) + run.hops;
    return end < 0 || end >= topology_.side(run.dimension);
  }
  const int port = topology_.port(run.dimension, run.hops);
  for (int left = std::abs(run.hops); left > 0; --left, from = topology_.neighbor(from, port)) {
    if (topology_.crosses_dateline(from, port)) return true;
  }
  return false;
}

void LaneChooser::balance(NodeId from, std::uint64_t number, bool keep_pairs, Route& route) const {
  if (lanes_ == 1) return;
  std::uint64_t draw = number;
  for (int r = 0; r < route.size(); ++r) {
    draw = mix_bits(draw + kMixStep);
    const Run& run = route[r];
    const int drawn_pair = lanes_ == 4 ? static_cast<int>(draw >> 62) & 2 : 0;
    const int pair = keep_pairs ? route.lane(r) & 2 : drawn_pair;
    const bool lane_1 = !crosses_dateline(from, run) && takes_lane_1(topology_, from, run, draw);
    route.set_lane(r, pair + (lane_1 ? 1 : 0));
    from = topology_.displaced(from, run.dimension, run.hops);
  }
}

void LaneChooser::each(NodeId from, bool keep_pairs, const Route& route,
                       const std::function<void(const Route&)>& visit) const {
  Route named = route;
  const std::function<void(NodeId, int)> go_on = [&](NodeId at, int r) {
    if (r == named.size()) return visit(named);
    const NodeId next = topology_.displaced(at, named[r].dimension, named[r].hops);
    const bool crosses = crosses_dateline(at, named[r]);
    for (int lane = 0; lane < lanes_; ++lane) {
      if (keep_pairs && ((lane ^ route.lane(r)) & 2 & (lanes_ - 1)) != 0) continue;
      if (crosses && lane % 2 == 1) continue;
      named.set_lane(r, lane);
      go_on(next, r + 1);
    }
  };
  go_on(from, 0);
}

}  // namespace torusim
