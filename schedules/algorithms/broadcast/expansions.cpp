#include "schedules/algorithms/broadcast/expansions.h"

#include <optional>

namespace torusim::broadcast {
namespace {

using End = Expansion3d::End;

PerType cube_parts(int alpha) { return {alpha >= 5 ? 7 : 5, alpha == 3 ? 3 : alpha == 6 ? 7 : 5}; }
PerType check_parts(int alpha) { return {5, alpha == 3 ? 3 : 5}; }
/// The bands that one 2-D step fills.
PerType one_check_step(int alpha) { return capacities({check_parts(alpha), {0, 1}}, 1); }

Series series(const Topology& torus, int dimension, const CutRule& rule, Narrowest narrowest) {
  const int pairs = Columns(torus).count() / 2;
  const int rows = torus.side(dimension);
  const int to_cut = narrowest == Narrowest::kOdd ? rows - rows % 2 : rows;  // the one more needs no cut
  return {dimension, rule, narrowest, cuts_needed(rule, pairs, to_cut)};
}

std::optional<Expansion3d> expansion(const Topology& torus, int alpha, int y, End end) {
  const int z = 3 - y;
  const PerType cube = cube_parts(alpha);
  switch (end) {
    case End::kPlanes:
      if (alpha > 4) return std::nullopt;
      return Expansion3d{series(torus, y, {cube, {0, 1}}, Narrowest::kZero),
                         series(torus, z, {check_parts(alpha), {0, 1}}, Narrowest::kZero), end};
    case End::kGrids:
      // Of an odd number of rows one band stays 2 wide, and nodes beside it need four ports. If it is the
      // only pair of bands, one node is on both sides of it.
      if (torus.side(y) % 2 == 1 && (alpha == 3 || torus.side(y) == 3)) return std::nullopt;
      return Expansion3d{series(torus, y, {cube, {1, 1}}, Narrowest::kOdd),
                         series(torus, z, {cube, {1, 1}}, Narrowest::kZero), end};
    case End::kLastPlanes:
      return Expansion3d{series(torus, y, {cube, one_check_step(alpha)}, Narrowest::kOne),
                         series(torus, z, {cube, {0, 1}}, Narrowest::kZero), end};
  }
  return std::nullopt;
}

/// Cuts the bands of a series as often as it says; `step` performs each cut.
template <typename StepFunction>
Levels run(const Series& series, Levels levels, PlanBuilder& plan, const StepFunction& step) {
  plan.begin_stage();
  for (int left = series.steps; left > 0; --left) {
    const Cut next = cut(series.rule, levels, left, series.narrowest);
    plan.begin_step();
    step(next);
    levels = next.after();
  }
  return levels;
}

}  // namespace

Levels first_levels(const Topology& torus, const Series& series) {
  const int pairs = Columns(torus).count() / 2;
  return first_levels(series.rule, pairs, torus.side(series.dimension), series.steps, series.narrowest);
}

Expansion3d shortest_expansion(const Topology& torus, int alpha) {
  std::optional<Expansion3d> shortest;
  for (const End end : {End::kGrids, End::kPlanes, End::kLastPlanes}) {
    for (const int y : {1, 2}) {
      const auto candidate = expansion(torus, alpha, y, end);
      if (candidate && (!shortest || candidate->steps() < shortest->steps())) shortest = candidate;
    }
  }
  return *shortest;  // kLastPlanes is always one of them
}

void expand(const Topology& torus, int alpha, const Expansion3d& how, PlanBuilder& plan) {
  const int y = how.first.dimension, z = how.second.dimension;
  const Levels first_z = first_levels(torus, how.second);
  const Levels y_levels = run(how.first, first_levels(torus, how.first), plan,
                              [&](const Cut& next) { cube_step(torus, y, next, first_z, plan); });
  const Levels z_levels = run(how.second, first_z, plan, [&](const Cut& next) {
    how.end == End::kPlanes ? checkerboard_step(torus, z, next, plan)
                            : cube_step(torus, z, next, y_levels, plan);
  });
  if (how.end == End::kPlanes) return;
  plan.begin_stage();
  plan.begin_step();
  if (how.end == End::kGrids) return fill_grids(torus, y, y_levels, z_levels, plan);
  checkerboard_step(torus, y, cut({check_parts(alpha), {0, 1}}, y_levels, 1, Narrowest::kZero), plan);
}

}  // namespace torusim::broadcast
