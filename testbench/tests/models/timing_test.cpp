// The cycle counts that docs/router.md promises, at both levels.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/contract/zero_load.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"
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

// Closed forms of pipelined routers (--router-delay). uneven_links_test.cpp runs them at every level.

/// docs/router.md, Timing, written down once more: a worm of `flits` alone, over links of one delay.
Cycle time_by_the_page(const Hardware& hardware, Cycle startup, Cycle h, Cycle flits) {
  const Cycle n = hardware.router_delay, d = hardware.link_delay, slots = hardware.slots();
  const Cycle head = startup + 3 + n + h * (n + d);
  const Cycle trip = std::max(h > 0 ? 2 * (n + d) : 0, n + 3);
  const auto behind = [&](Cycle count) {
    return (count - 1) / slots * std::max(trip, slots) + (count - 1) % slots;
  };
  switch (hardware.switching) {
    case Switching::kStoreAndForward:
      return head + (flits - 1) * (h + 2);
    case Switching::kCircuit:
      if (flits == 1) return head;
      return head + (3 + n + h * (n + d)) + (2 + n + h * (n + d - 1)) + behind(flits - 1);
    default:
      return head + behind(flits);
  }
}

RC_GTEST_PROP(PipelinedProperty, AWormAloneTakesTheClosedForm, ()) {
  if (*rc::gen::inRange(0, 10) != 0) return;
  const Topology topology = test::any_small_topology();
  const NodeId from = *rc::gen::inRange(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  StoredSchedule schedule = test::one_message(topology, from, to);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  options.block_flits = *rc::gen::inRange(0, 90);
  options.startup = *rc::gen::inRange(0, 9);
  hardware.router_delay = *rc::gen::element(2, 2, 3, 3, 4, 7, 16);
  hardware.link_delay = *rc::gen::inRange(1, 6);
  hardware.reserve = *rc::gen::inRange(1, 40);
  hardware.shared = *rc::gen::inRange(0, 5);
  hardware.switching = test::any_switching();
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  options.level = *rc::gen::element(Level::kFast, Level::kPins);
  const Route route = dimension_order_route(topology, from, to);
  const Cycle closed = zero_load_latency(hardware, options.startup, path_times(hardware, from, route),
                                         1 + options.block_flits);
  const Cycle hops = route.hops(topology);
  RC_ASSERT(closed == time_by_the_page(hardware, options.startup, hops, 1 + options.block_flits));
  RC_ASSERT(simulate(schedule, options).cycles == closed);
}

// The default buffers stream at a flit a cycle, and a slot less does not.
TEST(Pipelined, TheCreditRoundTripStreams) {
  const Topology ring = Topology::parse("ring:5");
  for (int delay = 1; delay <= 6; ++delay) {
    for (const int link : {1, 3}) {
      StoredSchedule schedule = test::one_message(ring, 0, 2);
      RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
      options.hardware.router_delay = delay;
      options.hardware.link_delay = link;
      const auto behind_head = [&](int reserve) {
        options.hardware.reserve = reserve;
        options.block_flits = 100;
        const Cycle whole = simulate(schedule, options).cycles;
        options.block_flits = 0;
        return whole - simulate(schedule, options).cycles;
      };
      EXPECT_EQ(behind_head(2 * (link + delay)), 100);
      EXPECT_GT(behind_head(2 * (link + delay) - 1), 100);
    }
  }
}

// Between routers N - 1 stages are the same as a longer link.
TEST(Pipelined, OnlyNodesTellStagesFromLongerLinks) {
  const Topology torus = Topology::parse("torus:4x4");
  for (const int delay : {2, 3, 9}) {
    StoredSchedule schedule = test::one_message(torus, 0, torus.displaced(0, 1, 1));
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.block_flits = 30;
    options.hardware.reserve = 2 * (1 + delay);
    options.hardware.router_delay = delay;
    const Cycle pipelined = simulate(schedule, options).cycles;
    options.hardware.router_delay = 1;
    options.hardware.link_delay = delay;
    EXPECT_EQ(pipelined, simulate(schedule, options).cycles + delay - 1);
  }
}

TEST(Pipelined, RefusesWhatIsNoDelay) {
  for (const int delay : {0, -1, Hardware::kMaxRouterDelay + 1}) {
    Hardware hardware;
    hardware.router_delay = delay;
    EXPECT_NE(test::refusal([&] { hardware.validate(); }).find("router-delay"), std::string::npos);
  }
}

}  // namespace
}  // namespace torusim
