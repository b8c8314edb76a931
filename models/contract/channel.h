#pragma once
/// What the pins of a channel carry for a worm.

#include "models/contract/channel_words.h"
#include "models/contract/worm.h"

namespace torusim {

/// The head flit of a worm. Word 0: message number and length in flits; then segments of 16 bits, the first
/// to follow lowest: port (5 bits) and hops (11 bits). The last segment names the local port that ejects.
/// Throws InputError when the route needs more segments than the widest head carries.
Data head_data(const Hardware& hardware, const Worm& worm);
/// The same head further on: `hops_left` hops of run `run` of the route are still to go, and all later runs.
Data head_data(const Hardware& hardware, const Worm& worm, int run, int hops_left);
/// Payload flit `index` (>= 1) of a worm: word 0 message number and index, word 1 a function of source,
/// destination and index, so that every word can be checked.
Data payload_data(const Worm& worm, std::uint32_t index);

/// Throws InputError when a flit carries more than `words` 64-bit words: its route needs a wider head than a
/// router of that width takes.
void check_width(const Data& data, std::size_t words);

}  // namespace torusim
