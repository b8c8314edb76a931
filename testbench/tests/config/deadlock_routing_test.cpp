// The verdict on deadlock of routes that name lanes, against what runs do.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/traffic_run.h"
#include "testbench/config/waiting.h"

namespace torusim {
namespace {

constexpr Routing kRules[] = {Routing::kDimensionOrder, Routing::kValiant, Routing::kRomm,
                              Routing::kRandomOrder};

RC_GTEST_PROP(DeadlockOfRouting, AgreesWithTraffic, ()) {
  TrafficOptions options;
  options.hardware.topology = Topology::parse(*rc::gen::element<std::string>(
      "ring:4", "ring:6", "torus:3x3", "torus:4x3", "mesh:3x3", "torus:4x2m", "torus:2x3k"));
  options.pattern.name = *rc::gen::element<std::string>("uniform", "tornado", "neighbour", "hotspot");
  options.traffic.routing = {kRules[*rc::gen::inRange(0, 4)],
                             *rc::gen::element(LaneChoice::kDateline, LaneChoice::kBalanced)};
  options.hardware.lanes = *rc::gen::element(1, 2, 2, 4);
  options.hardware.reserve = *rc::gen::element(1, 2, 4);
  options.hardware.link_delay = *rc::gen::inRange(1, 3);
  options.traffic.packet = PacketMix::parse("12");
  options.traffic.load = 0.9;
  options.traffic.warm_up = 0;
  options.traffic.window = 600;
  options.traffic.drain = 0;
  options.traffic.seed = *rc::gen::inRange(0, 1000);
  const DeadlockVerdict verdict =
      judge_traffic(options.hardware, options.pattern, 12, nullptr, options.traffic.routing);
  const TrafficResult result = simulate_traffic(options);
  RC_TAG(std::string(to_text(verdict.risk)), result.verdict == TrafficVerdict::kDeadlock);
  RC_ASSERT((result.verdict != TrafficVerdict::kDeadlock || verdict.risk == DeadlockRisk::kCanDeadlock));
  // Lanes that suffice.
  const bool halves = options.traffic.routing.routing != Routing::kDimensionOrder;
  RC_ASSERT((verdict.risk == DeadlockRisk::kFree || options.hardware.lanes < (halves ? 4 : 2)));
}

// Larger networks are judged by their rings, with the verdict that all routes give.
TEST(DeadlockOfRouting, OfALargeTorusIsThatOfItsSides) {
  for (const char* shape : {"torus:8x8", "torus:9x8", "torus:64x64x64", "mesh:9x9", "torus:4x4x8~"}) {
    for (const Routing routing : kRules) {
      Hardware hardware;
      hardware.topology = Topology::parse(shape);
      hardware.lanes = 4;
      if (std::string(shape) == "torus:8x8" && routing == Routing::kValiant) continue;  // two seconds
      const RoutingOptions options{routing, LaneChoice::kBalanced};
      EXPECT_EQ(judge_traffic(hardware, {}, 8, nullptr, options).risk, DeadlockRisk::kFree) << shape;
    }
  }
}

}  // namespace
}  // namespace torusim
