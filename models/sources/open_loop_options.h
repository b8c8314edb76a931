#pragma once
/// The settings of open-loop traffic.

#include <cstdint>

#include "models/sources/arrivals.h"
#include "models/sources/packet_mix.h"
#include "models/sources/source_routing.h"

namespace torusim {

struct OpenLoopOptions {
  double load = 0.1;  ///< flits offered per node and cycle
  PacketMix packet;
  ArrivalKind injection;
  Cycle startup = 0;     ///< t_s: cycles from the start of a send to its head entering the network
  Cycle warm_up = 5000;  ///< cycles before the window
  Cycle window = 20000;  ///< cycles in which packets are measured
  Cycle drain = 20000;   ///< cycles after the window in which measured packets must arrive
  std::uint64_t seed = 0;
  RoutingOptions routing;  ///< routing of packets without a route of a table
};

}  // namespace torusim
