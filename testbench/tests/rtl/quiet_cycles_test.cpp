// A router that is not ready in the first 20 cycles after reset, and loses what comes then: with and without
// QUIET_CYCLES of torusim_add_router().
#include <gtest/gtest.h>

#include "schedules/tests/refusal.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

class QuietCycles : public testing::TestWithParam<Level> {
 protected:
  static RunResult run(const std::string& rtl) {
    StoredSchedule schedule = test::random_exchange(Topology::parse("mesh:3x3"), 2, 1, 3);
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.hardware.lanes = 1;
    options.level = GetParam();
    options.block_flits = 4;
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 7);
    return simulate(schedule, options);
  }
};

TEST_P(QuietCycles, TheRunBeginsBehindThem) {
  const RunResult waited = run("all=" PLUGINS "/liblate_waited.so");
  const RunResult ready = run("all=" GUESTS "/libmy_router.so");
  EXPECT_EQ(waited.verdict, Verdict::kVerified);
  EXPECT_EQ(test::result_text(waited), test::result_text(ready));
}

TEST_P(QuietCycles, WhoLosesFlitsBeforeItWasReadyIsNamed) {
  const RunResult lost = run("(1,1)=" PLUGINS "/liblate.so");
  EXPECT_EQ(lost.verdict, Verdict::kDeadlock);
  const std::string text = lost.findings.empty() ? "" : lost.findings[0];
  EXPECT_NE(text.find("router (1,1) does not send message "), std::string::npos) << text;
  EXPECT_NE(text.find("perhaps before the router was ready (QUIET_CYCLES of torusim_add_router)"),
            std::string::npos)
      << text;
}

TEST_P(QuietCycles, ARouterThatSendsInThemIsRefused) {
  const std::string error = test::refusal([&] { run("(1,1)=" PLUGINS "/liblate_talks.so"); });
  EXPECT_NE(error.find("it sends in cycle 3 after reset, before any flit came"), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(Levels, QuietCycles, testing::Values(Level::kFast, Level::kPins));

}  // namespace
}  // namespace torusim
