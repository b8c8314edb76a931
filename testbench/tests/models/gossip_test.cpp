// Gossip delivered flit by flit: by node interfaces and, from the same tables, by routers that are only
// wires. Meyer, Sibeyn: Oblivious Gossiping on Tori.
#include <gtest/gtest.h>

#include <functional>

#include "models/hardwired/network.h"
#include "schedules/core/error.h"
#include "schedules/tests/schedule_helpers.h"
#include "testbench/tests/models/published_run.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

struct Job : test::PublishedRun {
  int steps;  ///< the redistribution included
};

class Gossip : public testing::TestWithParam<Job> {};

// With all ports busy nothing waits.
TEST_P(Gossip, ByNodeInterfaces) {
  const auto schedule = GetParam().schedule();
  const RunResult result = test::expect_closed_form(*schedule, GetParam().run_options(*schedule));
  EXPECT_EQ(static_cast<int>(result.phases.size()), GetParam().steps);
}

// The same steps with the same packets, without headers, in the closed form of models/hardwired/network.h.
TEST_P(Gossip, Hardwired) {
  const Job& job = GetParam();
  const auto schedule = job.schedule();
  const RunOptions options = job.run_options(*schedule);
  if (schedule->hardwired() == nullptr) {
    EXPECT_THROW(hardwired::simulate(*schedule, options), InputError);
    return;
  }
  const RunResult result = hardwired::simulate(*schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified) << (result.findings.empty() ? "" : result.findings[0]);
  EXPECT_EQ(result.delivered_blocks, result.total_blocks);
  EXPECT_EQ(result.repeated_blocks, schedule->info().collective.repeats);
  ASSERT_EQ(static_cast<int>(result.phases.size()), job.steps);
  const std::vector<Cycle> predicted = hardwired::predicted_steps(*schedule->hardwired(), options);
  ASSERT_EQ(predicted.size(), result.phases.size());
  Cycle end = 0;
  schedule->rewind();
  for (std::size_t step = 0; step < predicted.size(); ++step) {
    end += predicted[step];
    EXPECT_EQ(result.phases[step].end, end) << result.phases[step].name;
    Phase phase;
    ASSERT_TRUE(schedule->next(phase));
    EXPECT_EQ(result.phases[step].messages, static_cast<std::int64_t>(phase.transfers.size()));
  }
  EXPECT_EQ(result.cycles, end);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Gossip,
    testing::Values(
        Job{{"gossip-two", "torus:4x4", {}, 3}, 8}, Job{{"gossip-two", "torus:6x8", {}, 5, 0}, 24},
        Job{{"gossip-two", "torus:2x6", {}, 1, 7, 3}, 6}, Job{{"gossip-two", "torus:6x7", {}, 1}, 28},
        Job{{"gossip-two", "torus:5x4", {}, 2, 0, 2}, 15}, Job{{"gossip-two", "torus:2x3", {}, 1, 0, 9}, 4},
        Job{{"gossip-two", "torus:4x6", {{"packets", "1"}}, 2, 3, 1}, 12},
        Job{{"gossip-one", "torus:8x8", {}, 4}, 26}, Job{{"gossip-one", "torus:6x7", {}, 2, 100, 2}, 19},
        Job{{"gossip-one", "torus:7x6", {}, 1, 0, 5}, 19}, Job{{"gossip-one", "torus:4x2", {}, 3}, 4},
        Job{{"gossip-one", "torus:3x3x3", {}, 3}, 9}, Job{{"gossip-one", "torus:3x6x4", {}, 1, 0, 2}, 27},
        Job{{"gossip-one", "torus:6x6x4", {}, 1}, 60}, Job{{"gossip-ti", "torus:5x5", {}, 3}, 6},
        Job{{"gossip-cycles", "torus:4x4x4", {}, 2, 3}, 32}, Job{{"gossip-cycles", "torus:3x5x3", {}, 1}, 22},
        Job{{"gossip-two", "torus:5x7", {}, 4, 2, 2}, 17}, Job{{"gossip-one", "torus:9x7", {}, 2}, 29},
        Job{{"gossip-ti", "torus:3x3x4", {}, 2, 1, 2}, 6}, Job{{"gossip-ti", "torus:4x5", {}, 3}, 5},
        Job{{"gossip-ti", "ring:9", {}, 3}, 4}));

// A step too few, a packet too many words: the ledger notices.
TEST(HardwiredGossip, FaultsAreFound) {
  class Altered : public Schedule {
   public:
    explicit Altered(const Schedule& good) : info_(good.info()), gossip(*good.hardwired()) {}
    const ScheduleInfo& info() const override { return info_; }
    bool next(Phase&) override { return false; }
    void rewind() override {}
    const HardwiredGossip* hardwired() const override { return &gossip; }

   private:
    ScheduleInfo info_;

   public:
    HardwiredGossip gossip;
  };
  const auto good = make_schedule("gossip-two", Topology::parse("torus:4x4"));
  const RunOptions options = test::PublishedRun{.block = 3}.run_options(*good);
  const auto finding = [&](Altered& schedule) {
    const RunResult result = hardwired::simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kFailed);
    return result.findings.empty() ? "" : result.findings.front();
  };
  Altered short_of_a_step(*good);
  --short_of_a_step.gossip.steps;
  EXPECT_NE(finding(short_of_a_step).find("blocks are missing"), std::string::npos);
  Altered one_step_more(*good);
  ++one_step_more.gossip.steps;
  EXPECT_NE(finding(one_step_more).find("reached nodes that already held them"), std::string::npos);
  Altered what_it_does_not_have(*good);
  std::swap(what_it_does_not_have.gossip.packets[0], what_it_does_not_have.gossip.packets[5]);
  EXPECT_NE(finding(what_it_does_not_have).find("that the node does not hold"), std::string::npos);
  Altered nothing_to_see(*good);
  RunOptions empty = options;
  empty.block_flits = 0;
  EXPECT_THROW(hardwired::simulate(nothing_to_see, empty), InputError);
  RunOptions limited = options;
  limited.max_cycles = 10;
  EXPECT_EQ(hardwired::simulate(nothing_to_see, limited).verdict, Verdict::kLimit);
}

// Gossip and broadcast delivered flit by flit: copies are counted, and a run that does not keep what the
// schedule says is no verified run.

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
