#pragma once
/// Finds messages of different phases that can meet when a schedule runs without a barrier before every
/// phase. Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section 7.
///
/// A node starts its send of a phase after all its own sends and receives of earlier phases; under local
/// synchronisation also after the arrival of the signals that gate it and after the remaining barriers. Two
/// messages contend if they share a directed channel, or the receiving node, and neither is bound to end
/// before the other starts. Timing is ignored: messages that are not ordered may be sent at the same time.

#include <cstdint>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

struct Contention {
  std::int64_t channel_pairs = 0;   ///< pairs of messages of different phases that can meet on a channel
  std::int64_t receiver_pairs = 0;  ///< pairs that can reach one receiver at the same time
  std::string first;                ///< a sentence about one such pair; empty if there is none
};

/// `sync` is kNone or kLocal. The schedule must be correct by check(), and is left rewound. Use it for small
/// schedules: memory in bits is the square of the transfers. Throws InputError above 20000 transfers.
Contention contention(Schedule& schedule, Synchronisation sync);

}  // namespace torusim
