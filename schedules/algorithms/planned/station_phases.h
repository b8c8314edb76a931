#pragma once
/// Phases of messages that travel several hops: fewer phases than the network has hops across.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

/// A message goes straight over `hops` channels, of which `channel` is the first. No two messages of a phase
/// share a channel.
struct StraightMessage {
  int phase = 0;
  NodeId from = 0, to = 0;  ///< turned round, as the links are, on transposed links
  std::int32_t channel = 0;
  int hops = 1;
  int interval = 1;  ///< of the slowest of its channels
};

/// Messages in so many phases through which every node hears of every other, by phase and channel. In each
/// phase and direction some nodes are stations, by the sum of their coordinates modulo 4. A station sends to
/// the next station, or as far as live links and shortest paths lead. Nothing if the search finds none.
std::optional<std::vector<StraightMessage>> station_phases(const LiveLinks& links, int phases,
                                                           std::uint64_t seed);

}  // namespace torusim::planned
