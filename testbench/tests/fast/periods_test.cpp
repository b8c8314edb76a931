// Periodic sleep: long worms that share links cost as much as short ones, and nothing else changes.
#include "models/fast/periods.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "models/contract/observer.h"
#include "models/fast/network.h"
#include "models/sources/schedule_driver.h"
#include "models/watch/network_monitor.h"
#include "testbench/tests/dense/sums.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/levels/full_text.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

using test::one_in;

/// The times of every message, in the order in which observers learn them.
class MessageTimes : public Observer {
 public:
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override {
    text += fmt::format("; {}: started {}", worm.number, cycle);
  }
  void delivered(Cycle cycle, const Worm& worm) override {
    text += fmt::format("; {}: {} {} {} {}", worm.number, worm.started, worm.injected, worm.head_out, cycle);
  }

  std::string text;
};

/// Messages between random nodes, some of them long; one node in three receives more than its share.
StoredSchedule long_messages(const Topology& topology, int phases, int classes) {
  ScheduleInfo info;
  info.name = "long messages";
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  const std::vector<std::vector<int>> kinds{{300, 1000, 2000},   {1, 5, 700}, {3, 1000},
                                            {64, 65, 640, 1900}, {4000},      {100, 150, 600}};
  const std::vector<int> lengths = *rc::gen::elementOf(kinds);
  std::vector<Phase> all(static_cast<std::size_t>(phases));
  for (Phase& phase : all) {
    phase.name = "P";
    const int messages = topology.nodes() * *rc::gen::inRange(1, 4);
    for (int i = 0; i < messages; ++i) {
      const auto from = *rc::gen::inRange<NodeId>(0, topology.nodes());
      const NodeId to = one_in(3) ? 0 : *rc::gen::inRange<NodeId>(0, topology.nodes());
      if (from == to) continue;
      phase.transfers.push_back(test::transfer(topology, from, to, *rc::gen::inRange(0, classes)));
      phase.transfers.back().blocks = BlockSet(topology.dimensions());
      phase.transfers.back().unnamed = *rc::gen::elementOf(lengths);
    }
  }
  RC_PRE(std::any_of(all.begin(), all.end(), [](const Phase& phase) { return !phase.transfers.empty(); }));
  return StoredSchedule(info, std::move(all));
}

RunOptions any_options(StoredSchedule& schedule) {
  const bool one_phase = schedule.phases().size() == 1;
  RunOptions options =
      test::options_for(schedule, one_phase ? Synchronisation::kNone : test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.link_delay = *rc::gen::element(1, 1, 1, 2, 3, 7, 20);
  hardware.router_delay = *rc::gen::element(1, 1, 1, 2, 4);
  hardware.reserve =
      *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::just(Hardware::credit_round_trip(hardware.link_delay)),
                      rc::gen::element(40, 150));
  hardware.shared = *rc::gen::element(0, 0, 1, 2, 5, 9);
  hardware.arbitration = test::any_arbitration();
  if (test::acyclic(hardware.topology)) hardware.lanes = *rc::gen::inRange(1, 3);
  if (one_in(4)) hardware.set_links(test::any_links(hardware.topology, 9, *rc::gen::element(1, 4, 6)));
  if (one_in(5)) hardware.switching = Switching::kCircuit;
  options.startup = *rc::gen::element<Cycle>(0, 1, 7, 100, 1000);
  if (one_in(6)) options.max_cycles = *rc::gen::inRange<Cycle>(1, 5000);
  return options;
}

std::string run_text(StoredSchedule& schedule, const RunOptions& options, test::Way way) {
  MessageTimes times;
  way.observers.push_back(&times);
  return test::simulate_in(way, schedule, options).text + times.text;
}

TEST(Periods, EveryMessageTakesTheSameTimes) {
  EXPECT_TRUE(rc::check([] {
    const int phases = *rc::gen::weightedElement<int>({{3, 1}, {1, 2}, {1, 3}});
    StoredSchedule schedule =
        long_messages(test::any_small_topology(), phases, *rc::gen::element(1, 1, 2, 3));
    const RunOptions options = any_options(schedule);
    const std::string awake = run_text(schedule, options, {.sleep = false});
    RC_ASSERT(run_text(schedule, options, {}) == awake);
    SpanStatistics sums(options.hardware), asleep(options.hardware);
    RC_ASSERT(run_text(schedule, options, {.sleep = false, .observers = {&sums}}) == awake);
    RC_ASSERT(run_text(schedule, options, {.observers = {&asleep}}) == awake);
    const Cycle last = test::simulate_in({}, schedule, options).cycles;
    RC_ASSERT(test::first_difference(sums, asleep, last) == "");
    if (one_in(4)) RC_ASSERT(run_text(schedule, options, {.threads = *rc::gen::inRange(2, 4)}) == awake);
    if (one_in(4)) {
      NetworkMonitor monitor(options.hardware);
      RC_ASSERT(run_text(schedule, options, {.observers = {&monitor}}) == awake);
      RC_ASSERT(monitor.violation().value_or("") == "");
    }
  }));
}

/// The cycles of a run that the network steps through, while channels are counted.
std::int64_t steps_of(StoredSchedule schedule, RunOptions options, bool sleep) {
  WormTable worms;
  const std::int64_t longest = message_needs(schedule, options.block_flits).most_flits;
  ScheduleDriver driver(schedule, options, worms);
  Scoreboard scoreboard(options.hardware.topology);
  SpanStatistics sums(options.hardware);
  fast::FastNetwork network(options.hardware, driver, worms, scoreboard, {&sums}, sleep, {}, 1, longest);
  std::int64_t steps = 0;
  for (Cycle now = 0; !driver.done(); ++steps) now = network.step(now);
  return steps;
}

TEST(Periods, AnEventCostsTheSameForAnyLength) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x3"), 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  const auto expect_steps = [&](const char* what) {
    options.block_flits = 40'000;
    const std::int64_t longer = steps_of(schedule, options, true);
    options.block_flits = 4'000;
    const std::int64_t steps = steps_of(schedule, options, true);
    EXPECT_LT(8 * steps, steps_of(schedule, options, false)) << what;
    EXPECT_LT(longer, 2 * steps) << what;
  };
  expect_steps("default buffers");
  options.hardware.alpha = 4;
  expect_steps("all ports");
  options.hardware.shared = 3;
  expect_steps("shared slots");
  options.hardware.reserve = 100;
  expect_steps("deep buffers, whose levels drift");
  options.hardware.classes = 2;
  expect_steps("another class");
  options.hardware.router_delay = 3;
  expect_steps("pipelined");
}

}  // namespace
}  // namespace torusim
