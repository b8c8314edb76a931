// The levels of a program with SystemC.
#include <systemc>

#include "models/foreign/place.h"
#include "models/pins/network.h"
#include "models/run/make_network.h"

namespace torusim {

std::unique_ptr<NetworkModel> make_network(const RunOptions& options, MessageSource& source, WormTable& worms,
                                           Scoreboard& scoreboard) {
  if (options.level != Level::kPins) return make_network_without_kernel(options, source, worms, scoreboard);
  return pins::make_network(options.hardware, source, worms, scoreboard, options.observers,
                            rtl::make_foreign_routers(options.hardware, options));
}

std::string kernel_version() { return SC_VERSION; }

}  // namespace torusim
