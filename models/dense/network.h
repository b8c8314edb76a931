#pragma once
/// The whole network at the dense level: 64 or 256 routers in one instruction (docs/dense.md).
///
/// A cycle has two halves. In plane arithmetic all routers arbitrate and move their flits, whether they have
/// any or not. What happens to a whole worm is done worm by worm: its head goes on, the next takes its place
/// at the front of a VC, a node interface begins or has it.

#include <memory>
#include <string>

#include "models/contract/network_model.h"
#include "models/contract/observer.h"
#include "models/dense/geometry.h"
#include "models/watch/scoreboard.h"

namespace torusim::dense {

/// Flits of the longest worm that this level can carry.
inline constexpr std::int64_t kMostFlits = 1024;

/// Why this level cannot simulate such hardware with worms of up to so many flits, as the end of a sentence;
/// empty if it can.
std::string unsupported_reason(const Hardware& hardware, std::int64_t most_flits);

/// The order in which the routes of all worms take dimensions.
class RouteOrder {
 public:
  /// The first route that turns decides the order.
  RouteOrder() = default;
  /// The order is known.
  explicit RouteOrder(bool last_dimension_first) : turns_(last_dimension_first ? -1 : 1) {}
  /// The same of the route of a worm from the node, beside the routes before. It must exist, and take every
  /// dimension at most once, less than once around, on the lanes of datelines. All routes together must turn
  /// into later dimensions only, or into earlier ones.
  std::string unsupported_reason(const Topology& topology, NodeId from, const Route& route);
  /// As Hardware has it.
  bool last_dimension_first() const { return turns_ < 0; }

 private:
  int turns_ = 0;  // 1: into later dimensions, -1: into earlier ones
};

/// The work of a cycle: its blocks of 256 routers. Planes for large buffers or packets count twice, those of
/// several classes three times; there can be twice as much, but so there can at the fast level.
double work_of_a_cycle(const Hardware& hardware, std::int64_t most_flits);

/// Of more threads some have nothing to do.
inline int most_threads(const Topology& topology) {
  return (topology.nodes() + kRoutersOfAThread - 1) / kRoutersOfAThread;
}

/// unsupported_reason() must be empty, that of every worm's route too, and what is referred to must outlive
/// the network. `counted`: an observer whose sums are counted; null: none. `threads`: at most so many do its
/// work, which changes no result. `wide`: 256 routers in an instruction, if this machine can and there are
/// more than 64; with
/// several classes always.
std::unique_ptr<NetworkModel> make_network(const Hardware& hardware, std::int64_t most_flits,
                                           MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
                                           Observer* counted = nullptr, int threads = 1, bool wide = true);

}  // namespace torusim::dense
