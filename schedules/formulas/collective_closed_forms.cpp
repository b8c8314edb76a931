#include "schedules/formulas/collective_closed_forms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace torusim {

namespace {

int half_up(int n) { return (n + 1) / 2; }

}  // namespace

int odd_two_packet_steps(int n1, int n2) {
  if (n1 == 2) return n2;  // the nodes above and below are one
  const int m = n1 * n2 - n1 / 2;
  const int l = 2 * n2;
  return l + half_up(m - l);
}

int odd_two_packet_steps_as_printed(int n1, int n2) {
  const int m = n1 * n2 - n1 / 2;
  return std::max(2 * n2 - 1, m - 2 * n2 + 1);
}

int odd_two_packet_bound(int n1, int n2) { return n1 * n2 / 2 + 1 + n2; }

double theorem_2_bound(int nodes) { return 11.0 / 40 * nodes; }

int one_packet_steps_bound(int n1, int n2) { return half_up(n1 * n2 / 2 + n1 + n2 + 3); }

int odd_one_packet_steps(int n1, int n2) {
  if (n1 == 3) return 3;
  const int m = (n1 - 3) / 2 * (n2 + 2) + 2 * n2 + 1;
  return half_up(m + 2 * n2 + 1) - (n1 % 4 == 1 && n2 < 7 ? 1 : 0);
}

int one_packet_steps_bound(int n1, int n2, int n3) {
  const int m = rod_cycle_length(n1, n2, n3);
  if (n3 == 3) return half_up(m);
  const int laps = n1 == 3 ? 2 : 2 * n1 / 3 + 1;
  return half_up(m + laps * (n3 + 3));
}

int rod_cycle_length(int n1, int n2, int n3) { return n1 * n2 * (n3 + 3) / 3; }

int rod_supplier_separation(int n1, int n3) { return n1 / 3 * (n3 + 3) - 1; }

int fewest_gossip_steps(const Topology& torus) {
  std::vector<int> at;  // [distance]: nodes
  for (NodeId node = 0; node < torus.nodes(); ++node) {
    const auto distance = static_cast<std::size_t>(torus.distance(0, node));
    if (distance >= at.size()) at.resize(distance + 1);
    ++at[distance];
  }
  int result = 0, beyond = 0;
  for (auto k = static_cast<int>(at.size()) - 1; k >= 1; --k) {
    beyond += at[k];
    result = std::max(result, k - 1 + (beyond + torus.network_ports() - 1) / torus.network_ports());
  }
  return result;
}

double time_optimal(int n, int d, double r) { return std::pow(n, d) * (0.5 / d) * (r + 1); }

double time_two_packets(int n, int d, double r) { return std::pow(n, d) / 2 * (r + 1.0 / d); }

double time_one_packet(int n, int d, double r) {
  return std::pow(n, d - 1) / 2 * (n * (1.0 / d) + 1) * (r + 1);
}

const std::array<TableOneRow, 3>& table_one() {
  static const std::array<TableOneRow, 3> kRows{{
      {4, {{{4, 11, 4, 12, 8, 21}, {4, 11, 5, 14, 12, 43}, {6, 19, 7, 21, 12, 37}}}},
      {16, {{{65, 689, 70, 751, 128, 1365}, {65, 702, 77, 887, 192, 2730}, {73, 818, 79, 891, 144, 1620}}}},
      {64,
       {{{1034, 44110, 1126, 48041, 2048, 87346},
         {1044, 44958, 1229, 56754, 3072, 174719},
         {1067, 46152, 1162, 50264, 2112, 91390}}}},
  }};
  return kRows;
}

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
