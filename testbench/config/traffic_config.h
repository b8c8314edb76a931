#pragma once
/// What a user can set of open-loop traffic.

#include <optional>
#include <string>

#include "models/run/traffic_run.h"

namespace torusim {

/// Loads from `first` to at most `last`, in flits per node and cycle.
struct LoadRange {
  double first = 0, last = 0, step = 0;
  bool operator==(const LoadRange&) const = default;
};

struct TrafficConfig {
  std::string pattern;
  double load = 0.1;
  PacketMix packet;
  ArrivalKind injection;
  std::string hotspot = "0";  ///< a node, as a number or as coordinates
  double hotspot_share = 0.2;
  Cycle warm_up = 5000;
  Cycle window = 20000;
  Cycle drain = 20000;
  std::optional<LoadRange> loads;  ///< of a curve; empty: `points` loads up to saturation
  int points = 10;
  int jobs = 1;  ///< worker processes of a curve or sweep
};

}  // namespace torusim
