#include "schedules/core/route.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/core/error.h"

namespace torusim {

void Route::append(Run run) {
  if (run.hops == 0) return;
  if (size_ == kMaxRuns) throw InputError(fmt::format("a route has at most {} straight runs", int{kMaxRuns}));
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
    result += fmt::format("{}{}{}{}", run.hops > 0 ? '+' : '-', Topology::dimension_name(run.dimension),
                          run.dimension >= 3 ? ":" : "", std::abs(run.hops));
  }
  return result;
}

bool Route::operator==(const Route& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

Route dimension_order_route(const Topology& topology, NodeId from, NodeId to) {
  Route route;
  for (int d = 0; d < topology.dimensions(); ++d) {
    int hops = topology.coordinate(to, d) - topology.coordinate(from, d);
    const int n = topology.side(d);
    if (topology.line(d) != Line::kArray) hops = (hops + n) % n;
    if (topology.wraps(d) && 2 * hops > n) hops -= n;
    route.append({static_cast<std::int16_t>(d), static_cast<std::int16_t>(hops)});
  }
  return route;
}

}  // namespace torusim
