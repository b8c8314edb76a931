#include "schedules/formulas/broadcast_closed_forms.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace torusim {
namespace {

/// ceil(log_base(a / b)), 0 for a <= b.
int ceil_log(int base, std::int64_t a, std::int64_t b = 1) {
  int result = 0;
  for (; b < a; b *= base) ++result;
  return result;
}

std::vector<int> sorted_sides(const Topology& topology) {
  std::vector<int> sides;
  for (int d = 0; d < topology.dimensions(); ++d) sides.push_back(topology.side(d));
  std::sort(sides.begin(), sides.end());
  return sides;
}

bool is_torus(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d)) return false;
  }
  return true;
}

bool is_power(int n, int base) {
  while (n % base == 0) n /= base;
  return n == 1;
}

/// Theorems 3 and 4 in two dimensions, 7 to 9 in three.
std::optional<int> not_square(const std::vector<int>& n, int alpha) {
  const int base = alpha + 1;
  const int odd = n[0] % 2;
  if (n.size() == 2) {
    const int squeeze = ceil_log(base, n[0]) + ceil_log(base, n[0], 2);
    return squeeze + ceil_log(base, std::int64_t{alpha == 4 ? 1 : 2} * n[1], n[0]) + 1 + odd;
  }
  if (n.size() != 3) return std::nullopt;
  const int twice = alpha % 2 == 1 ? 2 : 1;
  int steps = 3 * ceil_log(base, n[0], 2) + 2 + odd;
  for (const int d : {1, 2}) steps += ceil_log(base, std::int64_t{twice} * n[d], n[0]);
  return steps;
}

}  // namespace

int broadcast_lower_bound(const Topology& topology, int alpha) {
  return ceil_log(alpha + 1, topology.nodes());
}

std::optional<int> broadcast_theorem(const Topology& topology, int alpha) {
  if (!is_torus(topology)) return std::nullopt;
  const std::vector<int> n = sorted_sides(topology);
  if (n.front() != n.back() && alpha > 2) return not_square(n, alpha);
  int steps = 0;
  for (const int side : n) steps += ceil_log(alpha + 1, side);
  return steps;
}

std::optional<int> broadcast_table1(BroadcastSource source, const Topology& torus) {
  const std::vector<int> n = sorted_sides(torus);
  const int k = torus.dimensions();
  const int alpha = torus.network_ports();
  const int bound = broadcast_lower_bound(torus, alpha);
  const bool square = n.front() == n.back();
  const bool has_cube_rows = k == 2 || k == 3;
  switch (source) {
    case BroadcastSource::kOursTheorem:
      return broadcast_theorem(torus, alpha);
    case BroadcastSource::kOursTable:
      if (square) return is_power(n[0], alpha + 1) ? bound : bound + k - 1;
      if (has_cube_rows) return bound + (k == 2 ? 4 : 6);
      return std::nullopt;
    case BroadcastSource::kLeeLee:
      if (square && has_cube_rows) return bound + 2;
      return std::nullopt;
    case BroadcastSource::kParkChoi:
      if (square && is_power(n[0], alpha + 1)) return bound;
      return std::nullopt;
    case BroadcastSource::kPetersSyska:
      if (k == 2 && square && (is_power(n[0], 5) || (n[0] % 2 == 0 && is_power(n[0] / 2, 5)))) return bound;
      return std::nullopt;
    case BroadcastSource::kWangTseng:
      if (square) return bound + 2 * (k - 1);
      return std::nullopt;
    case BroadcastSource::kTsaiMcKinley: {
      // "log_4 5 x LB" of the table is log_4 N with the bound not rounded up.
      const bool pair = (n[0] == n[1] && std::has_single_bit(static_cast<unsigned>(n[0]))) ||
                        (k == 3 && n[1] == n[2] && std::has_single_bit(static_cast<unsigned>(n[1])));
      if (pair && (k == 3 || (k == 2 && square))) return ceil_log(4, torus.nodes());
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace torusim
