#pragma once
/// Total exchange on one dimension in single hops: rings, linear arrays and complete graphs, one-port and
/// all-port. These are the bricks of the algorithms of Dimakopoulos, Dimopoulos: A Theory for Total Exchange
/// in Multidimensional Interconnection Networks, which names them (Sections 4.1 and 5.1) and does not give
/// them.
///
/// Model: store and forward, messages of one unit, full duplex channels. In a step a one-port node sends one
/// message and receives one; an all-port node sends one over every channel. A message that arrives in a step
/// goes on in a later one.

#include <vector>

#include "schedules/core/port_model.h"
#include "schedules/core/topology.h"

namespace torusim {

/// A message crosses one channel. Nodes are those of the line, or of a product of lines, that is considered.
struct HopSend {
  NodeId node = 0;  ///< that sends it
  std::int16_t dimension = 0;
  std::int16_t step = 0;  ///< +1 or -1; on a complete graph of n 1 .. n-1; on another the step of topology.h
  NodeId source = 0;      ///< of the message
  NodeId destination = 0;
};

using ExchangeStep = std::vector<HopSend>;
using ExchangeSteps = std::vector<ExchangeStep>;

/// Every message on a shortest path, on lines in as few steps as line_exchange_steps()
/// (product_closed_forms.h) says.
///
/// One-port: on a ring and on a complete graph one displacement after the other, the same in every node
/// (ring: the shorter way); on an array the links (k, k+1) of even and of odd k in turn, beginning with the
/// middle one. All-port: on a ring the shorter way, half-way displacements + from even and - from odd nodes.
/// Where messages wait, the one with the farthest to go is first. On another graph graph_exchange() plans.
ExchangeSteps line_exchange(const Dimension& line, PortModel ports);

}  // namespace torusim
