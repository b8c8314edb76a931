// The cycle counts that docs/router.md promises, at both levels.
#include <gtest/gtest.h>

#include "models/contract/observer.h"
#include "testbench/tests/models/cyclic_ring.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Remembers the worms that were delivered.
class Deliveries : public Observer {
 public:
  bool wants_moves() const override { return false; }
  void delivered(Cycle, const Worm& worm) override { worms.push_back(worm); }
  std::vector<Worm> worms;
};

/// A schedule of the given messages, one a phase; the collective stays incomplete, which a test may look
/// past.
StoredSchedule one_by_one(const Topology& topology, const std::vector<std::pair<NodeId, NodeId>>& pairs) {
  std::vector<Phase> phases;
  for (const auto& [from, to] : pairs) {
    phases.push_back({"P" + std::to_string(phases.size()), {test::transfer(topology, from, to)}, {}, false});
  }
  ScheduleInfo info;
  info.name = "pairs";
  info.topology = topology;
  return StoredSchedule(info, std::move(phases));
}

struct Watched {
  RunResult result;
  std::vector<Worm> worms;
};

Watched watch(StoredSchedule& schedule, RunOptions options) {
  Deliveries deliveries;
  options.observers.push_back(&deliveries);
  Watched result{simulate(schedule, options), {}};
  result.worms = deliveries.worms;
  return result;
}

class Timing : public testing::TestWithParam<Level> {};

TEST_P(Timing, HeadLatencyOverHopsAndFullRateStreaming) {
  const Topology ring = Topology::parse("ring:9");
  for (int delay = 1; delay <= 3; ++delay) {
    for (int hops = 1; hops <= 4; ++hops) {
      for (int flits : {0, 1, 7, 40}) {
        StoredSchedule schedule = one_by_one(ring, {{7, (7 + hops) % 9}});
        RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
        options.level = GetParam();
        options.hardware.link_delay = delay;
        options.hardware.reserve = Hardware::credit_round_trip(delay);
        options.block_flits = flits;
        options.startup = 10;
        const Watched r = watch(schedule, options);
        ASSERT_EQ(r.worms.size(), 1u);
        const Worm& worm = r.worms[0];
        EXPECT_EQ(worm.started, 0);
        EXPECT_EQ(worm.injected, 11);
        EXPECT_EQ(worm.head_out, 10 + 4 + hops * (1 + delay));
        EXPECT_EQ(worm.tail_out, worm.head_out + flits);
        EXPECT_EQ(r.result.phases[0].end, 10 + 1 + flits + 3 + hops * (1 + delay));
      }
    }
  }
}

TEST_P(Timing, ACreditRoundTripIsTwiceTheDelayAndTwo) {
  // With one slot a channel passes one flit a round trip, the slowest channel sets the pace.
  const Topology ring = Topology::parse("ring:9");
  for (int delay = 1; delay <= 3; ++delay) {
    StoredSchedule schedule = one_by_one(ring, {{0, 3}});
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.link_delay = delay;
    options.hardware.reserve = 1;
    options.block_flits = 50;
    const Worm worm = watch(schedule, options).worms.at(0);
    EXPECT_EQ(worm.tail_out - worm.head_out, 50 * (2 * delay + 2));
  }
}

TEST_P(Timing, SharedSlotsGiveALoneWormTheFullRate) {
  const Topology ring = Topology::parse("ring:9");
  StoredSchedule schedule = one_by_one(ring, {{0, 3}});
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  options.level = GetParam();
  options.hardware.reserve = 1;
  options.hardware.shared = 3;
  options.block_flits = 50;
  const Worm worm = watch(schedule, options).worms.at(0);
  EXPECT_EQ(worm.tail_out - worm.head_out, 50);
}

TEST_P(Timing, AMoreUrgentWormPreemptsAtTheNextFlit) {
  // 0 > 2 (class 1) streams over 1 > 2 when 1 > 2 (class 0) joins it there: the urgent one is not delayed by
  // a single cycle, the other by exactly the flits that passed it.
  const Topology path = Topology::parse("path:3");
  for (const bool both : {false, true}) {
    Phase phase{"P", {}, {}, false};
    phase.transfers.push_back(test::transfer(path, 0, 2, 1));
    if (both) phase.transfers.push_back(test::transfer(path, 1, 2, 0));
    ScheduleInfo info;
    info.topology = path;
    StoredSchedule schedule(info, {phase});
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.hardware.alpha = 2;  // so that they do not meet again at the ejection channel
    options.level = GetParam();
    options.block_flits = 20;
    for (const Worm& worm : watch(schedule, options).worms) {
      if (worm.message_class == 0) {
        EXPECT_EQ(worm.tail_out, 4 + 2 + 20);
      } else {
        // 1 > 2 begins 2 cycles before the other's head comes by, so 19 of its 21 flits are still to pass.
        EXPECT_EQ(worm.tail_out, 4 + 4 + 20 + (both ? 19 : 0));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Timing, testing::Values(Level::kFast, Level::kPins));

TEST(Deadlock, ACyclicScheduleOnOneLaneIsExplained) {
  StoredSchedule schedule = test::cyclic_ring();
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 100;
  std::vector<Cycle> last_moves;
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    options.hardware.lanes = 1;
    const RunResult stuck = simulate(schedule, options);
    EXPECT_EQ(stuck.verdict, Verdict::kDeadlock);
    ASSERT_EQ(stuck.findings.size(), 5u);
    EXPECT_NE(stuck.findings[0].find("waits for channel +x of node"), std::string::npos) << stuck.findings[0];
    EXPECT_EQ(stuck.findings.back().find("cycle of channels: +x of node"), 0u) << stuck.findings.back();
    last_moves.push_back(stuck.cycles);

    options.hardware.lanes = 2;
    const RunResult passes = simulate(schedule, options);
    EXPECT_NE(passes.verdict, Verdict::kDeadlock);
    EXPECT_EQ(passes.delivered_blocks, 4);
  }
  EXPECT_EQ(last_moves[0], last_moves[1]);
}

}  // namespace
}  // namespace torusim
