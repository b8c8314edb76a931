// Gossip delivered flit by flit: by node interfaces and, from the same tables, by routers that are only
// wires. Meyer, Sibeyn: Oblivious Gossiping on Tori.
#include <gtest/gtest.h>

#include "models/hardwired/network.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

struct Job {
  const char* algorithm;
  const char* shape;
  int steps;  ///< the redistribution included
  int block = 3, startup = 5, link_delay = 1;
  AlgorithmOptions options{};
};

std::ostream& operator<<(std::ostream& stream, const Job& job) {
  return stream << job.algorithm << " " << job.shape << " b=" << job.block << " delay " << job.link_delay;
}

RunOptions options_of(Schedule& schedule, const Job& job) {
  return test::options_for(schedule, Synchronisation::kBarrier, job.block, job.startup, job.link_delay);
}

class Gossip : public testing::TestWithParam<Job> {};

// Every step takes startup + head + packet + 3 + 1 + link delay (docs/router.md): with all ports busy nothing
// waits.
TEST_P(Gossip, ByNodeInterfaces) {
  const Job& job = GetParam();
  const auto schedule = make_schedule(job.algorithm, Topology::parse(job.shape), job.options);
  const RunResult result = simulate(*schedule, options_of(*schedule, job));
  EXPECT_EQ(result.verdict, Verdict::kVerified) << (result.findings.empty() ? "" : result.findings[0]);
  EXPECT_EQ(result.delivered_blocks, result.total_blocks);
  EXPECT_EQ(result.repeated_blocks, schedule->info().collective.repeats);
  ASSERT_EQ(static_cast<int>(result.phases.size()), job.steps);
  for (const PhaseTime& phase : result.phases) {
    EXPECT_EQ(phase.end - phase.start,
              job.startup + 1 + phase.max_blocks * job.block + 3 + 1 + job.link_delay);
  }
}

// The same steps with the same packets, without headers, in the closed form of models/hardwired/network.h.
TEST_P(Gossip, Hardwired) {
  const Job& job = GetParam();
  const auto schedule = make_schedule(job.algorithm, Topology::parse(job.shape), job.options);
  const RunOptions options = options_of(*schedule, job);
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
    testing::Values(Job{"gossip-two", "torus:4x4", 8}, Job{"gossip-two", "torus:6x8", 24, 5, 0},
                    Job{"gossip-two", "torus:2x6", 6, 1, 7, 3}, Job{"gossip-two", "torus:6x7", 28, 1},
                    Job{"gossip-two", "torus:5x4", 15, 2, 0, 2}, Job{"gossip-two", "torus:2x3", 4, 1, 0, 9},
                    Job{"gossip-two", "torus:4x6", 12, 2, 3, 1, {{"packets", "1"}}},
                    Job{"gossip-one", "torus:8x8", 26, 4}, Job{"gossip-one", "torus:6x7", 19, 2, 100, 2},
                    Job{"gossip-one", "torus:7x6", 19, 1, 0, 5}, Job{"gossip-one", "torus:4x2", 4},
                    Job{"gossip-one", "torus:3x3x3", 9}, Job{"gossip-one", "torus:3x6x4", 27, 1, 0, 2},
                    Job{"gossip-one", "torus:6x6x4", 60, 1}, Job{"gossip-ti", "torus:5x5", 6},
                    Job{"gossip-cycles", "torus:4x4x4", 32, 2, 3}, Job{"gossip-cycles", "torus:3x5x3", 22, 1},
                    Job{"gossip-two", "torus:5x7", 17, 4, 2, 2}, Job{"gossip-one", "torus:9x7", 29, 2},
                    Job{"gossip-ti", "torus:3x3x4", 6, 2, 1, 2}, Job{"gossip-ti", "torus:4x5", 5},
                    Job{"gossip-ti", "ring:9", 4}));

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
  const RunOptions options = options_of(*good, {"", "", 0});
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

}  // namespace
}  // namespace torusim
