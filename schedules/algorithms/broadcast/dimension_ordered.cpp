#include "schedules/algorithms/broadcast/dimension_ordered.h"

#include <fmt/format.h>

#include <map>

#include "schedules/algorithms/broadcast/interval_recursion.h"
#include "schedules/core/error.h"

namespace torusim::broadcast {
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
  for (int d = 0; d < torus.dimensions(); ++d) {
    if (torus.wraps(d) && torus.side(d) == torus.side(0)) continue;
    throw InputError(
        fmt::format("wang-tseng on {}: it needs a torus of equal sides, such as {}; broadcast runs on any "
                    "topology",
                    torus.name(),
                    Topology(std::vector<Dimension>(static_cast<std::size_t>(torus.dimensions()),
                                                    {torus.side(0), Line::kRing}))
                        .name()));
  }
  return DimensionOrdered(torus).make();
}

}  // namespace torusim::broadcast
