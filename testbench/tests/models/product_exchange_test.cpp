// Total exchange in single hops, delivered flit by flit: every block exactly once, every step as long as its
// closed form, every channel as busy as promised.
#include <gtest/gtest.h>

#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

using Job = test::PublishedRun;

RunOptions options_of(Schedule& schedule, Synchronisation sync) {
  return Job{.block = 3}.run_options(schedule, sync);
}

class ProductDelivered : public testing::TestWithParam<Job> {};

TEST_P(ProductDelivered, ExactlyOnceInStepsOfTheClosedForm) {
  const auto schedule = GetParam().schedule();
  const RunOptions options = options_of(*schedule, Synchronisation::kBarrier);
  if (std::string(GetParam().algorithm) == "ring-pass") {  // on a mesh its messages share channels
    test::expect_delivered(*schedule, options);
    return;
  }
  const RunResult result = test::expect_closed_form(*schedule, options);
  EXPECT_EQ(result.cycles, test::time_alone(options, 1, 3) * schedule->info().phases);
  // Without barriers nodes run ahead of each other, and nothing may depend on it.
  EXPECT_EQ(simulate(*schedule, options_of(*schedule, Synchronisation::kNone)).verdict, Verdict::kVerified);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ProductDelivered,
    testing::Values(
        Job{"te-a1", "torus:4x3", {}}, Job{"te-a1", "mesh:3x4", {}}, Job{"te-a1", "torus:3mx4", {}},
        Job{"te-a1", "torus:5x5k", {}}, Job{"te-a1", "hypercube:5", {}}, Job{"te-a1", "torus:3x4mx3k", {}},
        Job{"te-a1", "ring:7", {}}, Job{"te-a1", "path:6", {}}, Job{"te-a1", "complete:5", {}},
        Job{"te-a1", "torus:8x8", {}}, Job{"te-a1", "torus:4x3mx3k", {{"ports", "all"}}},
        Job{"te-a1", "ring:10", {{"ports", "all"}}}, Job{"te-a1", "path:7", {{"ports", "all"}}},
        Job{"te-a1", "complete:6", {{"ports", "all"}}}, Job{"te-a2", "torus:4x4", {}},
        Job{"te-a2", "torus:5x5", {}}, Job{"te-a2", "torus:8x8", {}}, Job{"te-a2", "torus:6x6", {}},
        Job{"te-a2", "mesh:5x5", {}}, Job{"te-a2", "torus:5x5k", {}}, Job{"te-a2", "torus:5mx5", {}},
        Job{"te-a2", "torus:4x2kx2m", {}}, Job{"te-a2", "hypercube:4", {}}, Job{"te-a2", "mesh:3x3x3x3", {}},
        Job{"ring-pass", "ring:9", {}}, Job{"ring-pass", "mesh:3x4", {{"ways", "both"}}},
        Job{"ring-pass", "torus:4x3x2k", {{"ways", "both"}}}, Job{"ring-pass", "complete:2x5", {}}));

// 15 steps on 5 x 5, 8 on 4 x 4: each channel carries one block in every one of them.
TEST(ProductChannels, AreAllBusyInEveryStepOfA2) {
  for (const char* shape : {"torus:4x4", "torus:5x5", "torus:8x8"}) {
    const auto schedule = make_schedule("te-a2", Topology::parse(shape));
    RunOptions options = options_of(*schedule, Synchronisation::kBarrier);
    NetworkMonitor monitor(options.hardware);
    options.observers = {&monitor};
    const RunResult result = simulate(*schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    const ChannelTable& table = monitor.table();
    for (ChannelId channel = 0; channel < table.size(); ++channel) {
      if (table.injection(channel) || table.ejection(channel)) continue;
      EXPECT_EQ(monitor.link(channel, result.cycles).flits, 4 * schedule->info().phases) << shape;
    }
  }
}

// The misprinted listings are stopped, not run.
TEST(ProductMisprints, AreStoppedByTheDriver) {
  const auto lost = make_schedule("te-a1", Topology::parse("torus:4x3"), {{"line3", "printed"}});
  EXPECT_NE(simulate(*lost, options_of(*lost, Synchronisation::kBarrier)).verdict, Verdict::kVerified);
  const auto not_held = make_schedule("te-a2", Topology::parse("torus:4x4"), {{"set8", "printed"}});
  EXPECT_NE(simulate(*not_held, options_of(*not_held, Synchronisation::kBarrier)).verdict,
            Verdict::kVerified);
}

}  // namespace
}  // namespace torusim
