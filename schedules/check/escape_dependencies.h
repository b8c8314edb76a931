#pragma once
/// The extended channel-dependency graph of minimal adaptive routing with escape lanes (Duato: A New Theory
/// of Deadlock-Free Adaptive Routing in Wormhole Networks): adaptive routing is free of deadlock if the
/// escape lanes lead to every destination, and a worm that holds one of them depends on no cycle of them.
///
/// An escape channel depends *directly* on the one that the same worm takes next, and *indirectly* on one
/// that it takes after adaptive channels in between. Adaptive and escape channels are different lanes here,
/// so there are no cross dependencies. Escape paths follow dimension order, the shorter way round a ring, +
/// at a tie.

#include <cstdint>
#include <vector>

#include "schedules/check/channel_dependencies.h"

namespace torusim {

/// The rule for the escape lane of a ring.
enum class EscapeLane {
  kByDestination,  ///< 0 while the wrap is ahead of the worm, else 1: the rule of docs/router.md
  kByHistory,  ///< 1 on and behind the wrap, 0 after an adaptive channel: the rule of datelines, forgotten
};

struct EscapeDependencies {
  std::int64_t channels = 0;            ///< escape channels that some worm can take
  std::int64_t direct = 0;              ///< pairs of them with a direct dependency
  std::int64_t indirect = 0;            ///< further pairs with an indirect one
  std::vector<HeldChannel> cycle = {};  ///< one cycle, in order; empty: there is none
};

/// Of all pairs of nodes, pair by pair: time goes with the third power of the nodes. `topology` is a torus or
/// mesh without seams and failures.
EscapeDependencies escape_dependencies(const Topology& topology, EscapeLane rule);

/// The cycle alone, dimension by dimension, for a network of any size. A worm on an escape channel of a
/// dimension has done with those before it, so no dependency leads back, and what it does in a dimension
/// depends on its coordinates there alone.
std::vector<HeldChannel> escape_cycle(const Topology& topology, EscapeLane rule);

}  // namespace torusim
