// RTL routers in the place of models: every flit is ejected in the same cycle, whatever the share of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/tests/random_program.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/node_selection.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/part/cases.h"
#include "testbench/tests/rtl/runs.h"

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

TEST(SwapIn, Ring32WithoutSynchronisation) {
  const auto schedule = make_schedule("ring-gs", Topology::parse("ring:32"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.block_flits = 4;
  expect_same_with_rtl(*schedule, options, {"3", "random:25%", "random:50%", "all"});
}

TEST(SwapIn, Programs) {
  test::for_cases(20, [](test::Random& random) {
    ProgramSchedule program =
        test::random_program(Topology::parse(random.coin() ? "torus:4x4" : "ring:9"), random.seed());
    const RunOptions options = test::options_for(program, Synchronisation::kNone);
    expect_same_with_rtl(program, options, {"random:50%", "all"}, {"random:50%"});
  });
}

TEST(SwapIn, C1On4x4x4) {
  const auto schedule = make_schedule("c1", Topology::parse("torus:4x4x4"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.block_flits = 3;
  expect_same_with_rtl(*schedule, options, {"(1,2,3)", "random:25%", "random:50%", "all"});
}

TEST(SwapIn, PreemptionStormOfEightClasses) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 8, 5);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 9;
  expect_same_with_rtl(schedule, options, {"5", "random:25%", "x%2==0", "all"});
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

class Corners : public testing::TestWithParam<test::Corner> {};

TEST_P(Corners, SameFlitsInTheSameCycles) {
  StoredSchedule schedule = test::schedule_for(GetParam());
  expect_same_with_rtl(schedule, test::options_for(schedule, GetParam()),
                       {"1", "random:25%", "random:50%", "all"});
}

INSTANTIATE_TEST_SUITE_P(Hardware, Corners, testing::ValuesIn(test::kCorners));

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
