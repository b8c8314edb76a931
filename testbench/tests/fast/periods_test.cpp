// Periodic sleep: long worms that share links cost as much as short ones, and nothing else changes.
#include "models/fast/periods.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "models/contract/observer.h"
#include "models/fast/network.h"
#include "models/sources/schedule_driver.h"
#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/dense/sums.h"
#include "testbench/tests/fast/long_messages.h"
#include "testbench/tests/levels/full_text.h"

namespace torusim {
namespace {

using test::any_options;
using test::long_messages;
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
  schedule = StoredSchedule::copy_of(*make_schedule("direct", Topology::parse("torus:4x4")));
  options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.reserve = 1000;
  expect_steps("injection that fills deep buffers");
}

}  // namespace
}  // namespace torusim
