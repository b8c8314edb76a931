#pragma once
/// All-port broadcasts that Wang, Tseng, Ni and Sheu compare with their own (Table 1). The papers were not
/// available. These broadcasts are reconstructions from the shapes, steps and routing that the table and the
/// abstracts state. They reach the printed number of steps on every shape.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// Tsai, McKinley: A Broadcast Algorithm for All-Port Wormhole-Routed Torus Networks, IEEE TPDS 7(8), 1996.
/// Every step serves four times as many nodes, on dimension-ordered routes: owners at distance 2m are
/// extended dominating nodes of the owners at distance m. 2^p x 2^p in p steps; 2^p x 2^p x any, which begins
/// with one owner in each plane, in ceil(log_4 N). Throws InputError for other shapes.
Plan edn_plan(const Topology& torus);

/// Peters, Syska: Circuit-Switched Broadcasting in Torus Networks, IEEE TPDS 7(3), 1996. A recursive tiling:
/// an owner serves the four nodes a knight's move away; then all five nodes serve their neighbours, which
/// fills a tile of 5 x 5. Sides 5^p and 2 * 5^p, the latter with a step for a tile of 2 x 2 first; the lower
/// bound of log_5 N.
Plan peters_syska_plan(const Topology& torus);

/// Park, Choi: Circuit-Switched Broadcasting in Torus and Mesh Networks, IEEE TPDS 7(2), 1996: k p steps on k
/// sides of (2k+1)^p, no two paths on a link. It runs level by level; a tile is the spread over a line, a
/// plane and so on, of side 2k+1 (square.h).
Plan park_choi_plan(const Topology& torus);

/// Broadcast on tori of k equal sides, all-port and dimension-ordered, as Tseng (A Dilated-Diagonal-Based
/// Scheme for Broadcast in a Wormhole-Routed 2D Torus, IEEE ToC 46(8), 1997; k = 2) and Wang, Tseng
/// (Algebraic Foundations and Broadcasting Algorithms for Wormhole-Routed All-Port Tori, IEEE ToC 49(3),
/// 2000) promise: at most 2 (k-1) steps above the lower bound. The papers were not available; this is a
/// reconstruction from these costs.
///
/// Stage v = 1 .. k serves the last v coordinates: it begins with one owner for each point of the hyperplane
/// x_a = x_{a+1} + .. + x_k, a = k-v+1. It ends with one owner for each point of the v coordinates, at any
/// place of the other coordinates. Hyperplanes are served as the nodes of a line (dilated_torus.h), with
/// 2k sends of each owner:
///   x_a by d; x_j by -d for each j > a; x_i by +-1 and then x_a by d for each i < a.
/// A step then moves every owner along x_{a-1} into the hyperplane of the next stage; the last stage needs no
/// such step. The total is k ceil(log_{2k+1} n) + k - 1 steps.
///
/// The plan starts at node 0. Throws InputError unless all dimensions are rings of one length.
Plan dimension_ordered_plan(const Topology& torus);

/// The plan for node 0 of a torus, twisted or not, moved to another node: tori look alike from every node.
Plan moved(Plan plan, const Topology& torus, NodeId root);

}  // namespace torusim::broadcast
