// RTL routers in the place of models: every flit is ejected in the same cycle, whatever the share of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"
#include "schedules/text/node_selection.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// With the given shares of RTL routers at the fast level, and at the pins. Every other run is of three
/// threads.
void expect_same_with_rtl(Schedule& schedule, RunOptions options, std::initializer_list<const char*> shares,
                          std::initializer_list<const char*> shares_at_pins) {
  const RunResult reference = simulate(schedule, options);
  EXPECT_EQ(reference.verdict, Verdict::kVerified);
  EXPECT_GT(reference.flit_hops, 0);
  for (const Level level : {Level::kFast, Level::kPins}) {
    for (const char* share : level == Level::kPins ? shares_at_pins : shares) {
      options.level = level;
      options.threads = options.threads == 1 ? 3 : 1;
      SCOPED_TRACE(fmt::format("{} {} {}, {} threads", options.hardware.topology.name(), to_text(level),
                               share, options.threads));
      options.rtl_nodes = select_nodes(options.hardware.topology, share, 11);
      const RunResult result = simulate(schedule, options);
      EXPECT_EQ(result.verdict, Verdict::kVerified);
      EXPECT_EQ(test::result_text(result), test::result_text(reference));
    }
  }
}

void expect_same_with_rtl(Schedule& schedule, const RunOptions& options,
                          std::initializer_list<const char*> shares) {
  expect_same_with_rtl(schedule, options, shares, shares);
}

TEST(SwapIn, T4WithPriorityOn16x16) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:16x16"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kPriority);
  options.block_flits = 2;
  expect_same_with_rtl(*schedule, options, {"17", "random:25%", "random:50%", "all"}, {"random:50%", "all"});
}

TEST(SwapIn, C1On4x4x4) {
  const auto schedule = make_schedule("c1", Topology::parse("torus:4x4x4"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.block_flits = 3;
  expect_same_with_rtl(*schedule, options, {"(1,2,3)", "random:25%", "random:50%", "all"});
}

TEST(SwapIn, ReductionsWithTheirWords) {
  for (const auto& [name, shape, ports] : {std::tuple{"swing", "torus:4x4", 4},
                                           {"bucket", "torus:4x4", 4},
                                           {"gossip-ti", "torus:4x4", 4},
                                           {"swing", "ring:8", 1},
                                           {"halving", "ring:8", 1}}) {
    const auto schedule =
        make_schedule(name, Topology::parse(shape), {{"collective", to_text(Collective::Kind::kAllReduce)}});
    RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
    options.hardware.alpha = ports;
    options.block_flits = 3;
    expect_same_with_rtl(*schedule, options, {"random:50%", "all"}, {"all"});
  }
}

/// Heads that a route of each dimension would not fill.
TEST(SwapIn, PlannedRoutesOfManyRuns) {
  const Topology intact = Topology::parse("torus:8x8");
  const auto before = make_schedule("broadcast", intact);
  auto failed = make_schedule("broadcast", intact.with_failures(parse_failures(intact, "random:15%", 1)));
  const auto schedule = planned_round_failures(*before, std::move(failed));
  RunOptions options = test::options_for(*schedule, schedule->info().sync);
  options.hardware.alpha = schedule->info().ports;
  options.block_flits = 5;
  options.hardware.route_runs = schedule->info().rerouting->runs;
  EXPECT_GE(options.hardware.route_runs, 4);
  options.lockstep = true;
  expect_same_with_rtl(*schedule, options, {"random:30%"});
}

TEST(SwapIn, AHardwareThatNoModelServesIsExplained) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("ring:4"), 1, 1, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.reserve = 1000;
  options.rtl_nodes = {0};
  const std::string error = test::refusal<std::exception>([&] { simulate(schedule, options); });
  EXPECT_NE(error.find("ports=3,vcs=2,depth=1000,data=128"), std::string::npos) << error;
  EXPECT_NE(error.find("TORUSIM_RTL_MODELS"), std::string::npos) << error;
}

}  // namespace
}  // namespace torusim
