#pragma once
/// Writes a complete exchange, gossip, broadcast or reduction as an algorithm of MSCCL (XML).

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Node g is GPU g, and block s:d is input chunk d of GPU s. Blocks of an exchange lie in scratch on their
/// way; copies go to the output at once. Every GPU has a thread block for each peer to which it sends, and
/// for each peer from which it receives. A step waits for all steps of its GPU in the phase before. A
/// reduction is in place: `rrc` adds and `r` stores an arriving chunk after the earlier chunk has been sent.
/// A transfer whose blocks do not lie side by side is several steps. The format has no routes, classes and
/// names of phases.
///
/// For at most kMaxMscclNodes nodes, because every block is written out. Throws InputError for more nodes,
/// for a node that sends a block that it does not hold, and when writing to `out` fails.
void write_msccl(Schedule& schedule, std::ostream& out);

constexpr int kMaxMscclNodes = 512;

}  // namespace torusim
