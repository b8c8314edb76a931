#pragma once
/// The model of the RTL into which faults were planted (planted_bugs.cmake), one of them on at a time.

#include <string>
#include <vector>

#include "testbench/tests/models/sources.h"

namespace torusim::test {

extern const std::vector<std::string> kPlantedBugs;  ///< fault n is kPlantedBugs[n - 1]

/// Faults up to this one show within 500 cycles of a network.
inline constexpr int kShownByNetworks = 22;

/// Faults from this one on are of gates, and show with --sync switch only.
inline constexpr int kFirstOfGates = 50;
/// Of these, this many show within 500 cycles of a network with so many phases.
inline constexpr int kGatesShownByNetworks = 6;
inline constexpr int kPhasesForGates = 20;

/// Faults from this one on are of bubble flow control, and show with --switching bubble only.
inline constexpr int kFirstOfBubble = 58;

/// Faults from this one on are of the pipelined router, whose delay is this.
inline constexpr int kFirstOfPipelined = 64;
inline constexpr int kPipelinedDelay = 2;

/// Makes routers with fault `number`; 0 is none. Hardware of a router delay above 1 has the pipelined router.
RouterFactory planted(int number);

/// A run with much contention, in lockstep, all routers foreign.
RunOptions contended(Schedule& schedule, Level level, Synchronisation sync = Synchronisation::kNone);

}  // namespace torusim::test
