#pragma once
/// The latency of a message without contention: the closed form of docs/router.md.

#include "models/contract/hardware.h"

namespace torusim {

/// Cycles from the start of a send to its tail's delivery `hops` hops away, startup time included. This is
/// also the time of a phase without contention, between barriers of no latency, if no message is longer.
/// `flits`
/// (>= 1) includes the head; buffers smaller than the credit round trip are taken into account.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits);

}  // namespace torusim
