#pragma once
/// The ways of blocks through the phases of a relayed exchange, found by negotiation: every block takes the
/// cheapest way, messages that are too long become more expensive, and rounds repeat until no message is too
/// long.

#include <optional>

#include "schedules/algorithms/relayed/relay_phases.h"

namespace torusim {

/// [phase]: message sizes in blocks that sum to `blocks` and differ by at most 1.
std::vector<int> even_sizes(std::int64_t blocks, int phases);

/// Ways such that no message of a phase has more than `most[phase]` blocks; nullopt if `rounds` rounds find
/// none. `seed` gives the random order of a round, the same on every machine.
std::optional<RelayWays> negotiated_ways(const RelayPhases& phases, const std::vector<int>& most,
                                         std::uint64_t seed, int rounds);

}  // namespace torusim
