// The plain exchange on graphs: it completes, or it is refused before it begins.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "models/run/traffic_run.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/twisted_helpers.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/waiting.h"
#include "testbench/tests/config/all_ways.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

enum class Outcome { kVerified, kRefused, kOther };

/// What becomes of `run direct -t SHAPE --sync SYNC --lanes LANES --block 3 --startup 50`.
Outcome outcome(const std::string& shape, Synchronisation sync, int lanes, int block = 3,
                Switching switching = Switching::kWormhole) {
  RunConfig config;
  config.algorithm = "direct";
  config.topology = shape;
  config.sync = sync;
  config.lanes = lanes;
  config.block = block;
  config.run.startup = 50;
  config.run.hardware.switching = switching;
  PreparedRun run;
  try {
    run = prepare_run(config);
  } catch (const InputError&) {
    return Outcome::kRefused;
  }
  const bool verified = simulate(*run.schedule, run.options).verdict == Verdict::kVerified;
  return verified ? Outcome::kVerified : Outcome::kOther;
}

std::string refusal(const std::string& shape, Synchronisation sync, int lanes) {
  RunConfig config;
  config.algorithm = "direct";
  config.topology = shape;
  config.sync = sync;
  config.lanes = lanes;
  config.block = 3;
  return test::refusal([&] { resolve_run(config); });
}

constexpr Synchronisation kBarrier = Synchronisation::kBarrier, kNone = Synchronisation::kNone,
                          kPriority = Synchronisation::kPriority;

class Factor : public testing::TestWithParam<const char*> {};

// Every family of the catalogue, small members and those whose messages once waited in a circle.
TEST_P(Factor, ExchangesDirectlyWithAnyLanes) {
  const std::string shape = fmt::format("product:{}", GetParam());
  for (const int lanes : {1, 2}) {
    EXPECT_EQ(outcome(shape, kBarrier, lanes), Outcome::kVerified) << lanes;
    EXPECT_EQ(outcome(shape, kNone, lanes), Outcome::kVerified) << lanes;
    EXPECT_NE(outcome(shape, kPriority, lanes), Outcome::kOther) << lanes;
    EXPECT_NE(outcome(shape, kPriority, lanes, 40), Outcome::kOther) << lanes;
    for (const Switching switching :
         {Switching::kCutThrough, Switching::kStoreAndForward, Switching::kCircuit}) {
      for (const int block : {1, 5}) {
        EXPECT_EQ(outcome(shape, kBarrier, lanes, block, switching), Outcome::kVerified) << lanes;
        EXPECT_NE(outcome(shape, kPriority, lanes, block, switching), Outcome::kOther) << lanes;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Factor,
                         testing::Values("petersen", "moebius-kantor", "dodecahedron", "desargues", "nauru",
                                         "generalised-petersen-7-2", "generalised-petersen-4-1",
                                         "circulant-13-1-5", "circulant-8-1-2", "circulant-16-1",
                                         "circulant-7-1-2-3", "hypercube-2", "hypercube-4",
                                         "folded-hypercube-3", "star-3", "star-4", "bipartite-2",
                                         "bipartite-5"));

TEST(ProductOfFactors, ExchangesDirectlyOrIsRefused) {
  for (const char* shape :
       {"product:petersen,circulant-5-1", "product:4,star-3", "product:moebius-kantor,3m"}) {
    for (const Synchronisation sync : {kBarrier, kNone}) {
      EXPECT_EQ(outcome(shape, sync, 2), Outcome::kVerified) << shape;
      EXPECT_NE(outcome(shape, sync, 1), Outcome::kOther) << shape;
    }
  }
}

TEST(ProductOfFactors, RefusalsNameWhatWorks) {
  EXPECT_EQ(refusal("product:circulant-5-1", kPriority, 1),
            "direct on product:circulant-5-1 with --sync priority and --lanes 1 can deadlock: messages of "
            "phase J2 can form a cycle of 5 channels, beginning with 0+x2; --sync barrier "
            "--lanes 1 prevents it");
  EXPECT_EQ(refusal("product:4,petersen", kBarrier, 1),
            "direct on product:4,petersen with --sync barrier and --lanes 1 can deadlock: messages of phase "
            "J11 can form a cycle of 4 channels, beginning with (0,9)+x class 1; --sync "
            "barrier --lanes 2 prevents it");
  EXPECT_EQ(refusal("product:petersen,4", kBarrier, 2), "accepted");
}

// A buffer that holds all messages of a phase that come by keeps nobody waiting.
TEST(ProductOfFactors, ShortMessagesAreNotRefused) {
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 1), Outcome::kVerified);
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 3), Outcome::kRefused);
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 1, Switching::kCircuit), Outcome::kRefused);
}

// Tori are not looked at: they have lanes, and schedules that keep in step.
TEST(ProductOfFactors, OthersRunAsBefore) { EXPECT_EQ(refusal("torus:4x4", kNone, 1), "accepted"); }

// The verdict on deadlock of routes that name lanes, against what runs do.

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

// Two lanes and a dateline on each ring keep shortest ways in dimension order free of deadlock on twisted
// tori.

bool rings_close_a_cycle(const Topology& topology, int lanes) {
  Hardware hardware;
  hardware.topology = topology;
  hardware.lanes = lanes;
  return judge_all_pairs(hardware, 1).risk != DeadlockRisk::kFree;
}

// All ways of all pairs, on all shapes and seams of up to 32 nodes; and the rings that stand for them.
TEST(DeadlockTwisted, NoShapeOfUpTo32NodesClosesACycle) {
  int shapes = 0, cyclic = 0;
  for (const Topology& topology : test::all_twisted(32)) {
    ASSERT_FALSE(test::ways_close_a_cycle(topology, 2)) << topology.name();
    ASSERT_FALSE(rings_close_a_cycle(topology, 2)) << topology.name();
    const bool one_lane = test::ways_close_a_cycle(topology, 1);
    ASSERT_EQ(one_lane, rings_close_a_cycle(topology, 1)) << topology.name();
    ++shapes;
    cyclic += one_lane ? 1 : 0;
  }
  EXPECT_GT(shapes, 1500);
  EXPECT_GT(cyclic, shapes / 2);
}

TEST(DeadlockTwisted, TheNetworksOfTpuAreFree) {
  for (const char* shape :
       {"torus:2x2x4~", "torus:3x3x6~", "torus:4x4x8~", "torus:4x8x8~", "torus:4x8x16~"}) {
    const Topology topology = Topology::parse(shape);
    EXPECT_FALSE(test::ways_close_a_cycle(topology, 2)) << shape;
    EXPECT_TRUE(test::ways_close_a_cycle(topology, 1)) << shape;
  }
  for (const char* shape : {"torus:16x16x32~", "torus:64x64x128~"}) {
    EXPECT_FALSE(rings_close_a_cycle(Topology::parse(shape), 2)) << shape;
    EXPECT_TRUE(rings_close_a_cycle(Topology::parse(shape), 1)) << shape;
  }
}

// Runs in a hurry, with small buffers and long worms: none hangs with two lanes.
RC_GTEST_PROP(DeadlockTwisted, NoRunHangs, ()) {
  const Topology topology = test::any_twisted(60);
  StoredSchedule schedule = test::random_exchange(topology, 3, 1, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = topology.network_ports();
  options.hardware.reserve = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(1, 30);
  RC_ASSERT(simulate(schedule, options).verdict == Verdict::kVerified);
}

}  // namespace
}  // namespace torusim
