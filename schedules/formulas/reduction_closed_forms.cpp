#include "schedules/formulas/reduction_closed_forms.h"

#include <algorithm>

namespace torusim {
namespace {

bool power_of(int base, int n) {
  while (n % base == 0) n /= base;
  return n == 1;
}

template <typename Predicate>
bool all_sides(const Topology& topology, Predicate predicate) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!predicate(topology.side(d))) return false;
  }
  return true;
}

bool torus(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d)) return false;
  }
  return true;
}

/// N / base, N / base^2, .. 1.
std::vector<std::int64_t> divisions(const Topology& topology, int base) {
  std::vector<std::int64_t> result;
  for (std::int64_t units = topology.nodes() / base; units > 0; units /= base) result.push_back(units);
  return result;
}

std::vector<std::int64_t> bucket_units(const Topology& topology) {
  const int k = topology.dimensions();
  std::vector<std::int64_t> result;
  for (int first = 0; first < k; ++first) {
    std::int64_t units = topology.nodes();
    std::size_t step = 0;
    for (int i = 0; i < k; ++i) {
      const int side = topology.side((first + i) % k);
      units /= side;
      for (int j = 1; j < side; ++j, ++step) {
        if (step == result.size()) result.push_back(0);
        result[step] = std::max(result[step], units);
      }
    }
  }
  return result;
}

}  // namespace

std::optional<std::vector<std::int64_t>> reduction_units(const std::string& algorithm,
                                                         const Topology& topology) {
  const auto powers = [&](int base) {
    return all_sides(topology, [&](int side) { return power_of(base, side); });
  };
  if (algorithm == "halving" && powers(2)) return divisions(topology, 2);
  if (!torus(topology)) return std::nullopt;
  if (algorithm == "ring-reduce") return std::vector<std::int64_t>(topology.nodes() - 1, 1);
  if (algorithm == "bucket") return bucket_units(topology);
  if (algorithm == "swing" && powers(2)) return divisions(topology, 2);
  if (algorithm == "trivance" && powers(3)) return divisions(topology, 3);
  const bool no_pairs = all_sides(topology, [](int side) { return side >= 3; });
  if (algorithm == "hamiltonian" && no_pairs) return std::vector<std::int64_t>(topology.nodes() - 1, 1);
  return std::nullopt;
}

std::int64_t swing_distance(int step) {
  const std::int64_t power = std::int64_t{1} << (step + 1);
  return (power + (step % 2 == 0 ? 1 : -1)) / 3;
}

std::vector<std::int64_t> swing_loads(const Topology& topology) {
  const int k = topology.dimensions();
  const std::vector<std::int64_t> units = divisions(topology, 2);
  std::vector<std::int64_t> result(units.size(), 0);
  // In a step, copies that begin with different dimensions may meet in one where sides are unequal.
  std::vector<std::vector<std::int64_t>> carried(units.size(), std::vector<std::int64_t>(k, 0));
  for (int first = 0; first < k; ++first) {
    std::vector<int> taken(k, 0);
    std::size_t step = 0;
    for (int d = first; step < units.size(); d = (d + 1) % k) {
      if ((1 << taken[d]) == topology.side(d)) continue;
      carried[step][d] += swing_distance(taken[d]++) * units[step];
      ++step;
    }
  }
  for (std::size_t step = 0; step < units.size(); ++step) {
    result[step] = *std::max_element(carried[step].begin(), carried[step].end());
  }
  return result;
}

}  // namespace torusim
