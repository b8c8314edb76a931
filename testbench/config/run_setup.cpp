#include "testbench/config/run_setup.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/foreign_routers.h"

namespace torusim {

RunOptions run_options(const RunConfig& config, const Hardware& hardware) {
  RunOptions options = config.run;
  if (config.hardwired) {  // wires have neither lanes nor buffers, and nodes work in step
    options.hardware = Hardware();
    options.hardware.topology = hardware.topology;
    options.hardware.link_delay = hardware.link_delay;
  } else {
    options.hardware = hardware;
  }
  options.sync = *config.sync;
  options.block_flits = *config.block;
  place_foreign_routers(config, hardware, options);
  return options;
}

std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed) {
  try {
    return select_nodes(topology, value, seed);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace torusim
