// The fast level against the timing that docs/router.md states.
#include <gtest/gtest.h>

#include "testbench/tests/models/traffic.h"

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

}  // namespace
}  // namespace torusim
