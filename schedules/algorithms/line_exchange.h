#pragma once
/// Total exchange on one dimension in single hops: rings, linear arrays and complete graphs, one-port and
/// all-port. These are the bricks of the algorithms of Dimakopoulos, Dimopoulos: A Theory for Total Exchange
/// in Multidimensional Interconnection Networks, which names these exchanges (Sections 4.1 and 5.1) and does
/// not give them.
///
/// Model: store and forward, messages of one unit, full duplex channels. In a step a one-port node sends one
/// message and receives one; an all-port node sends one over every channel. A message that arrives in a step
/// leaves in a later step.

#include <cstdint>
#include <vector>

#include "schedules/core/topology.h"
#include "schedules/formulas/product_closed_forms.h"

namespace torusim {

/// A message crosses one channel. Nodes are numbered in the line, or product of lines, of the exchange.
struct HopSend {
  NodeId node = 0;  ///< the node that sends it
  std::int16_t dimension = 0;
  /// +1 or -1; 1 .. n-1 on a complete graph of n nodes; on another graph its step (topology.h)
  std::int16_t step = 0;
  NodeId source = 0;  ///< source of the message
  NodeId destination = 0;
};

using ExchangeStep = std::vector<HopSend>;
using ExchangeSteps = std::vector<ExchangeStep>;

/// Every message takes a shortest path. On lines the number of steps is line_exchange_steps()
/// (product_closed_forms.h).
///
/// One-port: on a ring and on a complete graph all nodes send one displacement after the other (ring: the
/// shorter way). On an array links (k, k+1) of even and of odd k alternate, beginning with the middle link.
/// All-port: on a ring messages go the shorter way, at half a ring + from even and - from odd nodes. Where
/// messages wait, the message with the farthest to go is first. On another graph a
/// planner finds the steps (line_exchange.cpp).
ExchangeSteps line_exchange(const Dimension& line, PortModel ports);

}  // namespace torusim
