#pragma once
/// Total exchange on one dimension, or on a product of dimensions, as steps of single hops.
///
/// Model: store and forward, messages of one unit, full duplex channels. In a step a one-port node sends one
/// message and receives one; an all-port node sends one over every channel. A message that arrives in a step
/// leaves in a later step.

#include <vector>

#include "schedules/core/topology.h"

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

}  // namespace torusim
