// Routers in SystemVerilog among models, in networks with failed links: in lockstep, and the same flits in
// the same cycles.
#include <gtest/gtest.h>

#include "schedules/tests/failed_networks.h"
#include "schedules/text/failure_text.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

TEST(FailedLinksRtl, SameFlitsInTheSameCycles) {
  const Topology intact = Topology::parse("torus:4x4");
  for (const Reroute how : {Reroute::kLayered, Reroute::kSpread, Reroute::kLong}) {
    for (const char* fail : {"(0,0)+x", "(1,2)-y:one-way,(3,3)+x", "random:10%"}) {
      const bool two = std::string(fail) == "random:10%";
      const auto schedule = test::rerouted(test::random_exchange(intact, 2, 1, 3),
                                           intact.with_failures(parse_failures(intact, fail, 4)), how, 2);
      if (two && schedule == nullptr) continue;  // a ring without another way round
      ASSERT_NE(schedule, nullptr) << fail;
      RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
      options.block_flits = 5;
      options.hardware.route_runs = schedule->info().rerouting->runs;
      const RunResult models = simulate(*schedule, options);
      ASSERT_EQ(models.verdict, Verdict::kVerified);
      // A failed link ends at some of them.
      for (NodeId node = 0; node < intact.nodes(); node += how == Reroute::kSpread ? 1 : 3) {
        options.rtl_nodes.push_back(node);
      }
      options.lockstep = true;
      for (const Level level : {Level::kFast, Level::kPins}) {
        options.level = level;
        const RunResult rtl = simulate(*schedule, options);
        EXPECT_EQ(rtl.verdict, Verdict::kVerified) << fail << (rtl.findings.empty() ? "" : rtl.findings[0]);
        EXPECT_EQ(test::result_text(rtl), test::result_text(models));
      }
    }
  }
}

}  // namespace
}  // namespace torusim
