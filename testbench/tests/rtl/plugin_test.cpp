// Our own RTL router as a library of torusim_add_router: the same flits in the same cycles as the built-in
// one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/refusal.h"

namespace torusim {
namespace {

RunResult run(Schedule& schedule, RunOptions options, const std::string& rtl) {
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 11);
  return simulate(schedule, options);
}

std::string own(const std::string& nodes) { return fmt::format("{}={}/libown_router.so", nodes, PLUGINS); }

class OwnRouter : public testing::TestWithParam<Level> {};

TEST_P(OwnRouter, AsALibraryIsTheBuiltInOne) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = GetParam();
  options.block_flits = 6;
  options.hardware.reserve = 2;
  options.hardware.shared = 3;
  const RunResult reference = run(schedule, options, "all=rtl");
  EXPECT_EQ(reference.verdict, Verdict::kVerified);
  for (const std::string& rtl : {own("all"), own("5"), own("random:50%"), own("x%2==0") + ";y==1=rtl"}) {
    SCOPED_TRACE(rtl);
    const RunResult result = run(schedule, options, rtl);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    EXPECT_EQ(test::result_text(result), test::result_text(reference));
  }
}

TEST_P(OwnRouter, KeepsTheContractInLockstepAndUnderTheMonitor) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.level = GetParam();
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, own("x%2==0"), 1);
  EXPECT_TRUE(options.own_timing.empty());
  options.lockstep = true;
  NetworkMonitor monitor(options.hardware, options.own_timing);
  options.observers = {&monitor};
  const RunResult result = simulate(*schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_FALSE(monitor.violation()) << *monitor.violation();
  EXPECT_EQ(result.findings, std::vector<std::string>{});
}

TEST(OwnPipelinedRouter, AsALibraryIsInLockstep) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 6;
  options.hardware.router_delay = 2;
  const std::string library = fmt::format("random:50%={}/libown_pipelined.so", PLUGINS);
  const RunResult reference = simulate(schedule, options);
  options.lockstep = true;
  const RunResult result = run(schedule, options, library);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(test::result_text(result), test::result_text(reference));
  options.hardware.switching = Switching::kCutThrough;  // it has no pin of that
  options.hardware.reserve = 8;
  EXPECT_NE(test::refusal([&] { run(schedule, options, library); }).find("--switching wormhole"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Levels, OwnRouter, testing::Values(Level::kFast, Level::kPins));

}  // namespace
}  // namespace torusim
