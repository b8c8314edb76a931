#include "testbench/config/run_setup.h"

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

}  // namespace torusim
