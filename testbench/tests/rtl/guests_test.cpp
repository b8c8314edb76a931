// Routers of other styles (rtl/guests) carry collectives: every flit delivered, the same hash at both levels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// One of rtl/guests, or, with a `/`, of the libraries made for tests.
std::string guest(const std::string& nodes, const std::string& name) {
  const bool made = name.front() == '/';
  return fmt::format("{}={}/lib{}.so", nodes, made ? PLUGINS : GUESTS, name.substr(made ? 1 : 0));
}

RunOptions options_for(Schedule& schedule, Synchronisation sync, const std::string& rtl) {
  RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.hardware.classes = classes_needed(schedule, sync);
  options.sync = sync;
  options.block_flits = 4;
  options.hardware.lanes = test::acyclic(options.hardware.topology) ? 1 : 2;
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 7);
  return options;
}

/// A run under the monitor; its hash.
std::uint64_t delivered(const std::string& algorithm, const char* shape, Synchronisation sync, Level level,
                        const std::string& rtl) {
  SCOPED_TRACE(fmt::format("{} {} {} {}", algorithm, shape, to_text(level), rtl));
  const auto schedule = make_schedule(algorithm, Topology::parse(shape));
  RunOptions options = options_for(*schedule, sync, rtl);
  options.level = level;
  NetworkMonitor monitor(options.hardware, options.own_timing);
  options.observers = {&monitor};
  const RunResult result = simulate(*schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(result.findings, std::vector<std::string>{});
  EXPECT_EQ(result.delivered_blocks, result.total_blocks);
  EXPECT_FALSE(monitor.violation()) << *monitor.violation();
  EXPECT_TRUE(monitor.quiet());
  return result.ejection_hash;
}

class Guest : public testing::TestWithParam<const char*> {};

TEST_P(Guest, CarriesT4AndPexAlone) {
  for (const char* algorithm : {"t4", "pex"}) {
    for (const Synchronisation sync : {Synchronisation::kBarrier, Synchronisation::kNone}) {
      delivered(algorithm, "torus:8x8", sync, Level::kFast, guest("all", GetParam()));
    }
  }
}

TEST_P(Guest, CarriesThemAmongOthers) {
  for (const char* algorithm : {"t4", "pex"}) {
    for (const std::string& rtl : {guest("3,5,(7,7)", GetParam()), guest("random:40%", GetParam()),
                                   guest("x%2==0", GetParam()) + ";y==3=rtl"}) {
      delivered(algorithm, "torus:8x8", Synchronisation::kNone, Level::kFast, rtl);
    }
  }
}

TEST_P(Guest, TakesTheSameCyclesAtThePins) {
  for (const std::string& rtl : {guest("all", GetParam()), guest("random:40%", GetParam())}) {
    EXPECT_EQ(delivered("pex", "torus:4x4", Synchronisation::kNone, Level::kPins, rtl),
              delivered("pex", "torus:4x4", Synchronisation::kNone, Level::kFast, rtl));
  }
}

TEST_P(Guest, DoesNotDeadlockFarAboveSaturation) {
  for (const std::string& rtl : {guest("all", GetParam()), guest("random:40%", GetParam())}) {
    TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.9);
    options.hardware.reserve = 4;
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 7);
    const TrafficResult result = simulate_traffic(options);
    EXPECT_EQ(result.verdict, TrafficVerdict::kSaturated);
    EXPECT_GT(result.accepted, 0.2);
  }
}

INSTANTIATE_TEST_SUITE_P(Styles, Guest,
                         testing::Values("xy_torus", "/waits_for_offer", "frame_switch", "c_router"));

TEST(FaultyGuest, ThatLetsAPauseGiveItsOutputAwayIsCaught) {
  const auto schedule = make_schedule("pex", Topology::parse("torus:8x8"));
  const std::string rtl = fmt::format("random:40%={}/libgives_way.so", PLUGINS);
  RunOptions options = options_for(*schedule, Synchronisation::kNone, rtl);
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    const RunResult result = simulate(*schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kFailed);
    EXPECT_NE(result.findings.at(0).find("in the middle of message"), std::string::npos)
        << result.findings[0];
  }
}

class OneChannelGuest : public testing::TestWithParam<const char*> {};

TEST_P(OneChannelGuest, CarriesPexOnAMesh) {
  for (const std::string& rtl : {guest("all", GetParam()), guest("x%2==0", GetParam())}) {
    delivered("pex", "mesh:8x8", Synchronisation::kBarrier, Level::kFast, rtl);
    EXPECT_EQ(delivered("pex", "mesh:4x4", Synchronisation::kNone, Level::kFast, rtl),
              delivered("pex", "mesh:4x4", Synchronisation::kNone, Level::kPins, rtl));
  }
}

INSTANTIATE_TEST_SUITE_P(Styles, OneChannelGuest,
                         testing::Values("my_router", "stream_switch", "/waits_for_valid"));

TEST(OneChannel, IsRefusedWhereRingsNeedADateline) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:8x8");
  hardware.lanes = 2;
  const std::string error =
      test::refusal([&] { rtl::place_routers(hardware, guest("all", "stream_switch"), 7); });
  EXPECT_NE(
      error.find("lanes (--lanes) at most 1, the run needs 2 (rings need two for their dateline; meshes"),
      std::string::npos)
      << error;
}

TEST(SystemcGuest, CarriesCollectivesAtThePins) {
  for (const std::string& rtl : {guest("all", "queue_router"), guest("random:40%", "queue_router"),
                                 guest("y<2", "queue_router") + ";" + guest("x==2", "xy_torus")}) {
    delivered("pex", "torus:4x4", Synchronisation::kNone, Level::kPins, rtl);
  }
  delivered("t4", "torus:8x8", Synchronisation::kBarrier, Level::kPins, guest("all", "queue_router"));
}

TEST(SystemcGuest, StandsAtThePinsOnlyAndNotInLockstep) {
  const auto schedule = make_schedule("pex", Topology::parse("torus:4x4"));
  RunOptions options = options_for(*schedule, Synchronisation::kNone, guest("5", "queue_router"));
  const auto message = [&] { return test::refusal([&] { simulate(*schedule, options); }); };
  EXPECT_NE(message().find("node (1,1) is a SystemC module, which needs pins: --level pins"),
            std::string::npos);
  options.level = Level::kPins;
  options.lockstep = true;
  EXPECT_NE(message().find("does not claim to be cycle-exact"), std::string::npos);
  options.own_timing.clear();
  EXPECT_NE(message().find("is a SystemC module"), std::string::npos);
}

}  // namespace
}  // namespace torusim
