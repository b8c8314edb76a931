#include "testbench/config/prediction.h"

#include <algorithm>

#include "models/contract/worm.h"
#include "models/contract/zero_load.h"
#include "models/run/program_time.h"

namespace torusim {

Cycle predicted_cycles(const Topology& topology, const Transfer& transfer, const TimeModel& model) {
  const Cycle flits = message_flits(transfer.block_count(), model.block_flits);
  const PathTimes path = model.hardware.uneven != nullptr
                             ? path_times(model.hardware, transfer.source, transfer.route)
                             : PathTimes::even(model.hardware, transfer.route.hops(topology));
  return zero_load_latency(model.hardware, model.startup_of(transfer.source), path, flits) +
         (transfer.adds ? model.reduce_delay : 0);
}

Cycle predicted_cycles(const Topology& topology, const Phase& phase, const TimeModel& model) {
  Cycle longest = 0;
  for (const Transfer& transfer : phase.transfers)
    longest = std::max(longest, predicted_cycles(topology, transfer, model));
  return longest;
}

std::vector<Cycle> predicted_phases(Schedule& schedule, const TimeModel& model) {
  if (const ProgramSchedule* const program = schedule.as_program()) {
    RunOptions options;
    options.hardware = model.hardware;
    options.startup = model.startup;
    options.slower = model.slower;
    return {cycles_without_contention(*program, options).value_or(-1)};
  }
  std::vector<Cycle> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);)
    result.push_back(predicted_cycles(schedule.info().topology, phase, model));
  schedule.rewind();
  return result;
}

}  // namespace torusim
