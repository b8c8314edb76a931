// What hardware cannot carry is said before anything runs, and is no failed verification.
#include <gtest/gtest.h>

#include "models/contract/time_limits.h"
#include "models/contract/worm.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

TEST(RefusedEarly, WormsThatFitNoBuffer) {
  const auto schedule = make_schedule("broadcast", Topology::parse("torus:4x4"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.hardware.switching = Switching::kStoreAndForward;
  options.hardware.reserve = 1;
  options.hardware.shared = 0;
  EXPECT_THROW(simulate(*schedule, options), InputError);
}

TEST(RefusedEarly, MessagesBeyondTheLongestWorm) {
  std::int64_t blocks = Worm::kMostFlits - 1;
  EXPECT_EQ(message_flits(blocks, 1), Worm::kMostFlits);
  EXPECT_EQ(message_flits(blocks, 0), 1);
  EXPECT_THROW(message_flits(blocks, 2), InputError);
  ++blocks;
  EXPECT_THROW(message_flits(blocks, 1), InputError);
  blocks = std::int64_t{1} << 62;  // times any block size far beyond 2^63
  EXPECT_THROW(message_flits(blocks, 1'000'000), InputError);
}

TEST(RefusedEarly, TimesThatWouldOverflow) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:4x4"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.startup = kLongestStartup;
  const RunResult result = simulate(*schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_GT(result.cycles, 4 * kLongestStartup);
  options.startup = kLongestStartup + 1;
  EXPECT_THROW(simulate(*schedule, options), InputError);
  options.startup = 0;
  options.barrier = kLongestBarrier + 1;
  EXPECT_THROW(simulate(*schedule, options), InputError);
}

}  // namespace
}  // namespace torusim
