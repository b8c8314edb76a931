#pragma once
/// The buffers that a user leaves open. Every door fills them here. The functions throw UsageError if no
/// buffer is long enough, or the longest worm is needed and unknown (0).

#include <cstdint>
#include <functional>

#include "models/contract/hardware.h"

namespace torusim {

/// The value of an open `reserve`: a credit round trip of the longest link, so that worms stream at full
/// rate. Where the switching mode buffers whole worms, the buffer also holds the longest worm. Under bubble
/// flow control it has packet slots for a credit round trip and one more.
int default_reserve(const Hardware& hardware, const std::function<std::int64_t()>& longest_worm);

/// Bubble flow control: the packet slots of `longest` flits in a buffer.
int packet_slots_for(const Hardware& hardware, std::int64_t longest);

/// Fills `reserve` if it is 0, and under bubble flow control the packet slots if `longest` is known.
void fill_buffers(Hardware& hardware, std::int64_t longest);

}  // namespace torusim
