#pragma once
/// Gossip by routers that are only wires (router.h), cycle by cycle, in SystemC.
///
/// All nodes work in step, so that nothing is arbitrated and no credit is needed. A hop takes D = max(L, d)
/// cycles, L the words of the longest packet and d the link delay; words are taken from cycle t_s + 1 + d on,
/// t_s the startup time, which is spent once and not in every step. T steps end in cycle
/// t_s + d + (T - 1) D + words of the last step's longest packet. A redistribution before it takes t_s + d +
/// its longest message, and one cycle to begin anew.

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/hardwired/wire_observer.h"
#include "schedules/core/forward_table.h"

namespace torusim::hardwired {

/// Cycles from the end of one step (at first from cycle 0) to the end of the next, by the closed form above;
/// a redistribution is the first step.
std::vector<Cycle> predicted_steps(const HardwiredGossip& gossip, const RunOptions& options);

/// Runs the schedule's table. Of `options` it uses topology and link delay, block size, startup, max_cycles,
/// progress and observers, which are told of every step (step_report.h). Steps are the phases of the result.
/// `wires`, if given, sees every wire in every cycle. Throws InputError when the schedule has no table, or
/// blocks have no flits.
RunResult simulate(Schedule& schedule, const RunOptions& options, WireObserver* wires = nullptr);

}  // namespace torusim::hardwired
