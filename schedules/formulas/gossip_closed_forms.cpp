#include "schedules/formulas/gossip_closed_forms.h"

#include <algorithm>
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

}  // namespace torusim
