// How the fast level works where its results do not show it: what it passes over, and which of its forms it
// takes.
#include "models/fast/network.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/sources/open_loop.h"
#include "models/sources/schedule_driver.h"
#include "models/watch/span_statistics.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim {
namespace {

/// Cycles that are evaluated, and the cycle of the last event.
struct Work {
  std::int64_t steps = 0;
  Cycle cycles = 0;
};

Work work_of(const RunOptions& options, MessageSource& source, WormTable& worms,
             Cycle until = MessageSource::kNever) {
  Scoreboard scoreboard(options.hardware.topology);
  fast::FastNetwork network(options.hardware, source, worms, scoreboard, options.observers, options.sleep, {},
                            1, options.longest_worm);
  Work work;
  for (Cycle now = 0; now < until && !source.done(); ++work.steps) {
    work.cycles = now;
    const Cycle next = network.step(now);
    EXPECT_GT(next, now);
    now = next;
  }
  EXPECT_TRUE(source.done() || until != MessageSource::kNever);
  EXPECT_EQ(scoreboard.failure(), "");
  return work;
}

Work work_of(Schedule& schedule, const RunOptions& options) {
  WormTable worms;
  ScheduleDriver driver(schedule, options, worms);
  return work_of(options, driver, worms);
}

TEST(FastNetworkWork, LongWormsAreSleptThroughUnlessWholeWormsAreStored) {
  StoredSchedule schedule = test::one_message(Topology::parse("ring:9"), 0, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 4000;
  options.hardware.reserve = 4096;
  for (const Switching mode :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kCircuit, Switching::kStoreAndForward}) {
    options.hardware.switching = mode;
    options.sleep = true;
    const Work asleep = work_of(schedule, options);
    options.sleep = false;
    const Work awake = work_of(schedule, options);
    EXPECT_EQ(asleep.cycles, awake.cycles) << to_text(mode);
    EXPECT_GE(awake.steps, 4000) << to_text(mode);
    if (mode == Switching::kStoreAndForward) {
      EXPECT_EQ(asleep.steps, awake.steps);
    } else {
      EXPECT_LT(asleep.steps, 150) << to_text(mode);
    }
  }
}

// Worms from 512 flits on may sleep periodically. They do so only where they share links.
TEST(FastNetworkWork, LongWormsWithoutContentionCostWhatShorterOnesCost) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  const auto steps = [&](int block) {
    options.block_flits = block;
    options.longest_worm = 32 * block + 1;
    return work_of(*schedule, options).steps;
  };
  EXPECT_EQ(steps(17), steps(15));  // blocks of 32 to a message: 545 and 481 flits
}

TEST(FastNetworkWork, NothingIsLookedAtWhileAllWait) {
  StoredSchedule schedule = test::one_message(Topology::parse("ring:9"), 0, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  options.startup = 100'000;
  EXPECT_LT(work_of(schedule, options).steps, 40);
}

// Packets so rare that the sources sleep nearly always.
TEST(FastNetworkWork, SourcesSleepUntilTheirNextPacket) {
  RunOptions options;
  options.hardware.topology = Topology::parse("torus:4x4");
  OpenLoopOptions traffic;
  traffic.load = 0.0001;
  traffic.packet = PacketMix::parse("1");
  traffic.warm_up = 0;
  traffic.window = 100'000;
  const Pattern pattern({}, options.hardware.topology);
  WormTable worms;
  OpenLoopTraffic source(options.hardware, pattern, traffic, worms, options.observers);
  const Work work = work_of(options, source, worms);
  EXPECT_GT(source.sums().packets, 100);
  EXPECT_LT(work.steps, 20 * source.sums().packets);
}

/// A worm that is handed to an injection channel in a cycle.
struct Planned {
  Cycle at;
  NodeId from, to;
  std::uint32_t flits;
};

/// Hands out worms that are planned, in the order of their cycles.
class PlannedWorms : public MessageSource {
 public:
  PlannedWorms(const Hardware& hardware, WormTable& worms, std::vector<Planned> plan)
      : hardware_(hardware), worms_(worms), plan_(std::move(plan)) {}

  void advance(Cycle now, std::vector<Injection>& injections) override {
    for (; next_timer() <= now; ++made_) {
      const Planned& planned = plan_[made_];
      Worm worm;
      worm.number = static_cast<std::uint32_t>(made_);
      worm.flits = planned.flits;
      worm.source = planned.from;
      worm.destination = planned.to;
      worm.route = dimension_order_route(hardware_.topology, planned.from, planned.to);
      injections.push_back({planned.from, 0, worms_.add(worm)});
    }
  }
  void sent(Cycle, WormSlot slot) override { order.push_back(worms_[slot].number); }
  void received(Cycle, WormSlot slot) override {
    worms_.remove(slot);
    ++received_;
  }
  Cycle next_timer() const override { return made_ < plan_.size() ? plan_[made_].at : kNever; }
  bool done() const override { return received_ == total(); }
  bool failed() const override { return false; }
  std::int64_t delivered() const override { return received_; }
  std::int64_t total() const override { return static_cast<std::int64_t>(plan_.size()); }

  std::vector<std::uint32_t> order;  ///< of the tails that left

 private:
  const Hardware& hardware_;
  WormTable& worms_;
  const std::vector<Planned> plan_;
  std::size_t made_ = 0;
  std::int64_t received_ = 0;
};

// A long worm holds node 3's ejection channel. Another waits for it in two routers, through which a third
// then streams the other way. The routers fall asleep as soon as its head has left them.
TEST(FastNetworkWork, RoutersSleepBesideAWormThatWaitsForCredits) {
  RunOptions options;
  options.hardware.topology = Topology::parse("path:6");
  options.hardware.alpha = 1;
  options.hardware.link_delay = 50;
  options.hardware.reserve = 120;
  const auto steps = [&](const std::vector<Planned>& plan) {
    WormTable worms;
    PlannedWorms source(options.hardware, worms, plan);
    return work_of(options, source, worms, 6000).steps;
  };
  const Planned holds{0, 5, 3, 9000}, waits{1000, 0, 3, 2000}, passes{4000, 2, 0, 3000};
  const std::int64_t apart = steps({holds, waits}) + steps({passes});
  EXPECT_LE(steps({holds, waits, passes}), apart);
  // Where stalls are counted, a router stays awake for one cycle more: three routers.
  SpanStatistics counted(options.hardware);
  options.observers = {&counted};
  EXPECT_LE(steps({holds, waits, passes}), apart + 3);
}

// There is room for the short one before there is room for all of the long one in front of it.
TEST(FastNetwork, AWormDoesNotOvertakeAnotherOfItsClassAtTheSource) {
  RunOptions options;
  options.hardware.topology = Topology::parse("path:3");
  options.hardware.lanes = 1;
  options.hardware.reserve = 8;
  for (const Switching mode : {Switching::kCutThrough, Switching::kCircuit, Switching::kWormhole}) {
    options.hardware.switching = mode;
    WormTable worms;
    PlannedWorms source(options.hardware, worms, {{0, 0, 2, 8}, {0, 0, 2, 8}, {0, 0, 2, 1}});
    work_of(options, source, worms);
    EXPECT_EQ(source.order, (std::vector<std::uint32_t>{0, 1, 2})) << to_text(mode);
  }
}

// The quickest form of the routers is taken by the hardware that most runs have.
TEST(FastNetworkWork, UsualRoutersAreLean) {
  const auto lean = [](void (*change)(Hardware&)) {
    Hardware hardware;
    hardware.topology = Topology::parse("torus:8x8");
    change(hardware);
    return fast::Layout(hardware).lean;
  };
  EXPECT_TRUE(lean([](Hardware&) {}));
  EXPECT_TRUE(lean([](Hardware& h) { h.alpha = 4; }));
  EXPECT_TRUE(lean([](Hardware& h) { h.reserve = 15; }));
  EXPECT_TRUE(lean([](Hardware& h) { h.switching = Switching::kCircuit; }));
  EXPECT_TRUE(lean([](Hardware& h) {
    h.classes = 2;
    h.lanes = 1;
  }));
  EXPECT_FALSE(lean([](Hardware& h) { h.reserve = 16; }));  // five digits
  EXPECT_FALSE(lean([](Hardware& h) { h.shared = 1; }));
  EXPECT_FALSE(lean([](Hardware& h) { h.classes = 2; }));
  EXPECT_FALSE(lean([](Hardware& h) { h.lanes = 1; }));
  EXPECT_FALSE(lean([](Hardware& h) { h.switching = Switching::kCutThrough; }));
  EXPECT_FALSE(lean([](Hardware& h) { h.switching = Switching::kStoreAndForward; }));
  // 15 ports of two VCs are one word of a set, 17 are two.
  EXPECT_TRUE(lean([](Hardware& h) { h.topology = Topology::parse("complete:8x8"); }));
  EXPECT_FALSE(lean([](Hardware& h) { h.topology = Topology::parse("complete:9x9"); }));
}

// A cycle of a large network takes long, so it reports, and asks whether to go on, after fewer of them.
TEST(FastNetwork, LargeNetworksCanBeInterruptedOften) {
  StoredSchedule schedule = test::one_message(Topology::parse("torus:64x64"), 0, 100);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 10'000;
  options.sleep = false;
  int calls = 0;
  options.progress = [&](std::int64_t, std::int64_t, Cycle) { return ++calls < 3; };
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kInterrupted);
  EXPECT_LE(result.cycles, 600);
}

// A streaming worm has the pool of its far buffer full: every credit opens it for another VC's worm, before
// the next flit takes the slot. That worm is put forward in every cycle, loses the link, and a stream that
// comes by its input port must take turns with it. A property found this, in one case of some ten thousand.
TEST(FastNetwork, AStreamTakesTurnsWithAWormForWhichEveryCreditOpensThePool) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 3, 3, 2376582946U);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = 1;
  options.hardware.reserve = 4;
  options.hardware.shared = 2;
  options.block_flits = 70;
  test::SpanRecorder asleep, awake;
  options.observers = {&asleep};
  simulate(schedule, options);
  options.sleep = false;
  options.observers = {&awake};
  simulate(schedule, options);
  EXPECT_EQ(asleep.sorted(), awake.sorted());
}

// The sums of an all-reduce are complete at its end only; what is told grows with its phases.
TEST(FastNetwork, ProgressOfAnAllReduceIsThatOfItsPhases) {
  const auto schedule = make_schedule("bucket", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.block_flits = 400;
  options.startup = 4000;
  options.sleep = false;
  std::vector<double> shares;
  options.progress = [&](std::int64_t done, std::int64_t total, Cycle) {
    shares.push_back(static_cast<double>(done) / static_cast<double>(total));
    return true;
  };
  EXPECT_EQ(simulate(*schedule, options).verdict, Verdict::kVerified);
  ASSERT_GE(shares.size(), 20u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  // Its phases take the same time but send less and less: half of them is between a fifth and nine tenths.
  EXPECT_GT(shares[shares.size() / 2], 0.2);
  EXPECT_LT(shares[shares.size() / 2], 0.9);
}

}  // namespace
}  // namespace torusim
