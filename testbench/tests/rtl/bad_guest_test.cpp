// Routers of strangers that misbehave: the network names node, port and message.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/contract/reference_router.h"
#include "testbench/tests/models/cyclic_ring.h"
#include "testbench/tests/models/sources.h"

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
  ReferenceRouter router_;
  Spoil spoil_;
};

RouterFactory spoiled(SpoiledRouter::Spoil spoil) {
  return [spoil](const Hardware& hardware, NodeId node) {
    return std::make_unique<SpoiledRouter>(hardware, node, spoil);
  };
}

RunResult run_with(Level level, SpoiledRouter::Spoil spoil, std::vector<NodeId> nodes = {5}) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = level;
  options.block_flits = 8;
  options.rtl_nodes = std::move(nodes);
  options.foreign_router = spoiled(spoil);
  return simulate(schedule, options);
}

int count(const std::vector<std::string>& findings, const std::string& part) {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), [&](const std::string& finding) {
    return finding.find(part) != std::string::npos;
  }));
}

class BadGuest : public testing::TestWithParam<Level> {};

TEST_P(BadGuest, AFaithfulOneIsWelcome) {
  EXPECT_EQ(run_with(GetParam(), [](Cycle, RouterWires&) {}).verdict, Verdict::kVerified);
}

TEST_P(BadGuest, OneThatNeverGivesCreditsStallsTheNetworkAndIsNamed) {
  const RunResult result = run_with(GetParam(), [](Cycle, RouterWires& outputs) { outputs.credit = 0; });
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(
      result.findings[0],
      "router (1,1) owes 4 credits to +x of node (0,1), class 0 lane 0: it has passed on 4 flits that came "
      "there and given 0 credits");
  EXPECT_GT(count(result.findings, "waits for channel"), 0);
}

TEST_P(BadGuest, OneThatLosesCreditsNowAndThenIsNamedAndNobodyElse) {
  std::vector<NodeId> all(16);
  std::iota(all.begin(), all.end(), 0);
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = GetParam();
  options.block_flits = 8;
  options.rtl_nodes = all;
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    const SpoiledRouter::Spoil loses = [](Cycle now, RouterWires& outputs) {
      if (now % 5 == 0) outputs.credit = 0;
    };
    return spoiled(node == 5 ? loses : [](Cycle, RouterWires&) {})(hardware, node);
  };
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  EXPECT_GT(count(result.findings, "router (1,1) owes "), 0);
  EXPECT_EQ(count(result.findings, "router ("), count(result.findings, "router (1,1) owes "));
}

TEST_P(BadGuest, OneThatGivesCreditsTwiceIsNamed) {
  const RunResult result = run_with(GetParam(), [](Cycle, RouterWires& outputs) {
    outputs.credit |= 1;  // its number stays that of the last one
  });
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_NE(result.findings[0].find("of input port 0, although none is due"), std::string::npos)
      << result.findings[0];
}

TEST_P(BadGuest, OneThatStopsSendingIsNamed) {
  const RunResult result = run_with(GetParam(), [](Cycle now, RouterWires& outputs) {
    if (now >= 60) outputs.valid = outputs.credit = 0;
  });
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  EXPECT_GT(count(result.findings, "router (1,1) does not send message "), 0);
}

TEST_P(BadGuest, NobodyIsBlamedForADeadlockOfTheSchedule) {
  StoredSchedule schedule = test::cyclic_ring();
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = GetParam();
  options.block_flits = 100;
  options.hardware.lanes = 1;
  options.rtl_nodes = {0, 1, 2, 3};
  options.foreign_router = spoiled([](Cycle, RouterWires&) {});
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  ASSERT_EQ(result.findings.size(), 5u);
  EXPECT_EQ(count(result.findings, "waits for channel +x of node"), 4);
}

TEST(BadGuestReport, IsTheSameAtBothLevels) {
  const auto never = [](Cycle, RouterWires& outputs) { outputs.credit = 0; };
  const auto stops = [](Cycle now, RouterWires& outputs) {
    if (now >= 60) outputs.valid = outputs.credit = 0;
  };
  for (const SpoiledRouter::Spoil spoil : {SpoiledRouter::Spoil{never}, SpoiledRouter::Spoil{stops}}) {
    EXPECT_EQ(run_with(Level::kFast, spoil).findings, run_with(Level::kPins, spoil).findings);
  }
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
