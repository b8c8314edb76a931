#pragma once
/// What is counted for Meyer, Sibeyn: Oblivious Gossiping on Tori, beside the commands of its exhibits.

#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::meyer {

/// Steps of the schedule. Of gossip-cycles the cycles are enough: both ways half round, P/2 steps.
int gossip_steps(const std::string& algorithm, const Topology& torus);

/// The worked table of Section 2.2: what node C = (1,5) of 6 x 7, beside the cycle of 39, gets from A above
/// it and B below it in a step. Packets have the numbers of their nodes on the cycle.
struct Receipt {
  int via_a, via_b;
  int fresh;  ///< packets that C did not have yet
};
constexpr int kWorkedSteps = 27;
std::vector<Receipt> worked_receipts();

/// Figures 1 to 5: a cycle of the algorithm that runs on the torus, traced through the forwarding tables.
struct FigureCycle {
  int length;
  int apart;  ///< nodes of the cycle between the two that supply a node beside it; -1: it supplies none
};
FigureCycle cycle_of_figure(const Topology& torus);

/// Example 1, 41 nodes: nodes that `node` hears of both ways round either cycle in 10 steps, which A_i and
/// B_i have.
int double_receives(int node);
/// The median of what node 10 hears of by the second cycle only.
int median_of_c10();

}  // namespace torusim::meyer
