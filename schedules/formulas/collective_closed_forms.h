#pragma once
/// Steps and sizes of gossips, reductions and broadcasts in closed form, as their papers have them.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

// Steps and times of gossiping in closed form. Meyer, Sibeyn: Oblivious Gossiping on Tori, Theorems 1 to 4
// and Section 5, with the misprints in docs/algorithms/papers/meyer-sibeyn.md corrected.

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

// The chunks in the steps of a reduce-scatter, by formula. Tests compare the schedules with these
// independent formulas.

/// Chunks of the largest message of every step of a reduce-scatter with all ports. Nullopt if the algorithm
/// does not run on the shape, and for swing unless sides are powers of two: other sides have no closed form.
std::optional<std::vector<std::int64_t>> reduction_units(const std::string& algorithm,
                                                         const Topology& topology);

/// The distance of the peers in swing's step s on a long enough ring: (2^(s+1) - (-1)^(s+1)) / 3.
std::int64_t swing_distance(int step);

/// Chunks on the busiest channel in every step of swing's reduce-scatter with all ports, on sides that are
/// powers of two. Plain and mirrored copies together load a channel by the distance times the message.
std::vector<std::int64_t> swing_loads(const Topology& topology);

// Steps of a broadcast: the lower bound, the theorems of the paper, and its Table 1. Wang, Tseng, Ni, Sheu:
// Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks.

/// Lemma 1: ceil(log_{alpha+1} N), for every topology.
int broadcast_lower_bound(const Topology& topology, int alpha);

/// The steps of the paper's theorem. Nullopt for shapes that the paper leaves to the reader: not a torus, or
/// more than three dimensions of unequal sides with more than two ports.
std::optional<int> broadcast_theorem(const Topology& topology, int alpha);

/// Table 1: all-port broadcast on a torus, by this paper and by cited papers (cited.h has reconstructions of
/// some). Nullopt where an algorithm does not exist.
enum class BroadcastSource {
  kOursTheorem,  ///< broadcast_theorem()
  kOursTable,    ///< LB; LB + k - 1 if no side (2k+1)^p; not square: LB + 4 (2-D), LB + 6 (3-D)
  kLeeLee,       ///< LB + 2; squares and cubes
  kParkChoi,     ///< LB; square, sides (2k+1)^p
  kPetersSyska,  ///< LB; n x n, n = 5^p or 2 * 5^p
  kWangTseng,    ///< LB + 2 (k - 1); square
  kTsaiMcKinley  ///< ceil(log_4 N); 2^p x 2^p and 2^p x 2^p x any
};
std::optional<int> broadcast_table1(BroadcastSource source, const Topology& torus);

}  // namespace torusim
