// Contexts of the SystemC kernel follow each other, also behind those that are left to the end of the
// program.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

RunResult t4_until(const char* shape, Level level, Cycle last) {
  const auto schedule = make_schedule("t4", Topology::parse(shape));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.level = level;
  options.max_cycles = last;
  return simulate(*schedule, options);
}

TEST(KernelSession, OthersFollowALargeOne) {
  const RunResult expected = t4_until("torus:4x4", Level::kFast, 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(t4_until("torus:16x16", Level::kPins, 3).verdict, Verdict::kLimit);
    const RunResult after = t4_until("torus:4x4", Level::kPins, 0);
    EXPECT_EQ(after.verdict, Verdict::kVerified);
    EXPECT_EQ(after.cycles, expected.cycles);
    EXPECT_EQ(after.ejection_hash, expected.ejection_hash);
  }
}

}  // namespace
}  // namespace torusim
