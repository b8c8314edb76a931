// When a run ends, and with which verdict: in the cycle that the options name, at both levels.
#include <gtest/gtest.h>

#include <tuple>

#include "models/run/make_network.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/cyclic_ring.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// A source that is as far as the test says.
class Said : public MessageSource {
 public:
  void received(Cycle, WormSlot) override {}
  void sent(Cycle, WormSlot) override {}
  void advance(Cycle, std::vector<Injection>&) override {}
  Cycle next_timer() const override { return kNever; }
  bool done() const override { return is_done; }
  bool failed() const override { return has_failed; }
  std::int64_t delivered() const override { return 3; }
  std::int64_t total() const override { return 8; }
  bool is_done = false, has_failed = false;
};

/// A network whose steps are as long as the test says.
class Stepped : public NetworkModel {
 public:
  /// The latest cycle of each step, and the next one.
  explicit Stepped(std::vector<std::pair<Cycle, Cycle>> steps) : steps_(std::move(steps)) {}
  Cycle step(Cycle) override { return steps_.at(step_++).second; }
  Cycle now() const override { return steps_.at(step_ - 1).first; }
  Cycle last_move() const override { return 4; }
  void finish(Cycle last) override { finished = last; }
  Cycle finished = -1;

 private:
  const std::vector<std::pair<Cycle, Cycle>> steps_;
  std::size_t step_ = 0;
};

TEST(RunNetworkTest, WhatEndsARunComesInThisOrder) {
  RunOptions options;
  options.max_cycles = 100;
  Said source;
  Scoreboard scoreboard(options.hardware.topology);
  const auto end_of = [&](std::vector<std::pair<Cycle, Cycle>> steps) {
    Stepped network(std::move(steps));
    const RunEnd end = run_to_end(network, options, source, scoreboard);
    EXPECT_EQ(network.finished, end.cycle);
    return std::pair(end.verdict, end.cycle);
  };
  // At the limit, but not beyond it, it goes on.
  EXPECT_EQ(end_of({{7, 8}, {99, 100}, {99, 101}}), std::pair(Verdict::kLimit, Cycle{100}));
  EXPECT_EQ(end_of({{7, MessageSource::kNever}}), std::pair(Verdict::kDeadlock, Cycle{4}));
  source.is_done = true;
  EXPECT_EQ(end_of({{7, MessageSource::kNever}}), std::pair(Verdict::kVerified, Cycle{7}));
  source.has_failed = true;
  EXPECT_EQ(end_of({{7, 8}}), std::pair(Verdict::kFailed, Cycle{7}));
  source.has_failed = source.is_done = false;
  scoreboard.fail(3, 0, "wrong");
  EXPECT_EQ(end_of({{7, 8}}), std::pair(Verdict::kFailed, Cycle{7}));
}

TEST(RunNetworkTest, ProgressIsToldEveryMillionRouterCycles) {
  RunOptions options;
  Said source;
  Scoreboard scoreboard(options.hardware.topology);
  std::vector<std::pair<Cycle, Cycle>> cycles;
  for (Cycle now = 0; now < 10'000; ++now) cycles.emplace_back(now, now + 1);
  for (const auto& [level, shape, every] : {std::tuple{Level::kFast, "ring:2", 4096},
                                            {Level::kFast, "torus:32x32", 1024},
                                            {Level::kFast, "torus:64x64x64", 4},
                                            {Level::kPins, "ring:2", 4096},
                                            {Level::kPins, "torus:32x32", 64}}) {
    options.level = level;
    options.hardware.topology = Topology::parse(shape);
    std::vector<Cycle> told;
    options.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
      EXPECT_EQ(delivered, 3);
      EXPECT_EQ(total, 8);
      told.push_back(now);
      return told.size() < 3;
    };
    Stepped network(cycles);
    EXPECT_EQ(run_to_end(network, options, source, scoreboard).verdict, Verdict::kInterrupted);
    EXPECT_EQ(told, (std::vector<Cycle>{0, every + 1, 2 * every + 2})) << shape;
  }
}

/// One message of one block, from node 0.
StoredSchedule one_block(const char* shape, NodeId to) {
  StoredSchedule schedule = test::one_message(Topology::parse(shape), 0, to);
  schedule.phases()[0].transfers[0].blocks = BlockSet(1);
  schedule.phases()[0].transfers[0].unnamed = 1;
  ScheduleInfo info = schedule.info();
  info.collective.kind = Collective::Kind::kMessages;
  return StoredSchedule(info, schedule.phases());
}

class Limits : public testing::TestWithParam<Level> {};

TEST_P(Limits, ARunThatEndsAtTheLimitIsComplete) {
  StoredSchedule messages = one_block("ring:5", 2);
  RunOptions options = test::options_for(messages, Synchronisation::kBarrier);
  options.level = GetParam();
  options.block_flits = 20;
  const Cycle end = 4 + 2 * 2 + 20;
  for (const Cycle limit : {end, end - 1}) {
    options.max_cycles = limit;
    const RunResult result = simulate(messages, options);
    EXPECT_EQ(result.verdict, limit == end ? Verdict::kVerified : Verdict::kLimit) << limit;
    EXPECT_EQ(result.cycles, limit);
  }
}

// A network that rests stays at rest when nothing can be on its way any more: no deadlock is found before,
// and none is long overlooked.
TEST_P(Limits, ADeadlockIsFoundAsSoonAsNothingIsOnItsWay) {
  for (const auto& [delay, block] : {std::pair{1, 20}, {20, 20}, {1, 1000}}) {
    StoredSchedule schedule = test::cyclic_ring();
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.level = GetParam();
    options.block_flits = block;
    options.hardware.lanes = 1;
    options.hardware.link_delay = delay;
    const RunResult stuck = simulate(schedule, options);
    EXPECT_EQ(stuck.verdict, Verdict::kDeadlock);
    options.max_cycles = stuck.cycles + 2 * delay + 8;
    const RunResult again = simulate(schedule, options);
    EXPECT_EQ(again.verdict, Verdict::kDeadlock) << "delay " << delay << ", " << block << " flits";
    EXPECT_EQ(again.cycles, stuck.cycles);
  }
}

// With one slot a flit, and then its credit, are the only things on their way, each for the delay of the
// link.
TEST_P(Limits, AFlitAndItsCreditOnALongLinkAreNoDeadlock) {
  for (const int delay : {1, 20, 100}) {
    StoredSchedule schedule = one_block("ring:4", 1);
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.level = GetParam();
    options.block_flits = 5;
    options.hardware.reserve = 1;
    options.hardware.shared = 0;
    options.hardware.link_delay = delay;
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified) << "delay " << delay;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Limits, testing::Values(Level::kFast, Level::kPins));

// Contexts of the SystemC kernel follow each other, also behind those that are left to the end of the
// program.

RunResult t4_until(const char* shape, Level level, Cycle last) {
  const auto schedule = make_schedule("t4", Topology::parse(shape));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.level = level;
  options.max_cycles = last;
  return simulate(*schedule, options);
}

TEST(KernelSession, OthersFollowALargeOne) {
  const RunResult expected = t4_until("torus:4x4", Level::kFast, 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(t4_until("torus:16x16", Level::kPins, 3).verdict, Verdict::kLimit);
    const RunResult after = t4_until("torus:4x4", Level::kPins, 0);
    EXPECT_EQ(after.verdict, Verdict::kVerified);
    EXPECT_EQ(after.cycles, expected.cycles);
    EXPECT_EQ(after.ejection_hash, expected.ejection_hash);
  }
}

}  // namespace
}  // namespace torusim
