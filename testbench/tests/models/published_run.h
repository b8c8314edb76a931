#pragma once
/// Runs of published algorithms on the hardware that they assume: all ports that they need, and no waits for
/// credits.

#include <gtest/gtest.h>

#include <vector>

#include "models/run/simulation.h"
#include "testbench/tests/models/sources.h"

namespace torusim::test {

/// Links of this delay, and credits for their round trip.
inline RunOptions options_for(Schedule& schedule, Synchronisation sync, int block, int startup,
                              int link_delay = 1) {
  RunOptions options = options_for(schedule, sync);
  options.hardware.alpha = schedule.info().ports;
  options.hardware.link_delay = link_delay;
  options.hardware.reserve = Hardware::credit_round_trip(link_delay);
  options.block_flits = block;
  options.startup = startup;
  return options;
}

/// Phases follow each other, each as long as it is predicted.
inline void expect_phases(const RunResult& result, const std::vector<Cycle>& predicted) {
  ASSERT_EQ(result.phases.size(), predicted.size());
  Cycle now = 0;
  for (std::size_t p = 0; p < predicted.size(); ++p) {
    EXPECT_EQ(result.phases[p].start, now) << result.phases[p].name;
    now += predicted[p];
    EXPECT_EQ(result.phases[p].end, now) << result.phases[p].name;
  }
  EXPECT_EQ(result.cycles, now);
}

}  // namespace torusim::test
