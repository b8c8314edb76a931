#include "schedules/formulas/closed_forms.h"

#include <algorithm>
#include <numeric>

namespace torusim {
namespace {

std::int64_t power(int exponent) { return std::int64_t{1} << exponent; }

}  // namespace

std::vector<std::int64_t> tree_phase_blocks(int d) {
  std::vector<std::int64_t> result;
  // Lemmas 2 and 5; all terms times 4, as some are fractions where they do not count.
  const auto level = [d](int l) {
    const std::int64_t first = 2 * power(d + l) - 10 * power(2 * l) + 6 * power(l);
    return std::max(first, 7 * power(2 * l)) / 4;
  };
  for (int l = 0; l <= d - 3; ++l) result.push_back(level(l));
  result.push_back((power(2 * d) + 24 * power(d)) / 64);  // Lemma 3
  result.push_back(1);                                    // Lemma 4
  for (int l = d - 3; l >= 0; --l) result.push_back(level(l));
  return result;
}

Cost ring_cost(int d) {
  const auto phases = tree_phase_blocks(d);
  return {2 * d - 2, std::accumulate(phases.begin(), phases.end(), std::int64_t{d == 3 ? 3 : 2})};
}

Cost dimension_by_dimension_cost(int d, int dimensions) {
  const Cost ring = ring_cost(d);
  return {dimensions * ring.startups, dimensions * power(d * (dimensions - 1)) * ring.blocks};
}

Cost t4_cost(int d) {
  const Cost logical = dimension_by_dimension_cost(d - 1, 2);
  return {2 + logical.startups, power(2 * d) + 4 * logical.blocks};
}

Cost c64_cost(int d) {
  const Cost ring = ring_cost(d - 2);
  return {9 + 4 * ring.startups, 9 * power(3 * d - 1) + 4 * 64 * power(2 * (d - 2)) * ring.blocks};
}

Cost lemma8_bound(int d, int dimensions) { return {dimensions * d, power((dimensions + 1) * d - 3)}; }

}  // namespace torusim
