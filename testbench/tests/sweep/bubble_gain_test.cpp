// What bubble flow control gains on rings at saturation: docs/algorithms/bubble.md, measured as there.
#include <gtest/gtest.h>

#include "testbench/config/option.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/curve/load_curve.h"

namespace torusim {
namespace {

/// Highest load taken on a ring of 16 by uniform packets of 4 flits, buffers of 16 flits.
double saturation_of_ring(std::initializer_list<std::pair<const char*, const char*>> way) {
  RunConfig config;
  config.quiet = true;
  for (const auto& [name, value] : {std::pair("pattern", "uniform"),
                                    {"topology", "ring:16"},
                                    {"packet", "4"},
                                    {"warmup", "2000"},
                                    {"window", "6000"},
                                    {"drain", "4000"}}) {
    find_option(name)->set(config, value);
  }
  for (const auto& [name, value] : way) find_option(name)->set(config, value);
  const TrafficOptions options = traffic_setup(config);
  LoadCurve curve;
  bisect_saturation(highest_load(options), curve, [&](double load) {
    const TrafficOptions at = at_load(options, load);
    return CurvePoint{load, at.traffic.seed, simulate_traffic(at)};
  });
  return curve.taken;
}

// The largest gain of the page; production has reported up to 32 % on rings.
TEST(BubbleGain, OnARingIsThatOfThePage) {
  const double datelines = saturation_of_ring({{"reserve", "8"}});
  const double bubble = saturation_of_ring({{"switching", "bubble"}, {"reserve", "16"}});
  EXPECT_NEAR(datelines, 0.246, 0.0005);
  EXPECT_NEAR(bubble, 0.320, 0.0005);
  EXPECT_NEAR(bubble / datelines, 1.30, 0.005);
}

}  // namespace
}  // namespace torusim
