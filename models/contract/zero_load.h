#pragma once
/// How long a message takes that nothing is in the way of: the closed form of docs/router.md.

#include "models/contract/hardware.h"

namespace torusim {

/// Cycles from the start of a send to its tail's delivery `hops` hops away, startup time included. It is also
/// the time of a phase, from one barrier of no latency to the next, that has no longer message and no
/// contention. `flits` (>= 1) counts the head; buffers smaller than the credit round trip are accounted for.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits);

}  // namespace torusim
