#pragma once
/// When the phases of a schedule end in which no message waits for another.

#include <algorithm>
#include <vector>

#include "models/run/simulation.h"
#include "schedules/core/schedule.h"

namespace torusim::test {

/// docs/router.md, Timing, by worms and by circuits; a message of `payload` > 0 flits over `hops`.
inline Cycle time_alone(const RunOptions& options, int hops, std::int64_t payload) {
  const Cycle delay = options.hardware.link_delay, head = 4 + hops * (1 + delay);
  if (options.hardware.switching != Switching::kCircuit) return options.startup + head + payload;
  return options.startup + 2 * head + 3 + hops * delay + payload - 1;
}

/// Each phase takes as long as its slowest message alone.
inline std::vector<Cycle> closed_form(Schedule& schedule, const RunOptions& options) {
  std::vector<Cycle> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    Cycle slowest = 0;
    for (const Transfer& transfer : phase.transfers) {
      slowest = std::max(slowest, time_alone(options, transfer.route.hops(schedule.info().topology),
                                             transfer.blocks.blocks() * options.block_flits));
    }
    result.push_back(slowest);
  }
  schedule.rewind();
  return result;
}

}  // namespace torusim::test
