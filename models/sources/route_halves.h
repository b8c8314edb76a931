#pragma once
/// Routes of two halves, each of which has its own pair of lanes.

#include <array>

#include "schedules/core/route.h"

namespace torusim {

struct Halves {
  static constexpr int kFirst = 0, kSecond = 2;  ///< first lane of each half's pair
};

/// Appends a run on a pair of lanes. A run of no hops is dropped.
inline void append_on(int pair, Run run, Route& route) {
  if (run.hops == 0) return;
  route.append(run);
  route.set_lane(route.size() - 1, pair);
}

/// The number of channels of each run of a route that the first half takes.
using BoxSplit = std::array<int, Route::kMaxRuns>;

/// Appends the beginnings of all runs, then the rests of the runs.
inline void append_halves(const Topology& topology, const Route& shortest, const BoxSplit& split,
                          Route& route) {
  const auto first = [&](int r) {
    const Run& run = shortest[r];
    const int part = split[static_cast<std::size_t>(r)];
    return topology.jumps(run.dimension) ? part * run.hops : run.hops < 0 ? -part : part;
  };
  for (int r = 0; r < shortest.size(); ++r) {
    append_on(Halves::kFirst, Run::of(shortest[r].dimension, first(r)), route);
  }
  for (int r = 0; r < shortest.size(); ++r) {
    append_on(Halves::kSecond, Run::of(shortest[r].dimension, shortest[r].hops - first(r)), route);
  }
}

/// Appends the runs in two halves. Bit d of `second` puts dimension d on the second pair. The dimensions of
/// the first pair come in rising order, then those of the second in falling order. With random bits each pair
/// carries half of every dimension, and no channel waits for an earlier one.
inline void append_pairs(unsigned second, const Route& shortest, Route& route) {
  const auto is_second = [&](int r) { return (second >> shortest[r].dimension & 1) != 0; };
  for (int r = 0; r < shortest.size(); ++r) {
    if (!is_second(r)) append_on(Halves::kFirst, shortest[r], route);
  }
  for (int r = shortest.size() - 1; r >= 0; --r) {
    if (is_second(r)) append_on(Halves::kSecond, shortest[r], route);
  }
}

}  // namespace torusim
