#include "schedules/formulas/published_costs.h"

#include <bit>

namespace torusim {
namespace {

std::int64_t power(std::int64_t exponent) { return std::int64_t{1} << exponent; }

}  // namespace

std::vector<PublishedCost> published_costs(const Topology& topology) {
  const int k = topology.dimensions();
  for (int d = 0; d < k; ++d) {
    if (!topology.wraps(d) || topology.side(d) != topology.side(0)) return {};
  }
  const auto side = static_cast<unsigned>(topology.side(0));
  if (!std::has_single_bit(side) || (k != 2 && k != 3)) return {};
  const std::int64_t d = std::countr_zero(side);
  if (d < 3 || (k == 2 && d < 4)) return {};
  if (k == 2) {
    return {{"T-2D1", {3 * (d - 1), 9 * power(3 * d - 4) + (d * d - 5 * d + 3) * power(2 * d - 1)}},
            {"T-2D2", {3 * power(d - 2), 3 * power(3 * (d - 1))}},
            {"DP-2D", {power(d - 1) + 2, power(3 * d - 2) + power(2 * d)}}};
  }
  std::vector<PublishedCost> rows{
      {"T-3D1", {4 * d - 2, 5 * power(4 * d - 2) + (d * d - 3 * d - 2) * power(3 * d - 1)}}};
  if (d >= 4) rows.push_back({"T-3D2", {3 * power(d - 2) + d, 3 * power(4 * d - 3) + d * power(3 * d - 1)}});
  rows.push_back({"DP-3D", {power(d - 1) + 5, power(4 * d - 2) + 5 * power(3 * d - 1)}});
  return rows;
}

}  // namespace torusim
