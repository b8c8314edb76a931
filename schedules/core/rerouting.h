#pragma once
/// What failed channels have changed in a schedule.

#include <cstdint>
#include <string>

namespace torusim {

/// How messages go round failed channels (docs/failures.md).
enum class Reroute {
  kLayered,  ///< those of failed channels take shortest live paths
  kSpread,   ///< all on shortest paths take shortest live paths such that channels carry alike
  kLong,     ///< those of failed channels go the other way round the ring
  kPlanned   ///< the algorithm makes its schedule for the network that is left
};

const char* to_text(Reroute reroute);

struct Rerouting {
  Reroute how = Reroute::kLayered;
  std::string failed;  ///< links and nodes, for people
  std::int64_t messages = 0, moved = 0;
  std::int64_t hops_before = 0, hops = 0;        ///< of all messages together
  std::int64_t busiest_before = 0, busiest = 0;  ///< blocks on the busiest channel, over all phases
  int classes_before = 1, classes = 1;
  int runs = 0;  ///< straight runs of the longest route
  int phases = 0;
  int phases_before = 0;  ///< kPlanned: of the intact network
  /// Phases in which no two messages shared a channel, and those of them in which some do now.
  int apart_before = 0, apart_lost = 0;
  std::string worst_phase = {};  ///< with the busiest channel of those, empty: none was lost
  int worst = 0;                 ///< messages on it

  int classes_more() const { return classes - classes_before; }
};

}  // namespace torusim
