// The cycle counts that docs/router.md promises, at both levels.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/contract/zero_load.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/cyclic_ring.h"
#include "testbench/tests/models/result_text.h"
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

std::vector<Worm> delivered(Schedule& schedule, RunOptions options) {
  Deliveries deliveries;
  options.observers.push_back(&deliveries);
  simulate(schedule, options);
  return deliveries.worms;
}

/// docs/router.md, Timing, written down once more: a worm of `flits` alone, over `h` links of one delay.
struct TimeByThePage {
  TimeByThePage(const Hardware& hardware, Cycle startup, Cycle h, Cycle flits) {
    const Cycle n = hardware.router_delay, d = hardware.link_delay, slots = hardware.slots();
    const Cycle trip = std::max(h > 0 ? 2 * (n + d) : 0, n + 3);
    const auto behind = [&](Cycle count) {
      return (count - 1) / slots * std::max(trip, slots) + (count - 1) % slots;
    };
    head = startup + 3 + n + h * (n + d);
    whole = head + behind(flits);
    if (hardware.switching == Switching::kStoreAndForward) whole = head + (flits - 1) * (h + 2);
    if (hardware.switching == Switching::kCircuit && flits > 1) {
      whole = head + (3 + n + h * (n + d)) + (2 + n + h * (n + d - 1)) + behind(flits - 1);
    }
  }
  Cycle head, whole;
};

// A worm alone takes the closed form, whatever its path, buffers, switching and node.
RC_GTEST_PROP(TimingProperty, AWormAloneTakesTheClosedForm, ()) {
  const Topology topology = test::any_small_topology();
  const NodeId from = *rc::gen::inRange(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  StoredSchedule schedule = test::one_message(topology, from, to);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  options.block_flits = *rc::gen::inRange(0, 90);
  options.startup = *rc::gen::inRange(0, 9);
  hardware.reserve = *rc::gen::inRange(1, 40);
  hardware.shared = *rc::gen::inRange(0, 5);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                        Switching::kCircuit, Switching::kBubble);
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  const int flits = 1 + options.block_flits;
  test::suit_bubble(hardware, 2, flits);
  test::draw_times(hardware, *rc::gen::element(2, 20), *rc::gen::element(1, 3, 80));
  options.level = *rc::gen::element(Level::kFast, Level::kPins);
  const auto nodes = static_cast<std::size_t>(topology.nodes());
  options.slower = *rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::element<Cycle>(0, 0, 5, 40));
  options.skew = *rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::element<Cycle>(0, 0, 3, 90));
  const Cycle start = options.skew_of(from), startup = options.startup_of(from);
  const Route route = dimension_order_route(topology, from, to);
  const Cycle hops = route.hops(topology);
  RC_ASSERT(hops == topology.distance(from, to));
  const Worm worm = delivered(schedule, options).at(0);
  const Cycle closed = zero_load_latency(hardware, startup, path_times(hardware, from, route), flits);
  RC_ASSERT(simulate(schedule, options).phases[0].end == start + closed);
  RC_ASSERT(worm.tail_out == start + closed);
  RC_ASSERT(worm.started == start);
  RC_ASSERT(worm.injected == start + startup + 1);
  RC_CLASSIFY(hardware.uneven != nullptr, "uneven");
  if (hardware.uneven != nullptr) return;
  const TimeByThePage page(hardware, startup, hops, flits);
  RC_ASSERT(closed == page.whole);
  RC_ASSERT(zero_load_latency(hardware, startup, hops, flits) == page.whole);
  if (hardware.switching != Switching::kStoreAndForward && hardware.switching != Switching::kCircuit)
    RC_ASSERT(worm.head_out == start + page.head);
}

class Timing : public testing::TestWithParam<Level> {};

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
    for (const Worm& worm : delivered(schedule, options)) {
      if (worm.message_class == 0) {
        EXPECT_EQ(worm.tail_out, 4 + 2 + 20);
      } else {
        // 1 > 2 begins 2 cycles before the other's head comes by, so 19 of its 21 flits are still to pass.
        EXPECT_EQ(worm.tail_out, 4 + 4 + 20 + (both ? 19 : 0));
      }
    }
  }
}

constexpr Switching kModes[] = {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                                Switching::kCircuit};

TEST_P(Timing, PhasesWithoutContentionTakeTheirLongestMessage) {
  for (const Switching mode : kModes) {
    const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
    RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.switching = mode;
    options.hardware.reserve = 100;
    options.block_flits = 3;
    const RunResult result = simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kVerified) << to_text(mode);
    const auto summaries = summarize(*schedule);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
      EXPECT_EQ(
          result.phases[i].end - result.phases[i].start,
          zero_load_latency(options.hardware, 0, summaries[i].max_hops, 1 + 3 * summaries[i].max_blocks))
          << to_text(mode) << ' ' << summaries[i].name;
    }
  }
}

TEST_P(Timing, AWormLongerThanItsBufferIsRefused) {
  for (const Switching mode : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    StoredSchedule schedule = test::one_message(Topology::parse("ring:4"), 0, 1);
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.switching = mode;
    options.hardware.reserve = 4;
    options.hardware.shared = 4;
    options.block_flits = 8;
    const std::string refusal = test::refusal([&] { simulate(schedule, options); });
    EXPECT_NE(refusal.find("a worm of 9 flits"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("reserve + shared is 8"), std::string::npos) << refusal;
  }
}

// A loaded link of rate 1/r carries one flit every r cycles, neither more nor less.
TEST_P(Timing, ASlowLinkCarriesAFlitAnInterval) {
  const Topology ring = Topology::parse("ring:4");
  for (const std::int16_t interval : {1, 2, 3, 8, 255}) {
    StoredSchedule schedule = test::one_message(ring, 0, 1);
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.reserve = 8;
    options.hardware.set_links(UnevenLinks(ring, {1, interval}));
    const auto cycles = [&](int block) {
      options.block_flits = block;
      return simulate(schedule, options).cycles;
    };
    EXPECT_EQ(cycles(100) - cycles(0), 100 * interval);
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

/// When each message began, by number.
class Begun : public Observer {
 public:
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm&) override { at.push_back(cycle); }
  std::vector<Cycle> at;
};

// The next message of a node begins when the tail of the one before has left it.
RC_GTEST_PROP(TimingProperty, AWormLeavesItsNodeByTheClosedForm, ()) {
  const Topology topology = test::any_small_topology();
  const NodeId from = *rc::gen::inRange(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  StoredSchedule schedule = test::one_message(topology, from, to);
  std::vector<Transfer>& transfers = schedule.phases()[0].transfers;
  transfers.push_back(transfers[0]);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  hardware.alpha = 1;
  options.block_flits = *rc::gen::inRange(0, 90);
  hardware.reserve = *rc::gen::inRange(1, 24);
  hardware.shared = *rc::gen::inRange(0, 5);
  test::draw_times(hardware, *rc::gen::element(2, 20), *rc::gen::element(1, 3, 80));
  Begun begun;
  options.observers = {&begun};
  simulate(schedule, options);
  RC_ASSERT(begun.at.size() == 2);
  const Cycle leaves =
      injection_time(hardware, from, dimension_order_route(topology, from, to), 1 + options.block_flits);
  // A send that ends in a cycle counts in the next.
  RC_ASSERT(begun.at[1] == leaves + 1);
}

RunOptions any_even_options(Schedule& schedule) {
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  hardware.router_delay = *rc::gen::element(1, 1, 2, 3, 16);
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.lanes = test::acyclic(hardware.topology) ? *rc::gen::inRange(1, 3) : 2;
  hardware.reserve = *rc::gen::inRange(1, 16);
  hardware.shared = *rc::gen::element(0, 0, 1, 5);
  options.block_flits = *rc::gen::element(0, 1, 4, 4, 9, 9, 70);  // worms of 70 flits stream
  hardware.switching = test::mostly_wormhole();
  hardware.arbitration = test::any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  options.startup = *rc::gen::inRange(0, 12);
  return options;
}

// Links that are all alike are what --link-delay has always been.
RC_GTEST_PROP(TimingProperty, AlikeLinksAreEvenOnes, ()) {
  StoredSchedule schedule =
      test::random_exchange(test::any_small_topology(), 2, 2, *rc::gen::arbitrary<unsigned>());
  RunOptions options = any_even_options(schedule);
  const auto delay = static_cast<std::int16_t>(*rc::gen::inRange(1, 6));
  options.hardware.uneven = nullptr;
  options.hardware.link_delay = delay;
  const RunResult even = simulate(schedule, options);
  options.hardware.set_links(UnevenLinks(options.hardware.topology, {delay, 1}));
  const RunResult alike = simulate(schedule, options);
  RC_ASSERT(test::result_text(even) == test::result_text(alike));
}

TEST(RouterDelay, RefusesWhatIsNone) {
  for (const int delay : {0, -1, Hardware::kMaxRouterDelay + 1}) {
    Hardware hardware;
    hardware.router_delay = delay;
    EXPECT_NE(test::refusal([&] { hardware.validate(); }).find("router-delay"), std::string::npos);
  }
}

}  // namespace
}  // namespace torusim
