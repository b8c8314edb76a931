#include "schedules/formulas/published_costs.h"

#include <bit>

namespace torusim {
namespace {

std::int64_t power(std::int64_t exponent) { return std::int64_t{1} << exponent; }

}  // namespace

int dimensions_of(PublishedScheme scheme) {
  const bool plane = scheme == PublishedScheme::kT2D1 || scheme == PublishedScheme::kT2D2 ||
                     scheme == PublishedScheme::kDP2D;
  return plane ? 2 : 3;
}

Cost published_cost(PublishedScheme scheme, int side_bits) {
  const std::int64_t d = side_bits;
  switch (scheme) {
    case PublishedScheme::kT2D1:
      return {3 * (d - 1), 9 * power(3 * d - 4) + (d * d - 5 * d + 3) * power(2 * d - 1)};
    case PublishedScheme::kT2D2:
      return {3 * power(d - 2), 3 * power(3 * (d - 1))};
    case PublishedScheme::kDP2D:
      return {power(d - 1) + 2, power(3 * d - 2) + power(2 * d)};
    case PublishedScheme::kT3D1:
      return {4 * d - 2, 5 * power(4 * d - 2) + (d * d - 3 * d - 2) * power(3 * d - 1)};
    case PublishedScheme::kT3D2:
      return {3 * power(d - 2) + d, 3 * power(4 * d - 3) + d * power(3 * d - 1)};
    case PublishedScheme::kDP3D:
      break;
  }
  return {power(d - 1) + 5, power(4 * d - 2) + 5 * power(3 * d - 1)};
}

std::vector<PublishedCost> published_costs(const Topology& topology) {
  const int k = topology.dimensions();
  for (int d = 0; d < k; ++d) {
    if (!topology.wraps(d) || topology.side(d) != topology.side(0)) return {};
  }
  const auto side = static_cast<unsigned>(topology.side(0));
  if (!std::has_single_bit(side) || (k != 2 && k != 3)) return {};
  const int d = std::countr_zero(side);
  if (d < 3 || (k == 2 && d < 4)) return {};
  using Scheme = PublishedScheme;
  if (k == 2) {
    return {{"T-2D1", published_cost(Scheme::kT2D1, d)},
            {"T-2D2", published_cost(Scheme::kT2D2, d)},
            {"DP-2D", published_cost(Scheme::kDP2D, d)}};
  }
  std::vector<PublishedCost> rows{{"T-3D1", published_cost(Scheme::kT3D1, d)}};
  if (d >= 4) rows.push_back({"T-3D2", published_cost(Scheme::kT3D2, d)});
  rows.push_back({"DP-3D", published_cost(Scheme::kDP3D, d)});
  return rows;
}

}  // namespace torusim
