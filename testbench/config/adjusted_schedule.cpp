#include "testbench/config/adjusted_schedule.h"

#include <fmt/format.h>

#include "schedules/core/error.h"

namespace torusim {

AdjustedSchedule::AdjustedSchedule(Schedule& schedule, const RunConfig& config)
    : schedule_(schedule), info_(schedule.info()) {
  if (config.block) info_.block_flits = *config.block;
  if (config.sync) info_.sync = *config.sync;
  if (info_.sync == Synchronisation::kLocal && !info_.has_signals) {
    throw InputError(
        fmt::format("{} names no signals, so it cannot be written for --sync local", info_.name));
  }
}

}  // namespace torusim
