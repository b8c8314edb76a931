#pragma once
/// The network of a run at the level of its options, and the run itself.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/network_model.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/watch/scoreboard.h"

namespace torusim {

/// The network uses hardware, level, sleep, threads, longest_worm, observers and the foreign routers of
/// `options`. All arguments must outlive the network. Throws InputError where they do not fit together, and
/// at the pins level in a program without SystemC.
std::unique_ptr<NetworkModel> make_network(const RunOptions& options, MessageSource& source, WormTable& worms,
                                           Scoreboard& scoreboard);

/// The same for libraries that link no SystemC; throws InputError at the pins level.
std::unique_ptr<NetworkModel> make_network_without_kernel(const RunOptions& options, MessageSource& source,
                                                          WormTable& worms, Scoreboard& scoreboard);

/// The type of both functions.
using NetworkFactory = decltype(&make_network);

/// The end of a run.
struct RunEnd {
  Verdict verdict = Verdict::kVerified;
  Cycle cycle = 0;  ///< last cycle of the run; after a deadlock, the last cycle in which a flit moved
  std::vector<ForeignState> foreign_routers;
};

/// Runs the network to complete delivery, a failure of the source or of a check, a deadlock, the limit or an
/// interruption by options.progress.
RunEnd run_to_end(NetworkModel& network, const RunOptions& options, const MessageSource& source,
                  const Scoreboard& scoreboard);
/// Makes the network and runs it to its end.
RunEnd run_network(NetworkFactory make, const RunOptions& options, MessageSource& source, WormTable& worms,
                   Scoreboard& scoreboard);

/// The version of SystemC that the program was built with; empty: the program has no SystemC.
std::string kernel_version();
/// The error of a program without SystemC. `what` names the feature that needs SystemC, in the plural.
std::string no_kernel(const std::string& what);

}  // namespace torusim
