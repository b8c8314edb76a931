#pragma once
/// Who waits for whom when nothing moves any more.

#include <string>
#include <vector>

#include "models/worm.h"

namespace torusim {

/// One sentence for every worm that waits, those on a cycle of channels first, then the cycle itself; at most
/// `at_most` waits are listed. `phase_names` by phase index.
std::vector<std::string> explain_deadlock(const Hardware& hardware, const WormTable& worms,
                                          const std::vector<std::string>& phase_names,
                                          std::size_t at_most = 20);

/// `-x of node 3, class 0 lane 1`
std::string channel_name(const Hardware& hardware, const ChannelRef& channel);

}  // namespace torusim
