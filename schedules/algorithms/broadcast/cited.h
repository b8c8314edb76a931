#pragma once
/// All-port broadcasts that Wang, Tseng, Ni and Sheu compare theirs with (Table 1). Their texts were not at
/// hand: these are reconstructions from shapes, steps and routing as the table and the abstracts state them,
/// and reach the printed number of steps on every shape.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// Tsai, McKinley: A Broadcast Algorithm for All-Port Wormhole-Routed Torus Networks, IEEE TPDS 7(8), 1996.
/// Every step serves four times as many nodes, on dimension-ordered routes: the owners, 2m apart, are
/// extended dominating nodes of those m apart. 2^p x 2^p in p steps; 2^p x 2^p x any, which begins with one
/// owner in each plane, in ceil(log_4 N). Throws InputError for other shapes.
Plan edn_plan(const Topology& torus);

/// Peters, Syska: Circuit-Switched Broadcasting in Torus Networks, IEEE TPDS 7(3), 1996. A recursive tiling:
/// an owner serves the four knight's moves from it, then all five their neighbours, which is a tile of 5 x 5.
/// Sides 5^p and 2 * 5^p, the latter with a step for a tile of 2 x 2 first; the lower bound of log_5 N.
Plan peters_syska_plan(const Topology& torus);

/// Park, Choi: Circuit-Switched Broadcasting in Torus and Mesh Networks, IEEE TPDS 7(2), 1996: k p steps on k
/// sides of (2k+1)^p, no two paths on a link. Level by level, the tile being the spread over a line, a plane
/// and so on, of 2k+1 (square.h).
Plan park_choi_plan(const Topology& torus);

}  // namespace torusim::broadcast
