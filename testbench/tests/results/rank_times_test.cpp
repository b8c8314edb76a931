// What ranks of a program do over time: by hand, and sums that hold for every program.
#include "testbench/results/rank_times.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "schedules/tests/random_program.h"

namespace torusim {
namespace {

/// A copy of the program that the observer follows, at this level.
std::vector<RankTime> times_of(ProgramSchedule& program, RunOptions options, RunResult& result) {
  RankTimes times(program.program().ranks());
  options.sync = Synchronisation::kNone;
  options.hardware.topology = program.info().topology;
  options.observers = {&times};
  result = simulate(program, options);
  return times.until(result.cycles);
}

TEST(RankTimes, ByHand) {
  // Rank 0 computes 100 and sends 64 bytes; meanwhile rank 1 computes 110, posts its receive and computes 7.
  test::ProgramText text(2);
  text.begin(0);
  const OperationId before = text.compute(100);
  text.wait(text.send(1, 64), before);
  text.begin(1);
  const OperationId beside = text.compute(110);
  const OperationId receive = text.receive(0, 64);
  text.wait(receive, beside);
  text.wait(text.compute(7), receive);
  ProgramSettings settings;
  settings.node_of_rank = {0, 1};
  ProgramSchedule program(text.finish(), Topology::parse("ring:2"), std::move(settings));
  RunOptions options;
  RunResult result;
  const std::vector<RankTime> ranks = times_of(program, options, result);
  ASSERT_EQ(result.verdict, Verdict::kVerified);
  const Cycle message = result.cycles - 100 - 7;  // from the send to the last flit, then the computation of 7
  ASSERT_GT(message, 64);
  EXPECT_EQ(ranks[0].computing, 100);
  EXPECT_EQ(ranks[0].hidden, 0);
  EXPECT_EQ(ranks[0].exposed, message);
  EXPECT_EQ(ranks[0].waiting, 7);
  EXPECT_EQ(ranks[1].computing, 117);
  EXPECT_EQ(ranks[1].hidden, 10);
  EXPECT_EQ(ranks[1].exposed, message - 10);
  EXPECT_EQ(ranks[1].waiting, 0);
  const MeanRankTime mean = mean_of(ranks);
  EXPECT_EQ(mean.most_exposed, 0u);
  EXPECT_DOUBLE_EQ(mean.exposed, static_cast<double>(message) - 5);
}

RC_GTEST_PROP(RankTimes, FillTheRunAndChangeNothing, (unsigned seed)) {
  const Topology topology = Topology::parse(*rc::gen::element("ring:4", "torus:2x3", "mesh:2x2x2"));
  ProgramSchedule program = test::random_program(topology, seed);
  RunOptions options;
  options.startup = *rc::gen::inRange(0, 30);
  options.hardware.alpha = program.info().ports;
  options.hardware.classes = 1 + program.highest_class();
  RunResult result, other, pins;
  const std::vector<RankTime> ranks = times_of(program, options, result);
  options.level = Level::kPins;
  const std::vector<RankTime> of_pins = times_of(program, options, pins);
  options.observers.clear();
  options.level = Level::kFast;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  other = simulate(program, options);
  RC_ASSERT(result.verdict == other.verdict);
  RC_ASSERT(result.ejection_hash == other.ejection_hash);
  Cycle computed = 0, expected = 0;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankTime& time = ranks[rank];
    RC_ASSERT(time.computing + time.exposed + time.waiting == result.cycles);
    RC_ASSERT(time.hidden >= 0 && time.hidden <= time.computing);
    RC_ASSERT(time.exposed == of_pins[rank].exposed && time.hidden == of_pins[rank].hidden);
    computed += time.computing;
  }
  for (const Operation& operation : program.program().operations) {
    if (operation.kind == Operation::Kind::kCompute) expected += program.cycles(operation);
  }
  if (result.verdict != Verdict::kVerified) return;
  RC_ASSERT(computed <= expected);
  if (program.program().cpus == 1) RC_ASSERT(computed == expected);
}

}  // namespace
}  // namespace torusim
