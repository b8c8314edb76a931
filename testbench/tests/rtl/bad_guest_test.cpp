// Routers of strangers that misbehave: the network names node, port and message.
#include <gtest/gtest.h>

#include "models/rtl/shadow_router.h"
#include "testbench/tests/models/traffic.h"

namespace torusim {
namespace {

/// The contract's own router, with what it drives changed by `spoil`.
class SpoiledRouter : public ForeignRouter {
 public:
  using Spoil = void (*)(Cycle, RouterWires&);
  SpoiledRouter(const Hardware& hardware, NodeId node, Spoil spoil)
      : router_(hardware, node), spoil_(spoil) {}
  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    router_.tick(now, inputs, outputs);
    spoil_(now, outputs);
  }
  bool idle() const override { return router_.idle(); }

 private:
  rtl::ShadowRouter router_;
  Spoil spoil_;
};

RunResult run_with(Level level, SpoiledRouter::Spoil spoil) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = level;
  options.block_flits = 8;
  options.rtl_nodes = {5};
  options.foreign_router = [spoil](const Hardware& hardware, NodeId node) {
    return std::make_unique<SpoiledRouter>(hardware, node, spoil);
  };
  return simulate(schedule, options);
}

class BadGuest : public testing::TestWithParam<Level> {};

TEST_P(BadGuest, AFaithfulOneIsWelcome) {
  EXPECT_EQ(run_with(GetParam(), [](Cycle, RouterWires&) {}).verdict, Verdict::kVerified);
}

TEST_P(BadGuest, OneThatNeverGivesCreditsStallsTheNetworkAndIsExplained) {
  const RunResult result = run_with(GetParam(), [](Cycle, RouterWires& outputs) { outputs.credit = 0; });
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_NE(result.findings[0].find("waits for channel"), std::string::npos) << result.findings[0];
}

TEST_P(BadGuest, AFlitThatNobodySentIsNamed) {
  const RunResult result = run_with(GetParam(), [](Cycle now, RouterWires& outputs) {
    if (now == 40) outputs.put(2, Forward{true, false, false, 0, {0xABCDEF, 1}});
  });
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_NE(result.findings[0].find("cycle 40, node (1,1)"), std::string::npos) << result.findings[0];
  EXPECT_NE(result.findings[0].find("message 11259375"), std::string::npos) << result.findings[0];
}

TEST_P(BadGuest, ADamagedWordIsNamed) {
  const RunResult result = run_with(GetParam(), [](Cycle, RouterWires& outputs) {
    if (outputs.flit(0).valid && !outputs.forward[0].head) outputs.forward[0].data[1] ^= 1;
  });
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_NE(result.findings[0].find("damaged"), std::string::npos) << result.findings[0];
}

INSTANTIATE_TEST_SUITE_P(Levels, BadGuest, testing::Values(Level::kFast, Level::kPins));

}  // namespace
}  // namespace torusim
