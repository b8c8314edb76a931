#pragma once
/// The waits of messages for each other in a deadlock.

#include <string>
#include <vector>

#include "models/contract/foreign_state.h"
#include "models/contract/run_result.h"

namespace torusim {

struct DeadlockReport {
  /// The foreign routers at fault, then one sentence per waiting worm, then the complete cycle. Worms on the
  /// cycle of channels come first. At most `at_most` routers and as many worms are listed.
  std::vector<std::string> sentences;
  std::vector<ChannelWait> cycle;  ///< as RunResult::deadlock_cycle
};

/// Describes a deadlock. `phase_names` is indexed by phase; it is empty if the messages have no phases.
DeadlockReport explain_deadlock(const Hardware& hardware, const WormTable& worms,
                                const std::vector<std::string>& phase_names,
                                const std::vector<ForeignState>& foreign_routers, std::size_t at_most = 20);

/// The channel as text: `-x of node 3, class 0 lane 1`.
std::string channel_name(const Hardware& hardware, const ChannelRef& channel);

}  // namespace torusim
