// RTL routers under a random contended load: just below saturation, where buffers are full all the time, and
// above.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testbench/config/router_groups.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

struct Load {
  const char* shape;
  double load;  // uniform traffic on 8x8 with 8 flits a buffer saturates between 0.367 and 0.371
  int classes, reserve, shared, link_delay;
  const char* packet;
  bool saturated;
};

void PrintTo(const Load& load, std::ostream* out) {
  *out << load.shape << ", load " << load.load << ", packets " << load.packet;
}

class RtlUnderLoad : public testing::TestWithParam<Load> {};

TEST_P(RtlUnderLoad, TakesEveryFlitInTheSameCycle) {
  const Load& load = GetParam();
  TrafficOptions options = test::traffic_on(load.shape, "uniform", load.load);
  options.hardware.classes = load.classes;
  options.hardware.reserve = load.reserve;
  options.hardware.shared = load.shared;
  options.hardware.link_delay = load.link_delay;
  options.traffic.packet = PacketMix::parse(load.packet);
  options.traffic.window = 800;
  const TrafficResult reference = simulate_traffic(options);
  EXPECT_EQ(reference.verdict == TrafficVerdict::kSaturated, load.saturated);
  EXPECT_GT(reference.packets, 1000);
  const std::string library = fmt::format("all={}/libown_router.so", PLUGINS);
  for (const std::string& rtl : {std::string("9"), std::string("random:25%"), std::string("random:50%"),
                                 std::string("all"), library}) {
    if (rtl == library && load.classes > 1) continue;  // it has 2 virtual channels
    SCOPED_TRACE(rtl);
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 5);
    const TrafficResult result = simulate_traffic(options);
    EXPECT_EQ(test::result_text(result), test::result_text(reference));
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, RtlUnderLoad,
                         testing::Values(Load{"torus:8x8", 0.36, 1, 8, 0, 1, "8", false},
                                         Load{"torus:8x8", 0.6, 1, 8, 0, 1, "8", true},
                                         Load{"torus:4x4", 0.5, 4, 2, 3, 1, "1:0.8,5:0.2", false},
                                         Load{"torus:4x4", 0.7, 4, 2, 4, 3, "1,9", true}));

// It delivers every flit, so that only the monitor sees what it does.
TEST(RtlUnderLoad, ARouterThatIgnoresClassesIsFoundByTheMonitor) {
  TrafficOptions options = test::traffic_on("torus:4x4", "uniform", 0.5);
  options.hardware.classes = 4;
  options.traffic.window = 500;
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    options.monitor = true;
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, "all", 5);
    const TrafficResult right = simulate_traffic(options);
    EXPECT_EQ(right.verdict, TrafficVerdict::kSteady) << to_text(level);
    static_cast<ForeignPlacement&>(options) =
        rtl::place_routers(options.hardware, fmt::format("all={}/ignores_classes.so", PLUGINS), 5);
    const TrafficResult found = simulate_traffic(options);
    EXPECT_EQ(found.verdict, TrafficVerdict::kFailed) << to_text(level);
    ASSERT_FALSE(found.findings.empty());
    for (const char* part : {"cycle ", ": node (", "ready, but"})
      EXPECT_NE(found.findings.back().find(part), std::string::npos) << found.findings.back();
    options.monitor = false;
    const TrafficResult unseen = simulate_traffic(options);
    EXPECT_EQ(unseen.verdict, TrafficVerdict::kSteady) << to_text(level);
    EXPECT_NE(unseen.ejection_hash, right.ejection_hash);
  }
}

}  // namespace
}  // namespace torusim
