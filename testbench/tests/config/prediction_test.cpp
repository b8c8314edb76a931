// Predicted and simulated times of phases that keep out of their own way are the same, to the cycle.
#include "testbench/config/prediction.h"

#include <gtest/gtest.h>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

TEST(Prediction, IsExactForPhasesWithoutContention) {
  const Topology torus = Topology::parse("torus:8x8");
  for (const int link_delay : {1, 3}) {
    for (const int block : {1, 16}) {
      for (const Cycle startup : {0, 50}) {
        const auto schedule = make_schedule("t4", torus);
        RunOptions options;
        options.hardware.topology = torus;
        options.hardware.link_delay = link_delay;
        options.hardware.reserve = Hardware::credit_round_trip(link_delay);
        options.block_flits = block;
        options.startup = startup;
        const auto predicted = predicted_phases(*schedule, {options.hardware, block, startup});
        const RunResult result = simulate(*schedule, options);
        ASSERT_EQ(result.verdict, Verdict::kVerified);
        ASSERT_EQ(result.phases.size(), predicted.size());
        for (std::size_t i = 0; i < predicted.size(); ++i) {
          EXPECT_EQ(result.phases[i].end - result.phases[i].start, predicted[i]) << result.phases[i].name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace torusim
