#pragma once
/// Short open-loop runs for tests.

#include <gtest/gtest.h>

#include "models/run/traffic_run.h"
#include "models/sources/open_loop.h"
#include "testbench/tests/models/result_text.h"

namespace torusim::test {

/// 2 lanes of 8 flits, packets of 8 flits, Bernoulli: what simulators are compared with.
inline TrafficOptions traffic_on(const char* shape, const char* pattern = "uniform", double load = 0.1) {
  TrafficOptions options;
  options.hardware.topology = Topology::parse(shape);
  options.hardware.reserve = 8;
  options.pattern.name = pattern;
  options.traffic.load = load;
  options.traffic.warm_up = 500;
  options.traffic.window = 2000;
  options.traffic.drain = 5000;
  return options;
}

/// A short measurement is the same at the levels fast and pins, and the monitor finds nothing.
inline void expect_equal_levels(TrafficOptions options) {
  options.traffic.warm_up = 200;
  options.traffic.window = 500;
  options.traffic.drain = 400;
  options.level = Level::kFast;
  const TrafficResult fast = simulate_traffic(options);
  options.level = Level::kPins;
  options.monitor = true;
  const TrafficResult pins = simulate_traffic(options);
  const std::string what = options.hardware.topology.name() + " " + options.pattern.name;
  EXPECT_GT(fast.packets, 50) << what;
  EXPECT_NE(pins.verdict, TrafficVerdict::kFailed) << what;
  EXPECT_NE(pins.verdict, TrafficVerdict::kDeadlock) << what;
  EXPECT_EQ(test::result_text(fast), test::result_text(pins)) << what;
}

}  // namespace torusim::test
