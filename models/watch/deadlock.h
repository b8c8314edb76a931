#pragma once
/// The waits of messages for each other in a deadlock.

#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "models/contract/worm.h"
#include "models/watch/foreign_state.h"

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

/// `message 3 of phase S1 ((0,1) > (2,2))`
std::string message_name(const Hardware& hardware, const Worm& worm,
                         const std::vector<std::string>& phase_names);

}  // namespace torusim
