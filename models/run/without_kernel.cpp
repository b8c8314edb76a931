// The levels of a program without SystemC (TORUSIM_SYSTEMC=OFF).
#include "models/hardwired/network.h"
#include "models/run/make_network.h"
#include "schedules/core/error.h"

namespace torusim {

std::unique_ptr<NetworkModel> make_network(const RunOptions& options, MessageSource& source, WormTable& worms,
                                           Scoreboard& scoreboard) {
  return make_network_without_kernel(options, source, worms, scoreboard);
}

RunResult hardwired::simulate(Schedule&, const RunOptions&, WireObserver*) {
  throw InputError(no_kernel("the routers of --hardwired"));
}

std::string kernel_version() { return {}; }

}  // namespace torusim
