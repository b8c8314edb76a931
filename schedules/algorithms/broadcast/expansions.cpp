#include "schedules/algorithms/broadcast/expansions.h"

#include <algorithm>
#include <optional>

#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {
namespace {

// The 3-D step: every type-I cube is cut in up to seven along one dimension.
// Wang, Tseng, Ni, Sheu, Section 4.2, Stages 3 and 4.

/// A cube of type I and the routes along its four long edges: A holds the owner LL at its low end, D the
/// owner UR at its high end, B is next to A in x, C in the other dimension.
struct Cube {
  NodeId lower_left, upper_right;
  int v, w;              ///< the dimension that is cut, and the other one
  int low, high;         ///< levels of v
  int x_links, w_links;  ///< from A to B, from A to C

  Route up_a(int row) const { return route_of({{v, row - low}}); }
  Route up_b(int row) const { return route_of({{0, x_links}, {v, row - low}, {0, -x_links}}); }
  Route up_c(int row) const { return route_of({{w, w_links}, {v, row - low}, {w, -w_links}}); }
  Route down_d(int row) const { return route_of({{v, row - high}}); }
  Route down_b(int row) const { return route_of({{w, -w_links}, {v, row - high}, {w, w_links}}); }
  Route down_c(int row) const { return route_of({{0, -x_links}, {v, row - high}, {0, x_links}}); }
};

void cut_cube(const Cube& cube, const std::vector<int>& rows, PlanBuilder& plan) {
  const auto from_ll = [&](const Route& route) { plan.send_unless_reached(cube.lower_left, route); };
  const auto from_ur = [&](const Route& route) { plan.send_unless_reached(cube.upper_right, route); };
  switch (rows.size()) {
    case 6:
      from_ll(cube.up_a(rows[5]));
      from_ll(cube.up_b(rows[1]));
      from_ll(cube.up_c(rows[3]));
      from_ur(cube.down_d(rows[0]));
      from_ur(cube.down_b(rows[2]));
      from_ur(cube.down_c(rows[4]));
      break;
    case 4:
      from_ll(cube.up_a(rows[3]));
      from_ll(cube.up_b(rows[1]));
      from_ur(cube.down_d(rows[0]));
      from_ur(cube.down_c(rows[2]));
      break;
    case 2:
      from_ll(cube.up_a(rows[1]));
      from_ur(cube.down_d(rows[0]));
      break;
    default:
      break;
  }
}

/// Rows of a ring that one parity of columns owns, each once.
std::vector<int> rows_of(const Levels& levels, int parity) {
  std::vector<int> rows;
  for (std::size_t b = parity; b + 1 < levels.size(); b += 2) rows.push_back(levels[b] % levels.back());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

/// Rows from the i-th to the next one, round the ring.
int gap_after(const std::vector<int>& rows, std::size_t i, int side) {
  return i + 1 < rows.size() ? rows[i + 1] - rows[i] : rows.front() + side - rows[i];
}

int gap_before(const std::vector<int>& rows, std::size_t i, int side) {
  return gap_after(rows, i == 0 ? rows.size() - 1 : i - 1, side);
}

/// The sends of one owner; y and z are the dimensions of the plane, gaps are in rows.
void fill_around(NodeId owner, int y, int z, int y_gap, int y_gap_before, int z_gap, int z_gap_before,
                 PlanBuilder& plan) {
  const auto send = [&](std::initializer_list<Leg> legs) { plan.send(owner, route_of(legs)); };
  if (y_gap >= 2) send({{y, 1}});
  if (z_gap == 2) send({{z, 1}});
  if (y_gap_before == 2 && z_gap_before == 2) send({{y, -1}, {z, -1}});
  if (y_gap_before == 3) {
    send({{y, -1}});
    if (z_gap_before == 2) send({{z, -1}, {y, -1}});
  }
  if (y_gap == 3 && z_gap_before == 2) send({{z, -1}, {y, 1}});
}

/// A type-I cube lies between columns i and i+1, levels a and a+1 of one long dimension and b and b+1 of the
/// other. The numbers i, a and b are all even or all odd. The first and the last corner of a cube own the
/// message. The step cuts the bands of `dimension`; `other_levels` are those of the other long dimension, at
/// least 1 apart. After the step the corners own the message with the new levels. For any cuts, no two paths
/// share a link.
///
/// Parts of a band: 7, 5, 3 or 1. Three messages of a node go along one line: one message straight, two over
/// the neighbouring lines of the cube. The paper leaves these two lines out.
void cube_step(const Topology& torus, int dimension, const Cut& cut, const Levels& other_levels,
               PlanBuilder& plan) {
  const Columns columns(torus);
  const int v = dimension, w = 3 - dimension;
  for (int i = 0; i < columns.count(); ++i) {
    for (std::size_t a = i % 2; a < cut.rows.size(); a += 2) {
      for (std::size_t b = i % 2; b + 1 < other_levels.size(); b += 2) {
        Topology::Coordinates low{}, high{};
        low[0] = i;
        low[v] = cut.before[a] % torus.side(v);
        low[w] = other_levels[b] % torus.side(w);
        high[0] = columns.next(i);
        high[v] = cut.before[a + 1] % torus.side(v);
        high[w] = other_levels[b + 1] % torus.side(w);
        const Cube cube{torus.node(low),
                        torus.node(high),
                        v,
                        w,
                        cut.before[a],
                        cut.before[a + 1],
                        columns.links(i),
                        other_levels[b + 1] - other_levels[b]};
        cut_cube(cube, cut.rows[a], plan);
      }
    }
  }
}

/// The last step, where all bands of `y` are 1 wide and bands of `z` 0 or 1. The owners of each plane are a
/// grid with gaps of 1 or 2 rows, and serve the nodes in the gaps. One band of y may be 2 wide; nodes beside
/// it need four ports, other nodes three. This step replaces Figure 12 (Stage 5), which serves type-I cubes
/// only and so leaves other nodes out.
void fill_grids(const Topology& torus, int y, const Levels& y_levels, const Levels& z_levels,
                PlanBuilder& plan) {
  const int z = 3 - y;
  for (int i = 0; i < Columns(torus).count(); ++i) {
    const std::vector<int> ys = rows_of(y_levels, i % 2), zs = rows_of(z_levels, i % 2);
    for (std::size_t a = 0; a < ys.size(); ++a) {
      for (std::size_t c = 0; c < zs.size(); ++c) {
        Topology::Coordinates owner{};
        owner[0] = i;
        owner[y] = ys[a];
        owner[z] = zs[c];
        fill_around(torus.node(owner), y, z, gap_after(ys, a, torus.side(y)),
                    gap_before(ys, a, torus.side(y)), gap_after(zs, c, torus.side(z)),
                    gap_before(zs, c, torus.side(z)), plan);
      }
    }
  }
}

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
