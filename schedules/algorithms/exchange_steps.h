#pragma once
/// Total exchange on one dimension, or on a product of them, as steps of single hops.
///
/// Model: store and forward, messages of one unit, full duplex channels. In a step a one-port node sends one
/// message and receives one; an all-port node sends one over every channel. A message that arrives in a step
/// goes on in a later one.

#include <vector>

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

}  // namespace torusim
