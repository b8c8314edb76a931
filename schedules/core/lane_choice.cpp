#include "schedules/core/lane_choice.h"

#include <cstdlib>

#include "schedules/core/mix_bits.h"

namespace torusim {

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
  static const int rule = getenv("RULE") ? atoi(getenv("RULE")) : 0;
  std::uint64_t bits = mix_bits(number + kMixStep);
  for (int r = 0; r < route.size(); ++r, bits >>= 2) {
    const Run& run = route[r];
    int pair = keep_pairs ? route.lane(r) & 2 : lanes_ == 4 ? static_cast<int>(bits) & 2 : 0;
    int low = static_cast<int>(bits) & 1;
    const bool crosses = crosses_dateline(from, run);
    if (topology_.wraps(run.dimension)) {
      const int k = topology_.side(run.dimension), c = topology_.coordinate(from, run.dimension);
      const int h = std::abs(run.hops), u = run.hops > 0 ? k - 1 - c : c;
      const int twice = 2 * u - (h - 1);
      if (rule == 0) low = crosses ? 0 : low;
      if (rule == 1) low = crosses ? 0 : twice == k ? low : twice < k;
      if (rule == 2) {
        const int mid = u - k / 2;  // hops before the middle channel
        low = crosses ? 1 : mid >= 0 && h > mid ? 0 : low;
      }
      if (rule == 3) {  // random with probability
        const double p = k == 2 ? 1 : (2 * (k - 1) - twice) / 2.0 / (k - 2);
        low = crosses ? 0 : (bits >> 20 & 1023) < 1024 * p;
      }
      if (rule == 4) low = 0;
      if (rule == 5) low = crosses ? 0 : 1;
      if (rule == 6) {  // like 3 steeper in the middle half
        const double p = k == 2 ? 1 : (2 * (k - 1) - twice) / 2.0 / (k - 2);
        const double q = p < .25 ? 0 : p > .75 ? 1 : 2 * p - .5;
        low = crosses ? 0 : (bits >> 20 & 1023) < 1024 * q;
      }
    }
    route.set_lane(r, pair + low);
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
