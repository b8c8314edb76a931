#pragma once
/// Counts for the exhibits of Meyer, Sibeyn: Oblivious Gossiping on Tori, that no command gives.

#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::meyer {

/// Steps of the schedule. gossip-cycles takes P/2 steps, half of a cycle both ways, so only its cycles are
/// built.
int gossip_steps(const std::string& algorithm, const Topology& torus);

/// A step of the worked table of Section 2.2 on 6 x 7. Node C = (1,5), beside the cycle of 39 nodes, receives
/// a packet from A above it and B below it. The number of a packet is the place of its node on the cycle.
struct Receipt {
  int via_a, via_b;
  int fresh;  ///< packets that C did not have yet
};
constexpr int kWorkedSteps = 27;
std::vector<Receipt> worked_receipts();

/// Figures 1 to 5: a cycle of the algorithm for the torus, traced through the forwarding tables.
struct FigureCycle {
  int length;
  int apart;  ///< nodes of the cycle between two that supply a node beside it; -1: no such node
};
FigureCycle cycle_of_figure(const Topology& torus);

/// Example 1, 41 nodes: the number of nodes in both A_i and B_i, whose packets reach `node` by both cycles in
/// 10 steps.
int double_receives(int node);
/// The median of the nodes whose packets reach node 10 by the second cycle only.
int median_of_c10();

}  // namespace torusim::meyer
