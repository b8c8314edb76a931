#include "schedules/algorithms/reduction/shapes.h"

#include <fmt/format.h>

#include <numeric>

#include "schedules/core/error.h"

namespace torusim {

ScheduleInfo gathering_info(const Topology& topology, int copies) {
  ScheduleInfo info;
  info.topology = topology;
  info.ports = copies;
  info.collective.kind = Collective::Kind::kReduceScatter;
  info.collective.pieces = copies;
  return info;
}

void require_torus(const std::string& name, const Topology& topology) {
  if (topology.all_wrap()) return;
  std::vector<Dimension> sides;
  for (int d = 0; d < topology.dimensions(); ++d) sides.push_back({topology.side(d), Line::kRing});
  throw InputError(fmt::format("{} on {}: {} needs dimensions that wrap; nearest: {}", name, topology.name(),
                               name, Topology(std::move(sides)).name()));
}

std::vector<Turn> take_turns(const std::vector<int>& steps, int first) {
  const auto dimensions = static_cast<int>(steps.size());
  std::vector<int> taken(dimensions, 0);
  const int all = std::accumulate(steps.begin(), steps.end(), 0);
  std::vector<Turn> result;
  for (int d = first; static_cast<int>(result.size()) < all; d = (d + 1) % dimensions) {
    if (taken[d] < steps[d]) result.push_back({d, taken[d]++});
  }
  return result;
}

std::vector<Turn> one_by_one(const std::vector<int>& steps, int first) {
  std::vector<Turn> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const int d = static_cast<int>((first + i) % steps.size());
    for (int step = 0; step < steps[d]; ++step) result.push_back({d, step});
  }
  return result;
}

Route shorter_way(const Topology& topology, int dimension, int offset) {
  if (topology.wraps(dimension)) {
    const int n = topology.side(dimension);
    offset %= n;
    if (2 * offset > n) offset -= n;
    if (2 * offset < -n) offset += n;
  }
  return {Run::of(dimension, offset)};
}

}  // namespace torusim
