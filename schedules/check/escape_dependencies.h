#pragma once
/// The extended channel-dependency graph of minimal adaptive routing with escape lanes (Duato: A New Theory
/// of Deadlock-Free Adaptive Routing in Wormhole Networks): adaptive routing is free of deadlock if the
/// escape lanes lead to every destination, and the dependencies among escape lanes form no cycle.
///
/// An escape channel depends *directly* on the escape channel that the same worm takes next. It depends
/// *indirectly* on an escape channel that the worm takes after adaptive channels in between. Adaptive and
/// escape channels are different lanes here, so there are no cross dependencies. Escape paths follow
/// dimension order, the shorter way round a ring, + at a tie.

#include <cstdint>
#include <vector>

#include "schedules/check/channel_dependencies.h"

namespace torusim {

/// The rule for the escape lane of a ring.
enum class EscapeLane {
  kByDestination,  ///< 0 while the wrap is ahead of the worm, else 1: the rule of docs/router.md
  /// 1 on and behind the wrap, 0 after an adaptive channel: the dateline rule without memory of adaptive hops
  kByHistory,
};

struct EscapeDependencies {
  std::int64_t channels = 0;            ///< escape channels that some worm can take
  std::int64_t direct = 0;              ///< pairs of escape channels with a direct dependency
  std::int64_t indirect = 0;            ///< further pairs with an indirect dependency
  std::vector<HeldChannel> cycle = {};  ///< one cycle, in order; empty if there is no cycle
};

/// The dependencies of all pairs of nodes, found pair by pair: time grows with the third power of the nodes.
/// `topology` is a torus or mesh without seams and failures.
EscapeDependencies escape_dependencies(const Topology& topology, EscapeLane rule);

/// Only the cycle, found dimension by dimension, for a network of any size. A worm on an escape channel of a
/// dimension has finished the earlier dimensions, so no dependency leads back. The channels that the worm
/// takes in a dimension depend only on its coordinates of that dimension.
std::vector<HeldChannel> escape_cycle(const Topology& topology, EscapeLane rule);

}  // namespace torusim
