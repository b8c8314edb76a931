#include "schedules/algorithms/broadcast/square.h"

#include <cstdlib>
#include <functional>
#include <numeric>

#include "schedules/algorithms/broadcast/dilated_torus.h"

namespace torusim::broadcast {
namespace {

using Coordinates = Topology::Coordinates;

/// All values 0 .. side-1 of the coordinates first .. last, in which `at` is otherwise as it was.
void for_all(Coordinates& at, int first, int last, const std::function<int(int)>& side,
             const std::function<void()>& visit) {
  if (first > last) return visit();
  for (at[first] = 0; at[first] < side(first); ++at[first]) for_all(at, first + 1, last, side, visit);
}

/// From a node of the diagonal x_1 = x_k to another one. A slot above 2 takes a detour over a neighbouring
/// row, so its path meets no other path.
Route diagonal_route(int k, int slot, int d) {
  const int x1 = 0, xk = k - 1;
  const int u = std::abs(slot) - 2;
  const int aside = slot > 0 ? 1 : -1;
  if (u == -1) return route_of({{x1, d}, {xk, d}});
  if (u == 0) return route_of({{xk, d}, {x1, d}});
  return route_of({{u, aside}, {x1, d}, {xk, d}, {u, -aside}});
}

/// From a line, plane, .. to a parallel one, d further on along x_v (v counted from 1).
Route parallel_route(int k, int v, int slot, int d) {
  const int x1 = 0, xv = v - 1, xk = k - 1;
  const int i = std::abs(slot);
  const int aside = slot > 0 ? 1 : -1;
  if (i == 1) return route_of({{x1, d}, {xv, d}});
  if (i == 2) return route_of({{xv, d}, {xk, -d}});
  if (i == 3) return route_of({{xk, -d}, {xv, d}});
  if (i <= v + 1) return route_of({{i - 3, -d}, {xv, d}});
  return route_of({{i - 2, aside}, {xv, d}, {xk, -d}, {i - 2, -aside}});
}

/// Across the hyperplanes x_1 - x_2 - .. - x_k = c.
Route hyperplane_route(int slot, int d) {
  const int j = std::abs(slot);
  return route_of({{j - 1, j == 1 ? d : -d}});
}

std::vector<DilatedStep> first_stage(int k, const std::vector<LineStep>& line) {
  return steps_along(line, [&](const Hop& hop, DilatedStep& step) {
    Coordinates from{};
    from[0] = from[k - 1] = hop.owner;
    step.push_back({from, diagonal_route(k, hop.slot, hop.distance)});
  });
}

/// Stages 2 .. k-1 span x_v, v counted from 1: owners have x_v = c and x_1 = x_2 + .. + x_{v-1} + x_k + c.
std::vector<DilatedStep> middle_stage(int k, int v, int side, const std::vector<LineStep>& line) {
  return steps_along(line, [&](const Hop& hop, DilatedStep& step) {
    const Route path = parallel_route(k, v, hop.slot, hop.distance);
    Coordinates from{};
    for_all(
        from, 1, v - 2, [&](int) { return side; },
        [&] {
          for (int x = 0; x < side; ++x) {
            from[k - 1] = x;
            from[v - 1] = hop.owner;
            from[0] = std::accumulate(from.begin() + 1, from.begin() + v - 1, x + hop.owner);
            step.push_back({from, path});
          }
        });
  });
}

std::vector<DilatedStep> last_stage(int k, int side, const std::vector<LineStep>& line) {
  return steps_along(line, [&](const Hop& hop, DilatedStep& step) {
    const Route path = hyperplane_route(hop.slot, hop.distance);
    Coordinates from{};
    for_all(
        from, 1, k - 1, [&](int) { return side; },
        [&] {
          from[0] = std::accumulate(from.begin() + 1, from.begin() + k, hop.owner);
          step.push_back({from, path});
        });
  });
}

}  // namespace

std::vector<std::vector<DilatedStep>> square_broadcast(int dimensions, int side, int alpha) {
  const std::vector<LineStep> line = interval_recursion(side, alpha);
  std::vector<std::vector<DilatedStep>> stages;
  if (dimensions > 1) stages.push_back(first_stage(dimensions, line));
  for (int v = 2; v < dimensions; ++v) stages.push_back(middle_stage(dimensions, v, side, line));
  stages.push_back(last_stage(dimensions, side, line));
  return stages;
}

Plan square_plan(const Topology& torus, int alpha) {
  std::vector<int> whole(torus.side(0));
  std::iota(whole.begin(), whole.end(), 0);
  const DilatedTorus undilated(torus, std::vector<std::vector<int>>(torus.dimensions(), whole));
  PlanBuilder plan(torus, 0);
  for (const auto& stage : square_broadcast(torus.dimensions(), torus.side(0), alpha)) {
    plan.begin_stage();
    embed(stage, std::span(&undilated, 1), plan);
  }
  return plan.take();
}

Plan ring_by_ring_broadcast(const Topology& torus, int alpha) {
  PlanBuilder plan(torus, 0);
  for (int d = 0; d < torus.dimensions(); ++d) {
    plan.begin_stage();
    for (const LineStep& hops : interval_recursion(torus.side(d), alpha)) {
      plan.begin_step();
      for (const Hop& hop : hops) {
        Coordinates from{};
        for_all(
            from, 0, d - 1, [&](int i) { return torus.side(i); },
            [&] {
              from[d] = (hop.owner + torus.side(d)) % torus.side(d);
              plan.send(torus.node(from), route_of({{d, hop.distance}}));
            });
      }
    }
  }
  return plan.take();
}

}  // namespace torusim::broadcast
