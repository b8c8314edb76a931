#pragma once
/// Steps of a broadcast: the lower bound, the theorems of the paper, and its Table 1. Wang, Tseng, Ni, Sheu:
/// Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks.

#include <optional>
#include <span>

#include "schedules/core/topology.h"

namespace torusim {

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
