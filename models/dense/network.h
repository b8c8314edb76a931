#pragma once
/// The whole network at the dense level: 64 or 256 routers in one instruction (models/README.md).
///
/// A cycle has two halves. In plane arithmetic all routers do switch allocation (SA) and traversal (ST), with
/// flits or without. Events of whole worms are processed one by one: RC for a head that has moved, the next
/// worm at the front of a VC, begin and end of a worm at a node interface.

#include <memory>
#include <string>

#include "models/contract/network_model.h"
#include "models/contract/observer.h"
#include "models/dense/geometry.h"
#include "models/watch/scoreboard.h"

namespace torusim::dense {

/// Flits of the longest worm that this level can carry.
inline constexpr std::int64_t kMostFlits = 1024;

/// The reason why this level cannot simulate the hardware with worms of up to `most_flits` flits, as the end
/// of a sentence; empty if it can.
std::string unsupported_reason(const Hardware& hardware, std::int64_t most_flits);

/// The order in which the routes of all worms take dimensions.
class RouteOrder {
 public:
  /// The first route that turns decides the order.
  RouteOrder() = default;
  /// For an order that is known.
  explicit RouteOrder(bool last_dimension_first) : turns_(last_dimension_first ? -1 : 1) {}
  /// The reason why this level does not support the route of a worm from `from`, together with the routes
  /// before; empty if it does. A route must exist, and take every dimension at most once, less than once
  /// around, on the lanes of datelines. All routes together must turn into later dimensions only, or into
  /// earlier ones.
  std::string unsupported_reason(const Topology& topology, NodeId from, const Route& route);
  /// As Hardware::last_dimension_first.
  bool last_dimension_first() const { return turns_ < 0; }

 private:
  int turns_ = 0;  // 1: into later dimensions, -1: into earlier ones
};

/// The work of a cycle, in blocks of 256 routers. Planes for large buffers or packets count twice, planes of
/// several classes three times. The true cost can be twice as much, as at the fast level.
double work_of_a_cycle(const Hardware& hardware, std::int64_t most_flits);

/// Maximum number of threads that have work to do.
inline int most_threads(const Topology& topology) {
  return (topology.nodes() + kRoutersOfAThread - 1) / kRoutersOfAThread;
}

/// unsupported_reason() must be empty for the hardware and for every worm's route. All references must
/// outlive the network. `counted`: an observer of sums, or null. `threads`: maximum number of threads, which
/// changes no result. `wide`: 256 routers in an instruction, if this machine can and there are more than 64;
/// with several classes always.
std::unique_ptr<NetworkModel> make_network(const Hardware& hardware, std::int64_t most_flits,
                                           MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
                                           Observer* counted = nullptr, int threads = 1, bool wide = true);

}  // namespace torusim::dense
