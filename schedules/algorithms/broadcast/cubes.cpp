#include "schedules/algorithms/broadcast/cubes.h"

#include <algorithm>

namespace torusim::broadcast {
namespace {

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

}  // namespace

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

}  // namespace torusim::broadcast
