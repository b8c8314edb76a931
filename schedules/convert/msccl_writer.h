#pragma once
/// Writes a complete exchange, gossip, broadcast or reduction as an algorithm of MSCCL (XML).

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Node g is GPU g, block s:d input chunk d of GPU s; blocks of an exchange lie in scratch on their way, and
/// copies go to the output at once. Every GPU has a thread block for each peer that it sends to and for each
/// that it receives from; a step waits for all steps of its GPU in the phase before. A reduction is in place:
/// what comes is added by `rrc` or stored by `r`, when what lies there has been sent. A transfer whose blocks
/// do not lie side by side is several steps. The format has no routes, classes and names of phases.
///
/// For at most kMaxMscclNodes nodes, because every block is written out. Throws InputError beyond that, for a
/// block that is sent by a node that does not hold it, and when `out` takes no more.
void write_msccl(Schedule& schedule, std::ostream& out);

constexpr int kMaxMscclNodes = 512;

}  // namespace torusim
