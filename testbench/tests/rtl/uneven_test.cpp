// RTL routers on links that differ: the links are not theirs, so that they serve as they are.
#include <gtest/gtest.h>

#include "testbench/config/router_groups.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

void expect_the_same_by_rtl(TrafficOptions options) {
  const TrafficResult reference = simulate_traffic(options);
  EXPECT_GT(reference.packets, 100);
  for (const char* rtl : {"random:50%", "all"}) {
    for (const int threads : {1, 2}) {
      if (threads > 1 && options.level == Level::kPins) continue;
      SCOPED_TRACE(rtl);
      static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 5);
      options.monitor = true;
      options.threads = threads;
      const TrafficResult result = simulate_traffic(options);
      EXPECT_EQ(test::result_text(result), test::result_text(reference));
    }
  }
}

TEST(RtlOnUnevenLinks, TakesEveryFlitInTheSameCycle) {
  for (const Level level : {Level::kFast, Level::kPins}) {
    for (const double load : {0.1, 0.7}) {
      TrafficOptions options = test::traffic_on("torus:6x6", "uniform", load);
      options.hardware.set_links(test::links_of_dimensions(options.hardware.topology, {{1, 1}, {7, 4}}));
      options.traffic.window = 200;
      options.level = level;
      expect_the_same_by_rtl(options);
    }
  }
}

TEST(RtlOnUnevenLinks, TakesEveryFlitInTheSameCycleWithDelaysAlone) {
  TrafficOptions options = test::traffic_on("torus:6x6", "uniform", 0.3);
  options.hardware.set_links(test::links_of_dimensions(options.hardware.topology, {{2, 1}, {9, 1}}));
  options.traffic.window = 300;
  options.level = Level::kFast;
  expect_the_same_by_rtl(options);
}

}  // namespace
}  // namespace torusim
