#pragma once
/// Gossip by routers that are only wires (router.h), cycle by cycle, in SystemC.
///
/// All nodes work in step, so the network needs no arbitration and no credits. A hop takes D = max(L, d)
/// cycles, L the words of the longest packet and d the link delay; words are taken from cycle t_s + 1 + d on,
/// t_s the startup time, which is needed once and not in every step. T steps end in cycle t_s + d + (T - 1) D
/// + words of the last step's longest packet. A redistribution before it takes t_s + d + its longest message,
/// and one cycle to begin anew.

#include "models/hardwired/gossip_run.h"
#include "models/hardwired/wire_observer.h"

namespace torusim::hardwired {

/// Runs the schedule's table. Of `options` it uses topology and link delay, block size, startup, max_cycles,
/// progress and observers. Observers receive every step (gossip_run.h). Steps are the phases of the result.
/// `wires`, if not null, receives every wire in every cycle. Throws InputError when the schedule has no
/// table, or blocks have no flits.
RunResult simulate(Schedule& schedule, const RunOptions& options, WireObserver* wires = nullptr);

}  // namespace torusim::hardwired
