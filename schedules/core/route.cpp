#include "schedules/core/route.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_graph.h"
#include "schedules/core/twist.h"

namespace torusim {

namespace {

// A separate function, so that the function that never throws stays small: open-loop sources make a route for
// every packet.
[[noreturn]] void refuse_hops(int dimension, int hops) {
  throw InputError(fmt::format("a straight run of {} hops along {}: a route names {} at most", std::abs(hops),
                               dimension_name(dimension), int{Run::kMostHops}));
}

[[noreturn]] void refuse_run() {
  throw InputError(fmt::format("a route has at most {} straight runs", int{Route::kMaxRuns}));
}

}  // namespace

Run Run::of(int dimension, int hops) {
  if (std::abs(hops) > kMostHops) refuse_hops(dimension, hops);
  return {static_cast<std::int16_t>(dimension), static_cast<std::int16_t>(hops)};
}

void Route::append(Run run) {
  if (run.hops == 0) return;
  if (size_ == kMaxRuns) refuse_run();
  runs_[size_++] = run;
}

int Route::hops(const Topology& topology) const {
  int result = 0;
  for (const Run& run : *this) {
    const bool exists = run.dimension >= 0 && run.dimension < topology.dimensions();
    result += exists ? topology.channels_along(run.dimension, run.hops) : std::abs(run.hops);
  }
  return result;
}

NodeId Route::end_node(const Topology& topology, NodeId from) const {
  for (const Run& run : *this) from = topology.displaced(from, run.dimension, run.hops);
  return from;
}

std::string Route::text() const {
  std::string result;
  for (const Run& run : *this) {
    result += fmt::format("{}{}{}{}", run.hops > 0 ? '+' : '-', dimension_name(run.dimension),
                          run.dimension >= 3 ? ":" : "", std::abs(run.hops));
  }
  return result;
}

bool Route::operator==(const Route& other) const {
  return lanes_ == other.lanes_ && std::equal(begin(), end(), other.begin(), other.end());
}

namespace {

/// Hops along dimension d of a shortest path.
int hops_along(const Topology& topology, NodeId from, NodeId to, int d) {
  int hops = topology.coordinate(to, d) - topology.coordinate(from, d);
  const int n = topology.side(d);
  if (topology.line(d) != Line::kArray && hops < 0) hops += n;
  if (topology.wraps(d) && 2 * std::int64_t{hops} > n) hops -= n;
  return hops;
}

/// Channel by channel along a graph.
void append_steps(const FactorGraph& graph, int d, int from, int to, Route& route) {
  while (from != to) {
    const int port = graph.port_towards(from, to);
    route.append(Run::of(d, port + 1));
    from = graph.neighbor(from, port);
  }
}

int runs(const Topology& topology, NodeId from, NodeId to) {
  int result = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int away = topology.distance_along(d, topology.coordinate(from, d), topology.coordinate(to, d));
    result += topology.graph(d) ? away : away == 0 ? 0 : 1;
  }
  return result;
}

/// Whether both ways round a ring are as short.
bool is_tie(const Topology& topology, int d, int hops) {
  return topology.wraps(d) && 2 * std::int64_t{hops} == topology.side(d);
}

Route twisted_route(const Topology& topology, NodeId away, std::uint32_t way) {
  Route route;
  const Topology::Coordinates hops = topology.twist()->hops(away, way);
  for (int d = 0; d < topology.dimensions(); ++d) route.append(Run::of(d, hops[d]));
  return route;
}

}  // namespace

std::uint32_t dimension_order_ways(const Topology& topology, NodeId from, NodeId to) {
  if (topology.twisted()) return topology.twist()->ways(topology.twist()->difference(from, to));
  std::uint32_t ways = 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.wraps(d) && is_tie(topology, d, hops_along(topology, from, to, d))) ways *= 2;
  }
  return ways;
}

Route dimension_order_route(const Topology& topology, NodeId from, NodeId to, std::uint32_t way) {
  if (topology.twisted()) return twisted_route(topology, topology.twist()->difference(from, to), way);
  Route route;
  for (Run run : dimension_order_route(topology, from, to)) {
    if (is_tie(topology, run.dimension, run.hops)) {
      if (way % 2 == 1) run.hops = static_cast<std::int16_t>(-run.hops);
      way /= 2;
    }
    route.append(run);
  }
  return route;
}

std::uint32_t even_way(const Topology& topology, NodeId from, NodeId to, std::uint32_t ways) {
  const Twist* const twist = topology.twist();
  auto turn = static_cast<std::uint32_t>(twist ? twist->difference(from, to) : 0);
  for (int d = 0; d < topology.dimensions(); ++d)
    turn += static_cast<std::uint32_t>(topology.coordinate(from, d));
  return turn % ways;
}

std::uint32_t way_in_turn(const Topology& topology, NodeId from, NodeId to, std::uint32_t ways,
                          std::uint32_t turn) {
  if (topology.twisted()) return (even_way(topology, from, to, ways) + turn) % ways;
  std::uint32_t first = 0;
  int bit = 0;  // of the next dimension with a tie
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!is_tie(topology, d, hops_along(topology, from, to, d))) continue;
    first |= static_cast<std::uint32_t>(topology.coordinate(from, d) % 2) << bit++;
  }
  return (first ^ turn) % ways;
}

Route dimension_order_route(const Topology& topology, NodeId from, NodeId to) {
  if (topology.twisted()) {
    const NodeId away = topology.twist()->difference(from, to);
    return twisted_route(topology, away, even_way(topology, from, to, topology.twist()->ways(away)));
  }
  Route route;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (const FactorGraph* const graph = topology.graph(d)) {
      append_steps(*graph, d, topology.coordinate(from, d), topology.coordinate(to, d), route);
    } else {
      route.append(Run::of(d, hops_along(topology, from, to, d)));
    }
  }
  return route;
}

bool is_dimension_order_route(const Topology& topology, NodeId from, NodeId to, const Route& route) {
  if (topology.has_graph()) {
    return runs(topology, from, to) <= Route::kMaxRuns && route == dimension_order_route(topology, from, to);
  }
  if (topology.twisted()) return route == dimension_order_route(topology, from, to);
  const Run* run = route.begin();
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int hops = hops_along(topology, from, to, d);
    if (hops == 0) continue;
    if (run == route.end() || run->dimension != d || run->hops != hops) return false;
    ++run;
  }
  return run == route.end();
}

}  // namespace torusim
