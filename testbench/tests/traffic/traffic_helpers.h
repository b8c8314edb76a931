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

}  // namespace torusim::test
