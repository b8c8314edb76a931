#pragma once
/// The ways of blocks through the phases of a relayed exchange, found by negotiation or from masks.
///
/// Negotiation: every block takes the cheapest way, messages that are too long become more expensive, and
/// rounds repeat until no message is too long.
///
/// Masks: relayed exchanges on tori with sides of 2 and 4. In a phase every node exchanges with the node
/// whose number differs in the bits of a mask; a block is sent in phases whose masks add up, bit by bit, to
/// the difference of its destination. So the masks are the columns of a parity check of a code, and the
/// blocks of a message are the errors that it corrects: the covering of codes (docs/algorithms/relayed.md).

#include <optional>

#include "schedules/algorithms/relayed/relay_phases.h"
#include "schedules/core/cost.h"

namespace torusim {

/// [phase]: message sizes in blocks that sum to `blocks` and differ by at most 1.
std::vector<int> even_sizes(std::int64_t blocks, int phases);

/// Ways such that no message of a phase has more than `most[phase]` blocks; nullopt if `rounds` rounds find
/// none. `seed` gives the random order of a round, the same on every machine.
std::optional<RelayWays> negotiated_ways(const RelayPhases& phases, const std::vector<int>& most,
                                         std::uint64_t seed, int rounds);

/// Bits of node numbers: one on a side of 2, two on a side of 4; 0 if a line is no ring of these sides, or
/// with more than kMostMaskBits bits.
int mask_bits(const Topology& topology);
constexpr int kMostMaskBits = 8;

/// `phases` masks, single bits first, chosen for few blocks by a search with a fixed seed.
std::vector<int> masks(int bits, int phases);
/// [difference]: indices of the fewest masks whose xor is the difference, ascending.
std::vector<std::vector<std::int16_t>> mask_sums(const std::vector<int>& masks, int bits);
/// Startups: the number of masks. Blocks: the sizes of mask_sums(), summed.
Cost mask_cost(const std::vector<int>& masks, int bits);

RelayPhases mask_phases(const Topology& torus, const std::vector<int>& masks);
RelayWays mask_ways(const RelayPhases& phases, const std::vector<int>& masks);

}  // namespace torusim
