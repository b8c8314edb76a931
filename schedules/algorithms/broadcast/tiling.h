#pragma once
/// A broadcast on a large torus from broadcasts on small ones, level by level: after a level the owners are
/// the corners of a grid whose meshes are tiles, and in the next one each of them serves its tile at once.

#include <vector>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// A plan for node 0 of a small torus, in as many steps as it has.
struct Tile {
  Topology torus;
  Plan plan;
};

/// From node 0; along each dimension the sides of the tiles, coarsest first, multiply to the side of the
/// torus. In the level of tile t, whose corners are `spacing` * side(t) apart, the plan of the tile runs from
/// every corner, each hop `spacing` channels long. Modulo the grid all corners are one node, so paths that
/// share no channel of the tile's torus, as those of a plan, share none here either.
Plan tiled_broadcast(const Topology& torus, const std::vector<Tile>& levels);

/// The plan for node 0 of a torus as one for another node of it.
Plan moved(Plan plan, const Topology& torus, NodeId root);

}  // namespace torusim::broadcast
