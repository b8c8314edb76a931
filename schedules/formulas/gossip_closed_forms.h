#pragma once
/// Steps and times of gossiping in closed form. Meyer, Sibeyn: Oblivious Gossiping on Tori, Theorems 1 to 4
/// and Section 5, with the misprints in docs/algorithms/papers/meyer-sibeyn.md corrected.

#include <array>

#include "schedules/core/topology.h"

namespace torusim {

/// Section 2.2: n1 rows (even), n2 columns (odd); steps of the circulation; the redistribution is one more
/// step. The cycles have m = n1 n2 - n1/2 nodes. From one node that feeds a node beside the cycle to the
/// other are l = 2 n2 nodes, both included.
int odd_two_packet_steps(int n1, int n2);
/// The steps with the supply as printed, L -> T and L -> B: packets of both directions arrive late.
int odd_two_packet_steps_as_printed(int n1, int n2);
/// The paper's bound n1 n2 / 2 + 1 + n2, with the redistribution; it is loose by about n1 / 4.
int odd_two_packet_bound(int n1, int n2);

/// Theorem 2: fewest steps of one packet on two edge-disjoint Hamiltonian cycles, less a constant.
double theorem_2_bound(int nodes);

/// Section 4.1: n1 even. An upper bound, reached for n2 >= 7, and for n1 = 2 modulo 4 from n1 = 6, n2 = 3 on.
/// It is the floor of Theorem 3, n1 n2 / 4 + n1 / 2 + n2 / 2 + 2.
int one_packet_steps_bound(int n1, int n2);

/// The exact steps of our construction for odd n1 and n2, n1 >= n2: (m + 2 n2 + 1) / 2 rounded up, where the
/// longer cycle has m = (n1 - 3)(n2 + 2) / 2 + 2 n2 + 1 nodes. It takes one step less for n1 = 1 modulo 4 and
/// n2 < 7, and 3 steps for 3 x 3.
int odd_one_packet_steps(int n1, int n2);

/// Section 4.2: n1 divisible by 3, n2 by n1, n3 >= 3. An upper bound, at most one step too many where tested.
int one_packet_steps_bound(int n1, int n2, int n3);
/// Nodes of each of the three cycles of Section 4.2.
int rod_cycle_length(int n1, int n2, int n3);
/// Nodes on their cycle between the two nodes that feed a node of a rod; the paper prints (n1/3 + 1) n3
/// - 1.
int rod_supplier_separation(int n1, int n3);

/// Fewest steps of a gossip of one packet a node on a torus, every port receiving in every step: the largest
/// of k - 1 + ceil(F_k / 2d) over k, where F_k nodes are at distance k or more. Their packets cannot arrive
/// in the first k - 1 steps. For k = 1 the bound is ceil((nodes - 1) / 2d), the largest unless a side is 2.
int fewest_gossip_steps(const Topology& torus);

/// Section 5: normalised times, in units of s t_feed, of an n x .. x n torus of d dimensions, where
/// r = t_startup / (s t_feed). The table of the paper takes 1/3 as 0.333 and 1/6 as 0.1666.
double time_optimal(int n, int d, double r);      ///< T_stv, of reference 21
double time_two_packets(int n, int d, double r);  ///< T_opt, of Section 2
double time_one_packet(int n, int d, double r);   ///< T_one, of Section 4

/// Table I: for each n the rows T_stv, T_opt, T_one, with r = 0.01, 0.1, 1, each for d = 2 and d = 3.
struct TableOneRow {
  int n;
  std::array<std::array<int, 6>, 3> printed;  ///< [algorithm][2 * index of r + (d - 2)]
};
const std::array<TableOneRow, 3>& table_one();

}  // namespace torusim
