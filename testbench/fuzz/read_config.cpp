#include "schedules/core/error.h"
#include "testbench/config/config_file.h"
#include "testbench/config/run_config.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

void read_config(std::string_view text) {
  for (const Command command : {kRun, kTraffic, kCurve}) {
    RunConfig config;
    try {
      read_config_text(std::string(text), "fuzz", config, command);
    } catch (const InputError&) {
      continue;
    }
    const std::string once = config_text(config, command);
    RunConfig again;
    read_config_text(once, "again", again, command);
    if (config_text(again, command) != once) broken("not the same configuration again:\n" + once);
  }
}

}  // namespace torusim::fuzz
