// The fast level against the timing that docs/router.md states.
#include <gtest/gtest.h>

#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

// A cycle of a large network takes long, so it reports, and asks whether to go on, after fewer of them.
TEST(FastNetwork, LargeNetworksCanBeInterruptedOften) {
  StoredSchedule schedule = test::one_message(Topology::parse("torus:64x64"), 0, 100);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 10'000;
  options.sleep = false;
  int calls = 0;
  options.progress = [&](std::int64_t, std::int64_t, Cycle) { return ++calls < 3; };
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kInterrupted);
  EXPECT_LE(result.cycles, 600);
}

}  // namespace
}  // namespace torusim
