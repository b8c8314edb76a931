#pragma once
/// The waits of messages for each other in a deadlock.

#include <string>
#include <vector>

#include "models/contract/foreign_state.h"
#include "models/contract/run_result.h"

namespace torusim {

struct DeadlockReport {
  /// The foreign routers at fault, then one sentence per waiting worm, those on the cycle of channels first,
  /// then the complete cycle; at most `at_most` routers and as many waits.
  std::vector<std::string> sentences;
  std::vector<ChannelWait> cycle;  ///< as RunResult::deadlock_cycle
};

/// `phase_names` by phase index; none, if the messages have no phases.
DeadlockReport explain_deadlock(const Hardware& hardware, const WormTable& worms,
                                const std::vector<std::string>& phase_names,
                                const std::vector<ForeignState>& foreign_routers, std::size_t at_most = 20);

/// `-x of node 3, class 0 lane 1`
std::string channel_name(const Hardware& hardware, const ChannelRef& channel);

}  // namespace torusim
