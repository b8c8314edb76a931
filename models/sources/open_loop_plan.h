#pragma once
/// What open-loop traffic is asked to be.

#include <cstdint>

#include "models/contract/observer.h"
#include "models/sources/arrivals.h"
#include "models/sources/packet_mix.h"
#include "models/sources/pattern.h"

namespace torusim {

struct OpenLoopOptions {
  double load = 0.1;  ///< flits offered per node and cycle
  PacketMix packet;
  ArrivalKind injection;
  Cycle startup = 0;     ///< t_s: cycles from the start of a send to its head entering the network
  Cycle warm_up = 5000;  ///< cycles before the window
  Cycle window = 20000;  ///< cycles in which packets are measured
  Cycle drain = 20000;   ///< most cycles after the window in which the measured packets must arrive
  std::uint64_t seed = 0;
};

/// The same for all nodes. All that it refers to outlives it.
struct OpenLoopPlan {
  const Hardware& hardware;
  const Pattern& pattern;
  OpenLoopOptions options;
  Arrivals arrivals;
  Cycle window_end;
  const std::vector<Observer*>& observers;

  bool in_window(Cycle cycle) const { return cycle >= options.warm_up && cycle < window_end; }
};

}  // namespace torusim
