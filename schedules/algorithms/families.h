#pragma once
/// The families of algorithms, as the registry lists them. A family is in the file of its first name unless a
/// comment names the file. Other files need only these functions.

#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

std::vector<Algorithm> torus_algorithms();             ///< ring-gs t1 t4 c1 c64 (torus_family.cpp)
std::vector<Algorithm> paired_algorithms();            ///< paired
std::vector<Algorithm> perfect_ring_algorithms();      ///< ring-direct ring-product ring-split
std::vector<Algorithm> relayed_algorithms();           ///< relayed
std::vector<Algorithm> gather_algorithms();            ///< gathered dp-2d dp-3d t-2d1 t-2d2 t-3d1 t-3d2
std::vector<Algorithm> all_port_algorithms();          ///< all-port
std::vector<Algorithm> best_exchange_algorithms();     ///< exchange
std::vector<Algorithm> pairwise_algorithms();          ///< pex pex-gen pex-gen-shift gen
std::vector<Algorithm> scott_algorithms();             ///< scott
std::vector<Algorithm> binary_algorithms();            ///< binary
std::vector<Algorithm> product_algorithms();           ///< te-a1 te-a2
std::vector<Algorithm> direct_algorithms();            ///< direct
std::vector<Algorithm> ring_pass_algorithms();         ///< ring-pass
std::vector<Algorithm> table_gossip_algorithms();      ///< gossip-two gossip-one gossip-cycles
std::vector<Algorithm> invariant_gossip_algorithms();  ///< gossip-ti
std::vector<Algorithm> broadcast_algorithms();         ///< broadcast (broadcast_options.cpp)
std::vector<Algorithm> cited_broadcasts();             ///< edn peters-syska park-choi wang-tseng
std::vector<Algorithm> reduction_algorithms();         ///< ring-reduce .. bine (reduction/entries.cpp)
std::vector<Algorithm> even_exchange_algorithms();     ///< direct-even
std::vector<Algorithm> all_to_allv_algorithms();       ///< all-to-allv
std::vector<Algorithm> planned_algorithms();           ///< planned (planned/planned.cpp)

/// Adds an option `collective` to a gossip or broadcast. Its values are the collective itself, the reduction
/// (the schedule run backwards) and all-reduce (both). Other algorithms stay unchanged.
/// (reduction/entries.cpp)
Algorithm with_reductions(Algorithm algorithm);

}  // namespace torusim
