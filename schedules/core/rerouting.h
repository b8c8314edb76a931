#pragma once
/// The changes that failed channels have made in a schedule.

#include <cstdint>
#include <string>

namespace torusim {

/// The method by which messages avoid failed channels (docs/networks.md). Users choose the first or second.
enum class Reroute {
  kLayered,  ///< messages with failed channels take shortest live paths
  kSpread,   ///< all messages on shortest paths take shortest live paths that load the channels evenly
  kPlanned   ///< the algorithm makes its schedule for the live network
};

inline const char* to_text(Reroute reroute) {
  switch (reroute) {
    case Reroute::kLayered:
      return "layered";
    case Reroute::kSpread:
      return "spread";
    case Reroute::kPlanned:
      return "planned";
  }
  return "?";
}

struct Rerouting {
  Reroute how = Reroute::kLayered;
  std::string failed;  ///< names of the failed links and nodes
  std::int64_t messages = 0, moved = 0;
  std::int64_t hops_before = 0, hops = 0;        ///< hops of all messages
  std::int64_t busiest_before = 0, busiest = 0;  ///< blocks on the busiest channel, over all phases
  int classes_before = 1, classes = 1;
  int runs = 0;  ///< straight runs of the longest route
  int phases = 0;
  int phases_before = 0;  ///< kPlanned: phases on the intact network
  /// Phases in which no two messages shared a channel, and the number of these phases in which messages now
  /// do.
  int apart_before = 0, apart_lost = 0;
  /// The phase counted in apart_lost with the busiest channel; empty: no phase was lost
  std::string worst_phase = {};
  int worst = 0;  ///< messages on that channel

  int classes_more() const { return classes - classes_before; }
};

}  // namespace torusim
