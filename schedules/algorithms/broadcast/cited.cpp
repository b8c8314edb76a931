#include "schedules/algorithms/broadcast/cited.h"

#include <fmt/format.h>

#include <bit>
#include <climits>
#include <map>

#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/algorithms/broadcast/square.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim::broadcast {
namespace {

/// A plan for node 0 of a small torus, in as many steps as it has.
struct Tile {
  Topology torus;
  Plan plan;
};

using Coordinates = Topology::Coordinates;

/// The corners of a level: multiples of `grid` in every dimension.
std::vector<NodeId> corners(const Topology& torus, const Coordinates& grid) {
  std::vector<NodeId> result;
  Coordinates at{};
  for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
    bool corner = true;
    for (int d = 0; d < torus.dimensions(); ++d) corner &= at[d] % grid[d] == 0;
    if (corner) result.push_back(node);
  }
  return result;
}

Route stretched(const Route& route, const Coordinates& spacing) {
  Route result;
  for (const Run& run : route) result.append(Run::of(run.dimension, run.hops * spacing[run.dimension]));
  return result;
}

/// From node 0; along each dimension the sides of the tiles, coarsest first, multiply to the side of the
/// torus. In the level of tile t, whose corners are `spacing` * side(t) apart, the plan of the tile runs from
/// every corner, each hop `spacing` channels long. Modulo the grid all corners are one node, so paths that
/// share no channel of the tile's torus, as those of a plan, share none here either.
Plan tiled_broadcast(const Topology& torus, const std::vector<Tile>& levels) {
  Plan plan;
  Coordinates grid{};
  for (int d = 0; d < torus.dimensions(); ++d) grid[d] = torus.side(d);
  int level = 0;
  for (const Tile& tile : levels) {
    ++level;
    const std::vector<NodeId> owners = corners(torus, grid);
    Coordinates spacing{};
    for (int d = 0; d < torus.dimensions(); ++d) spacing[d] = grid[d] / tile.torus.side(d);
    for (const Step& small : tile.plan) {
      Step& step = plan.emplace_back();
      step.name = fmt::format("L{}.{}", level, &small - tile.plan.data() + 1);
      for (const Send& send : small.sends) {
        Coordinates from = tile.torus.coordinates(send.from);
        for (int d = 0; d < torus.dimensions(); ++d) from[d] *= spacing[d];
        const Route route = stretched(send.route, spacing);
        for (const NodeId owner : owners) {
          const NodeId node = torus.translated(torus.node(from), owner);
          step.sends.push_back({node, route.end_node(torus, node), route});
        }
      }
    }
    grid = spacing;
  }
  return plan;
}

bool equal_rings(const Topology& torus, int dimensions) {
  for (int d = 0; d < torus.dimensions(); ++d) {
    if (!torus.wraps(d) || (d < dimensions && torus.side(d) != torus.side(0))) return false;
  }
  return torus.dimensions() >= dimensions;
}

[[noreturn]] void refuse(const char* name, const Topology& topology, const std::string& needs) {
  throw InputError(
      fmt::format("{} on {}: it needs {}; broadcast runs on any topology", name, topology.name(), needs));
}

/// How often `base` divides n; n becomes the remaining factor.
int take_powers(int& n, int base) {
  int count = 0;
  for (; n % base == 0; n /= base) ++count;
  return count;
}

/// The power of `base` that is nearest to n, at least base itself.
int nearest_power(int n, int base) {
  std::int64_t power = base;
  while (power * base <= INT_MAX && power * base - n < n - power) power *= base;
  return static_cast<int>(power);
}

Topology torus_of(int dimensions, int side) {
  return Topology(std::vector<Dimension>(static_cast<std::size_t>(dimensions), {side, Line::kRing}));
}

/// A plan of single sends from node 0 in its first step, and so on.
Tile tile(Topology torus, const std::vector<std::vector<std::pair<NodeId, Route>>>& steps) {
  PlanBuilder plan(torus, 0);
  plan.begin_stage();
  for (const auto& step : steps) {
    plan.begin_step();
    for (const auto& [from, route] : step) plan.send(from, route);
  }
  Plan made = plan.take();
  return {std::move(torus), std::move(made)};
}

/// To the three other corners of a square, x before y.
Tile two_by_two() {
  return tile(torus_of(2, 2),
              {{{0, route_of({{0, 1}})}, {0, route_of({{1, 1}})}, {0, route_of({{0, -1}, {1, 1}})}}});
}

/// The four knight's moves, turned by a right angle each, lead to owners whose neighbours cover all nodes.
Tile five_by_five() {
  const Topology torus = torus_of(2, 5);
  std::vector<std::pair<NodeId, Route>> first = {{0, route_of({{0, 1}, {1, 2}})},
                                                 {0, route_of({{1, 1}, {0, -2}})},
                                                 {0, route_of({{0, -1}, {1, -2}})},
                                                 {0, route_of({{1, -1}, {0, 2}})}};
  std::vector<NodeId> owners{0};
  for (const auto& [from, route] : first) owners.push_back(route.end_node(torus, from));
  std::vector<std::pair<NodeId, Route>> second;
  for (const NodeId owner : owners) {
    for (const int d : {0, 1}) {
      for (const int hop : {1, -1}) second.emplace_back(owner, route_of({{d, hop}}));
    }
  }
  return tile(torus, {first, second});
}

/// One owner in every plane of the first two dimensions: along the last one, four times as many in each step.
/// Two of three are reached by either channel along it; the third way leads through the next column.
Plan one_in_each_plane(const Topology& torus, std::vector<int>& column) {
  const int line = torus.dimensions() - 1, side = torus.side(line);
  const auto place = [side](int at) { return ((at % side) + side) % side; };
  PlanBuilder plan(torus, 0);
  plan.begin_stage();
  for (const LineStep& hops : interval_recursion(side, 3)) {
    plan.begin_step();
    for (const Hop& hop : hops) {
      const int from = place(hop.owner), beside = hop.slot == 2 ? 1 : 0;
      Topology::Coordinates at{};
      at[0] = column[from];
      at[line] = from;
      plan.send(torus.node(at), route_of({{0, beside}, {line, hop.distance}}));
      column[place(hop.owner + hop.distance)] = (column[from] + beside) % torus.side(0);
    }
  }
  return plan.take();
}

/// A plan for one plane in all of them, each from its own column.
void in_all_planes(const Topology& torus, const Plan& plane_plan, const std::vector<int>& column,
                   Plan& plan) {
  const Topology plane = torus_of(2, torus.side(0));
  const auto lift = [&](NodeId node, int z) {
    Topology::Coordinates at{};
    at[0] = (plane.coordinate(node, 0) + column[z]) % plane.side(0);
    at[1] = plane.coordinate(node, 1);
    at[2] = z;
    return torus.node(at);
  };
  for (const Step& small : plane_plan) {
    Step& step = plan.emplace_back(Step{small.name, {}});
    for (int z = 0; z < torus.side(2); ++z) {
      for (const Send& send : small.sends)
        step.sends.push_back({lift(send.from, z), lift(send.to, z), send.route});
    }
  }
}

}  // namespace

Plan edn_plan(const Topology& torus) {
  const int k = torus.dimensions(), side = torus.side(0);
  if (k < 2 || k > 3 || !equal_rings(torus, 2) || !std::has_single_bit(static_cast<unsigned>(side))) {
    refuse("edn", torus,
           fmt::format("a torus of 2^p x 2^p or 2^p x 2^p x any, such as torus:{0}x{0}",
                       nearest_power(side, 2)));
  }
  const std::vector<Tile> levels(std::bit_width(static_cast<unsigned>(side)) - 1, two_by_two());
  Plan plane = tiled_broadcast(torus_of(2, side), levels);
  if (k == 2) return plane;
  std::vector<int> column(torus.side(2));
  Plan plan = one_in_each_plane(torus, column);
  in_all_planes(torus, plane, column, plan);
  return plan;
}

Plan peters_syska_plan(const Topology& torus) {
  int rest = torus.side(0);
  const int fives = take_powers(rest, 5), twos = rest == 2 ? 1 : 0;
  if (torus.dimensions() != 2 || !equal_rings(torus, 2) || rest > 2) {
    const int five = nearest_power(torus.side(0), 5);
    refuse("peters-syska", torus,
           fmt::format("a square torus with sides 5^p or 2 * 5^p, such as torus:{0}x{0} or torus:{1}x{1}",
                       five, 2 * five));
  }
  std::vector<Tile> levels(twos, two_by_two());
  levels.resize(twos + fives, five_by_five());
  return tiled_broadcast(torus, levels);
}

Plan park_choi_plan(const Topology& torus) {
  const int k = torus.dimensions(), base = 2 * k + 1;
  int rest = torus.side(0);
  const int levels = take_powers(rest, base);
  if (!equal_rings(torus, k) || rest != 1) {
    refuse("park-choi", torus,
           fmt::format("a torus of {} equal sides of {}^p, such as {}", k, base,
                       torus_of(k, nearest_power(torus.side(0), base)).name()));
  }
  const Topology small = torus_of(k, base);
  return tiled_broadcast(torus, std::vector<Tile>(levels, {small, square_plan(small, 2 * k)}));
}

namespace {

class DimensionOrdered {
 public:
  explicit DimensionOrdered(const Topology& torus)
      : torus_(torus), k_(torus.dimensions()), side_(torus.side(0)), plan_(torus, 0) {}

  Plan make() {
    owners_[0] = {0};
    for (int a = k_ - 1; a >= 0; --a) {
      plan_.begin_stage();
      for (const LineStep& hops : interval_recursion(side_, 2 * k_)) spread(a, hops);
      if (a > 0) gather(a - 1);
    }
    return plan_.take();
  }

 private:
  int modulo(int x) const { return ((x % side_) + side_) % side_; }

  /// How far a node is from the hyperplane x_a = sum of the later coordinates.
  int offset(NodeId node, int a) const {
    int result = torus_.coordinate(node, a);
    for (int d = a + 1; d < k_; ++d) result -= torus_.coordinate(node, d);
    return modulo(result);
  }

  /// Slots 1, -1: along a; then both ways each later dimension; then along a beside the owner.
  Route route(int a, const Hop& hop) const {
    const int which = std::abs(hop.slot) - 1, side = hop.slot > 0 ? 1 : -1;
    if (which == 0) return route_of({{a, hop.distance}});
    if (which < k_ - a) return route_of({{a + which, -hop.distance}});
    return route_of({{which - (k_ - a), side}, {a, hop.distance}});
  }

  void spread(int a, const LineStep& hops) {
    plan_.begin_step();
    std::map<int, std::vector<NodeId>> reached;
    for (const Hop& hop : hops) {
      const Route way = route(a, hop);
      for (const NodeId owner : owners_[modulo(hop.owner)]) {
        plan_.send_unless_reached(owner, way);
        reached[modulo(hop.owner + hop.distance)].push_back(way.end_node(torus_, owner));
      }
    }
    owners_.merge(reached);
  }

  /// All owners into the hyperplane of dimension a, each along a.
  void gather(int a) {
    plan_.begin_step();
    std::vector<NodeId> inside;
    for (const auto& [at, owners] : owners_) {
      for (const NodeId owner : owners) {
        int away = modulo(-offset(owner, a));
        if (2 * away > side_) away -= side_;
        const Route way = route_of({{a, away}});
        plan_.send_unless_reached(owner, way);
        inside.push_back(way.end_node(torus_, owner));
      }
    }
    owners_.clear();
    owners_[0] = std::move(inside);
  }

  const Topology& torus_;
  int k_, side_;
  PlanBuilder plan_;
  std::map<int, std::vector<NodeId>> owners_;  // by their offset
};

}  // namespace

Plan dimension_ordered_plan(const Topology& torus) {
  if (!equal_rings(torus, torus.dimensions())) {
    refuse("wang-tseng", torus,
           "a torus of equal sides, such as " + torus_of(torus.dimensions(), torus.side(0)).name());
  }
  return DimensionOrdered(torus).make();
}

Plan moved(Plan plan, const Topology& torus, NodeId root) {
  for (Step& step : plan) {
    for (Send& send : step.sends) {
      send.from = torus.translated(send.from, root);
      send.to = torus.translated(send.to, root);
    }
  }
  return plan;
}

}  // namespace torusim::broadcast
