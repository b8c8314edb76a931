#include "testbench/app/foreign_routers.h"

#include "models/rtl/plugin/router_groups.h"
#include "schedules/error.h"

namespace torusim {

void place_foreign_routers(const RunConfig& config, const Hardware& hardware, ForeignPlacement& placement) {
  try {
    placement = rtl::place_routers(hardware, config.rtl, config.seed);
  } catch (const UsageError& error) {
    throw UsageError(std::string("--rtl: ") + error.what());
  } catch (const InputError& error) {
    throw InputError(std::string("--rtl: ") + error.what());
  }
  if (config.lockstep && placement.rtl_nodes.empty()) {
    throw UsageError("--lockstep needs routers to compare: --rtl all");
  }
  placement.lockstep = config.lockstep;
  placement.lockstep_waves = config.output.empty() ? "lockstep" : config.output + "_lockstep";
}

}  // namespace torusim
