#pragma once
/// The flits of a worm on the pins of a channel.

#include "models/contract/channel_words.h"
#include "models/contract/worm.h"

namespace torusim {

/// The head flit of a worm. Word 0 has message number and length in flits. Segments of 16 bits follow, the
/// first in the lowest bits: port (5 bits), hops (9 bits) and lane (2 bits). The last segment names the
/// ejecting local port. Throws InputError when the route needs more segments than the widest head has.
Data head_data(const Hardware& hardware, const Worm& worm);
/// The head after some hops: `hops_left` hops of run `run` of the route remain, and all later runs.
Data head_data(const Hardware& hardware, const Worm& worm, int run, int hops_left);
/// The inverse of head_data(): the worm of a head that a node puts on an injection channel, with number,
/// length, ends, route and ejection channel. The function ignores bits behind the last segment. Throws
/// InputError, whose text continues the words `a head`.
Worm worm_of_head(const Hardware& hardware, NodeId source, const Data& head);
/// Payload flit `index` (>= 1) of a worm. Word 0 is message number and index, word 1 a function of source,
/// destination and index, so that the receiver can check every word.
Data payload_data(const Worm& worm, std::uint32_t index);

/// Throws InputError when a flit has more than `words` 64-bit words: its route needs a wider head than a
/// router of that width accepts.
void check_width(const Data& data, std::size_t words);

}  // namespace torusim
