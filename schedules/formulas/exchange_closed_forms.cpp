#include "schedules/formulas/exchange_closed_forms.h"

#include <algorithm>
#include <bit>
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

namespace {

/// Messages on the busiest channel of a ring whose nodes exchange with their number xor m.
int ring_load(int side, HalfRing tie, int m) {
  if (m == 0) return 0;
  if (2 * m < side) return static_cast<int>(std::bit_floor(static_cast<unsigned>(m)));
  if (2 * m == side && tie == HalfRing::kPositive) return side / 2;
  return std::max(1, side / 4);
}

}  // namespace

int pex_link_load(Grid mesh, int step) {
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::max(step % mesh.columns, step / mesh.columns))));
}

int printed_pex_link_load(Grid mesh, int step) {
  return static_cast<int>(
      std::bit_ceil(static_cast<unsigned>(std::max(step % mesh.columns, step / mesh.columns))));
}

int pex_torus_link_load(Grid torus, HalfRing tie, int step) {
  return std::max(ring_load(torus.columns, tie, step % torus.columns),
                  ring_load(torus.rows, tie, step / torus.columns));
}

int gen_link_load(Grid mesh, int step) {
  const int a = step % mesh.columns, b = step / mesh.columns;
  const int columns = std::min(b, mesh.rows - b);
  // Nodes in the last a columns send one row further on than the others.
  const int carried = a == 0 ? 0 : std::min(b + 1, mesh.rows - b - 1);
  return std::max({std::min(a, mesh.columns - a), columns, carried});
}

int printed_gen_link_load(Grid mesh, int step) {
  const int a = step % mesh.columns;
  return std::min(a, mesh.columns - a) + std::min(step / mesh.columns, (mesh.nodes() - step) / mesh.columns);
}

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
