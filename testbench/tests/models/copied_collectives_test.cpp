// Gossip and broadcast delivered flit by flit: copies are counted, and a run that does not keep what the
// schedule says is no verified run.
#include <gtest/gtest.h>

#include <functional>

#include "schedules/tests/schedule_helpers.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

RunResult run(StoredSchedule& schedule, Synchronisation sync) {
  RunOptions options = test::options_for(schedule, sync);
  options.hardware.alpha = schedule.info().ports;
  return simulate(schedule, options);
}

class CopiedCollectives : public testing::TestWithParam<Synchronisation> {};

TEST_P(CopiedCollectives, DeliveredAndCounted) {
  for (const int n : {2, 7, 12}) {
    for (const bool halves : {false, true}) {
      StoredSchedule gossip = ring_gossip(n, halves);
      const RunResult result = run(gossip, GetParam());
      EXPECT_EQ(result.verdict, Verdict::kVerified)
          << n << (result.findings.empty() ? "" : result.findings[0]);
      EXPECT_EQ(result.delivered_blocks, n * (n - 1) * (halves ? 2 : 1));
      EXPECT_EQ(result.total_blocks, result.delivered_blocks);
      EXPECT_EQ(result.repeated_blocks, gossip.info().collective.repeats);
    }
    StoredSchedule broadcast = ring_broadcast(n, n / 2);
    const RunResult result = run(broadcast, GetParam());
    EXPECT_EQ(result.verdict, Verdict::kVerified) << n;
    EXPECT_EQ(result.delivered_blocks, n - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Synchronisations, CopiedCollectives,
                         testing::Values(Synchronisation::kNone, Synchronisation::kBarrier,
                                         Synchronisation::kPriority));

/// What a ring gossip of 6 nodes is found guilty of after a change.
std::string finding(const std::function<void(std::vector<Phase>&)>& change) {
  StoredSchedule gossip = ring_gossip(6, true);
  change(gossip.phases());
  const RunResult result = run(gossip, Synchronisation::kBarrier);
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  return result.findings.empty() ? "" : result.findings.front();
}

TEST(CopiedRuns, FaultsAreFound) {
  EXPECT_EQ(finding([](auto& phases) { phases[2].transfers.erase(phases[2].transfers.begin()); }),
            "node 1: 1 blocks are missing, first 4:0");
  EXPECT_EQ(finding([](auto& phases) { phases[2].transfers.push_back(phases[2].transfers.front()); }),
            "1 blocks reached nodes that already held them; the schedule declares 0");
  EXPECT_EQ(finding([](auto& phases) { std::swap(phases[1], phases[2]); }),
            "phase G3, node 0: sends block 4:0 to 1 but does not hold it");
}

/// A schedule that announces more than its messages carry is not verified.
TEST(CopiedRuns, AMessageTooShortIsFound) {
  ScheduleInfo info;
  info.topology = Topology::parse("path:3");
  info.collective.kind = Collective::Kind::kMessages;
  Phase phase;
  phase.name = "one";
  phase.transfers = {test::transfer(info.topology, 0, 2)};
  phase.transfers[0].blocks = BlockSet(1);
  phase.transfers[0].unnamed = 3;
  StoredSchedule schedule(info, {phase});
  schedule.phases()[0].transfers[0].unnamed = 2;
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0], "2 of 3 blocks of messages have arrived");
}

}  // namespace
}  // namespace torusim
