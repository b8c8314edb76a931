#include "schedules/algorithms/broadcast/box.h"

#include <numeric>

#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/algorithms/broadcast/expansions.h"
#include "schedules/algorithms/broadcast/square.h"

namespace torusim::broadcast {
namespace {

using Coordinates = Topology::Coordinates;

/// Along the main diagonal of a cubic torus.
std::vector<DilatedStep> main_diagonal(int side, int alpha) {
  return steps_along(interval_recursion(side, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const int first = i == 1 ? 0 : i == 2 ? 1 : 2;  // x y z, y z x or z x y
    step.push_back({Coordinates{hop.owner, hop.owner, hop.owner},
                    route_of({{first, d}, {(first + 1) % 3, d}, {(first + 2) % 3, d}})});
  });
}

/// From the diagonal to every other diagonal x - y = 2c of the plane y = z.
std::vector<DilatedStep> alternate_diagonals(int side, int alpha) {
  return steps_along(interval_recursion(side / 2, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = 2 * hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const Route route = i == 1   ? route_of({{0, d}})
                        : i == 2 ? route_of({{1, -d}, {2, -d}})
                                 : route_of({{2, -d}, {1, -d}});
    for (int y = 0; y < side; ++y) step.push_back({Coordinates{y + 2 * hop.owner, y, y}, route});
  });
}

/// From there to every node (x, y, z) with x, y and z all even or all odd, by y - z = 2c.
std::vector<DilatedStep> alternate_planes(int side, int alpha) {
  return steps_along(interval_recursion(side / 2, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = 2 * hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const int aside = hop.slot > 0 ? 1 : -1;
    const Route route = i == 1   ? route_of({{1, d}})
                        : i == 2 ? route_of({{2, -d}})
                                 : route_of({{0, aside}, {1, d}, {0, -aside}});
    for (int z = 0; z < side; ++z) {
      for (int x = z % 2; x < side; x += 2) step.push_back({Coordinates{x, z + 2 * hop.owner, z}, route});
    }
  });
}

/// Every other level of each dimension, from the first or the second on.
DilatedTorus half_torus(const Topology& torus, const std::vector<std::vector<int>>& levels, int parity) {
  std::vector<std::vector<int>> half;
  for (const std::vector<int>& all : levels) {
    std::vector<int>& chosen = half.emplace_back();
    for (std::size_t i = parity; i < all.size(); i += 2) chosen.push_back(all[i]);
  }
  return {torus, std::move(half)};
}

}  // namespace

Plan box_broadcast(const Topology& torus, int alpha, Squeeze squeeze) {
  const Expansion3d expansion = shortest_expansion(torus, alpha);
  const int columns = Columns(torus).count();
  std::vector<std::vector<int>> levels(3);
  levels[0].resize(columns);
  std::iota(levels[0].begin(), levels[0].end(), 0);
  for (const Series& series : {expansion.first, expansion.second}) {
    levels[series.dimension] = first_levels(torus, series);
    levels[series.dimension].pop_back();
  }
  const DilatedTorus dilated(torus, levels);

  PlanBuilder plan(torus, 0);
  if (squeeze == Squeeze::kPaper) {
    const std::vector<DilatedTorus> halves{half_torus(torus, levels, 0), half_torus(torus, levels, 1)};
    plan.begin_stage();
    const DilatedStep across{{Coordinates{}, route_of({{0, 1}, {1, 1}, {2, 1}})}};
    embed({across}, std::span(&dilated, 1), plan);
    plan.begin_stage();
    for (const auto& stage : square_broadcast(3, columns / 2, alpha)) embed(stage, halves, plan);
  } else {
    for (const auto& stage : {main_diagonal(columns, alpha), alternate_diagonals(columns, alpha),
                              alternate_planes(columns, alpha)}) {
      plan.begin_stage();
      embed(stage, std::span(&dilated, 1), plan);
    }
  }
  expand(torus, alpha, expansion, plan);
  send_to_left_out_column(torus, plan);
  return plan.take();
}

}  // namespace torusim::broadcast
