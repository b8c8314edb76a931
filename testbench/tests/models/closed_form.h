#pragma once
/// When the phases of a schedule end in which no message waits for another.

#include <algorithm>
#include <vector>

#include "models/simulation.h"
#include "schedules/schedule.h"

namespace torusim::test {

/// docs/router.md, Timing: startup + header + payload + 3 + hops (1 + link_delay), of the phase's slowest
/// message.
inline std::vector<Cycle> closed_form(Schedule& schedule, const RunOptions& options) {
  std::vector<Cycle> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    Cycle slowest = 0;
    for (const Transfer& transfer : phase.transfers) {
      slowest = std::max<Cycle>(
          slowest, options.startup + 1 + transfer.blocks.blocks() * options.block_flits + 3 +
                       transfer.route.hops(schedule.info().topology) * (1 + options.hardware.link_delay));
    }
    result.push_back(slowest);
  }
  schedule.rewind();
  return result;
}

}  // namespace torusim::test
