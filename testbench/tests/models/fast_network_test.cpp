// The fast level against the timing that docs/router.md states.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

TEST(FastNetwork, DeliversARandomExchange) {
  for (const char* shape :
       {"ring:2", "ring:3", "ring:8", "torus:4x4", "mesh:3x4", "torus:2x2x2", "torus:3x4m"}) {
    StoredSchedule schedule = test::random_exchange(Topology::parse(shape), 3, 1, 1);
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority}) {
      RunOptions options = test::options_for(schedule, sync);
      options.block_flits = 5;
      options.startup = 3;
      const RunResult result = simulate(schedule, options);
      EXPECT_EQ(result.verdict, Verdict::kVerified) << shape << " " << to_text(sync);
      for (const auto& finding : result.findings) ADD_FAILURE() << finding;
      EXPECT_EQ(result.delivered_blocks, result.total_blocks);
    }
  }
}

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

// The sums of an all-reduce are complete at its end only; what is told grows with its phases.
TEST(FastNetwork, ProgressOfAnAllReduceIsThatOfItsPhases) {
  const auto schedule = make_schedule("bucket", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.block_flits = 64;
  options.startup = 4000;
  options.sleep = false;
  std::vector<double> shares;
  options.progress = [&](std::int64_t done, std::int64_t total, Cycle) {
    shares.push_back(static_cast<double>(done) / static_cast<double>(total));
    return true;
  };
  EXPECT_EQ(simulate(*schedule, options).verdict, Verdict::kVerified);
  ASSERT_GE(shares.size(), 20u);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_NEAR(shares[i], static_cast<double>(i) / static_cast<double>(shares.size()), 0.1) << i;
  }
}

}  // namespace
}  // namespace torusim
