// Reductions on the network: sums come out whole at every level and under every synchronisation, phases take
// what the closed form says, and a wrong sum is found and named.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "models/contract/observer.h"
#include "models/contract/reference_router.h"
#include "models/contract/zero_load.h"
#include "schedules/core/error.h"
#include "schedules/tests/made.h"
#include "schedules/tests/reduction_rows.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

using test::made;

RunOptions options_of(Schedule& schedule, Synchronisation sync, int block = 3) {
  RunOptions options = test::options_for(schedule, sync);
  options.hardware.alpha = schedule.info().ports;
  options.block_flits = block;
  return options;
}

const std::vector<std::pair<std::string, std::string>> kAll{
    {"ring-reduce", "torus:4x4"}, {"hamiltonian", "torus:4x4"}, {"bucket", "torus:4x4"},
    {"halving", "torus:4x4"},     {"swing", "torus:4x4"},       {"tree", "torus:4x4"},
    {"trivance", "ring:9"},       {"swing", "ring:8"},          {"gossip-ti", "torus:4x4"},
    {"broadcast", "torus:4x4"},   {"bucket", "ring:8"}};

TEST(ReductionRuns, SumsAreWholeUnderEverySynchronisation) {
  for (const auto& [name, shape] : kAll) {
    for (const char* collective : {"reduce-scatter", "reduce", "all-reduce"}) {
      std::unique_ptr<Schedule> schedule;
      try {
        schedule = made(name, shape, {{"collective", collective}});
      } catch (const UsageError&) {
        continue;  // not every algorithm has both halves
      }
      for (const auto sync :
           {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority}) {
        RunOptions options = options_of(*schedule, sync);
        if (options.hardware.classes > 20) continue;
        options.startup = 7;
        const RunResult result = simulate(*schedule, options);
        EXPECT_EQ(result.verdict, Verdict::kVerified)
            << name << " " << collective << " " << (result.findings.empty() ? "" : result.findings[0]);
        EXPECT_EQ(result.delivered_blocks, result.total_blocks);
        EXPECT_EQ(result.total_blocks, deliveries(schedule->info().topology, schedule->info().collective));
      }
    }
  }
}

/// Payload flits that every channel between routers carries in every phase.
class PayloadCounter : public Observer {
 public:
  PayloadCounter(const Hardware& hardware, int phases)
      : hardware_(hardware), ports_(hardware.topology.network_ports()), counts_(phases) {}

  Numbers busiest() const {
    Numbers result;
    for (const auto& channels : counts_) {
      std::int64_t most = 0;
      for (const auto& [channel, flits] : channels) most = std::max(most, flits);
      result.push_back(most);
    }
    return result;
  }

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override { phase_[span.channel] = span.worm->phase; }
  void span_ended(const FlitSpan& span) override {
    const int port = span.channel % (hardware_.ports() + hardware_.alpha);
    if (port >= ports_) return;  // into a node, or out of it
    counts_[phase_[span.channel]][span.channel] += span.count() - (span.head() ? 1 : 0);
  }

 private:
  const Hardware& hardware_;
  const int ports_;
  std::map<ChannelId, int> phase_;
  std::vector<std::map<ChannelId, std::int64_t>> counts_;  // [phase]
};

TEST(ReductionRuns, ChannelsCarryWhatTheTableSays) {
  constexpr int kBlock = 2;
  for (const ReductionRow& row : kReductionRows) {
    const auto schedule = made(row.algorithm, row.shape, {{"collective", "reduce-scatter"}});
    RunOptions options = options_of(*schedule, Synchronisation::kBarrier, kBlock);
    PayloadCounter counter(options.hardware, schedule->info().phases);
    options.observers = {&counter};
    const RunResult result = simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kVerified) << row.algorithm << " " << row.shape;
    Numbers expected = row.loads;
    for (std::int64_t& load : expected) load *= kBlock;
    EXPECT_EQ(counter.busiest(), expected) << row.algorithm << " " << row.shape;
    ASSERT_EQ(result.phases.size(), row.units.size());
    for (std::size_t i = 0; i < row.units.size(); ++i) {
      // Where messages are alone on their channels a phase takes the closed form, elsewhere longer.
      const PhaseTime& phase = result.phases[i];
      const Cycle alone = zero_load_latency(options.hardware, 0, 1, 1 + row.units[i] * kBlock);
      if (row.loads[i] == row.units[i] && row.algorithm == "swing") {
        EXPECT_EQ(phase.end - phase.start, alone) << row.shape << " " << i;
      } else {
        EXPECT_GE(phase.end - phase.start, alone + (row.loads[i] - row.units[i]) * kBlock)
            << row.shape << " " << i;
      }
    }
  }
}

TEST(ReductionRuns, PhasesOfBucketTakeTheClosedForm) {
  for (const char* shape : {"ring:8", "torus:4x4", "torus:3x3x3"}) {
    for (const Cycle delay : {0, 5}) {
      const auto schedule = made("bucket", shape);
      RunOptions options = options_of(*schedule, Synchronisation::kBarrier, 10);
      options.startup = 3;
      options.reduce_delay = delay;
      const RunResult result = simulate(*schedule, options);
      ASSERT_EQ(result.verdict, Verdict::kVerified);
      for (const PhaseTime& phase : result.phases) {
        const bool adds = phase.name.starts_with('R');
        EXPECT_EQ(phase.end - phase.start,
                  zero_load_latency(options.hardware, 3, 1, 1 + phase.max_blocks * 10) + (adds ? delay : 0))
            << shape << " " << phase.name;
      }
    }
  }
}

TEST(ReductionRuns, NodesThatAreBehindStillSendWhatTheyHad) {
  // Doubling: both send all they have and add what comes. Node 0 starts its first send late, because its only
  // injection channel is busy with the longer message before it.
  const auto schedule = made("halving", "ring:8", {{"variant", "latency"}, {"ports", "one"}});
  RunOptions options = options_of(*schedule, Synchronisation::kNone, 40);
  for (const Cycle startup : {0, 1, 50}) {
    options.startup = startup;
    EXPECT_EQ(simulate(*schedule, options).verdict, Verdict::kVerified);
  }
}

std::string reduction_finding(const std::function<void(std::vector<Phase>&)>& change,
                              Level level = Level::kFast) {
  StoredSchedule schedule = StoredSchedule::copy_of(*made("bucket", "torus:3x3"));
  change(schedule.phases());
  RunOptions options = options_of(schedule, Synchronisation::kBarrier);
  options.level = level;
  options.hardware.alpha = 4;
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  return result.findings.empty() ? "" : result.findings[0];
}

TEST(ReductionRuns, FaultsAreFoundAndNamed) {
  EXPECT_EQ(reduction_finding([](auto& phases) { phases[0].transfers[0].adds = false; }),
            "phase R1, node (1,0): stores chunk (2,0):(0,0) from (0,0): the contribution of (1,0) at this "
            "node would be lost");
  EXPECT_EQ(reduction_finding([](auto& phases) { phases.back().transfers[0].adds = true; }).substr(0, 30),
            "phase G4, node (0,0): adds chu");
  EXPECT_EQ(reduction_finding([](auto& phases) {
              phases.back().transfers.erase(phases.back().transfers.begin());
            }).substr(0, 50),
            "node (0,0): 3 of its chunks lack contributions, ch");
}

/// The contract's own router; from cycle 20 on it turns one bit of a partial sum round.
class BitFlipper : public ForeignRouter {
 public:
  BitFlipper(const Hardware& hardware, NodeId node) : router_(hardware, node) {}
  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    router_.tick(now, inputs, outputs);
    for (std::size_t port = 0; port < outputs.forward.size(); ++port) {
      auto& flit = outputs.forward[port];
      if (now >= 20 && ((outputs.valid >> port) & 1) != 0 && !flit.head) flit.data[1] ^= 1u << 17;
    }
  }
  bool idle() const override { return router_.idle(); }

 private:
  ReferenceRouter router_;
};

TEST(ReductionRuns, AFlippedBitOfAPartialSumIsFoundAndNamed) {
  for (const Level level : {Level::kFast, Level::kPins}) {
    const auto schedule = made("swing", "torus:4x4");
    RunOptions options = options_of(*schedule, Synchronisation::kBarrier);
    options.level = level;
    options.rtl_nodes = {5};
    options.foreign_router = [](const Hardware& hardware, NodeId node) {
      return std::make_unique<BitFlipper>(hardware, node);
    };
    const RunResult result = simulate(*schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kFailed);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_NE(result.findings[0].find("it is not word"), std::string::npos) << result.findings[0];
    EXPECT_NE(result.findings[0].find("contribution"), std::string::npos) << result.findings[0];
  }
}

}  // namespace
}  // namespace torusim
