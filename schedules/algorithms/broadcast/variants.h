#pragma once
/// The broadcast of a given shape, source and number of ports, by one of several methods.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

enum class Variant {
  kPaper,    ///< the construction of Wang, Tseng, Ni, Sheu, with its gaps filled in
  kBest,     ///< kPaper with shorter constructions where the torus is not square
  kMaxFlow,  ///< synthesise(): any topology
  kAuto  ///< kBest, cut short by a flow step where one can finish; kMaxFlow where that takes more steps than
         ///< the paper's theorem, or where there is no construction
};

/// alpha <= 2k. On tori and complete graphs, and products of them, the number of steps does not depend on the
/// source nor on the order of the sides. Throws InputError for shapes without construction: dimensions that
/// are not rings; more than three of unequal sides, with three ports or more; failed channels.
Plan make_plan(Variant variant, const Topology& topology, NodeId source, int alpha);

}  // namespace torusim::broadcast
