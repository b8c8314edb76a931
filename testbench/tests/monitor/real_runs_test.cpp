// Whatever the configuration: the simulator's moves break no rule of the contract.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/reference_routers.h"

namespace torusim {
namespace {

/// What a monitor counts in a run with foreign routers at all nodes or most that is cut off.
std::vector<LinkStatistics> counted_when_cut_off(Level level, int threads, int link_delay, Cycle end,
                                                 bool all) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:7x7"), 2, 2, 5);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.level = level;
  options.threads = threads;
  options.hardware.link_delay = link_delay;
  options.block_flits = 6;
  options.max_cycles = end;
  test::place_reference_routers(options, [&](NodeId node) { return all || node % 3 != 0; });
  NetworkMonitor monitor(options.hardware);
  options.observers = {&monitor};
  EXPECT_EQ(simulate(schedule, options).verdict, Verdict::kLimit);
  EXPECT_EQ(monitor.violation().value_or(""), "");
  std::vector<LinkStatistics> counted;
  for (ChannelId c = 0; c < monitor.table().size(); ++c) counted.push_back(monitor.link(c, end));
  return counted;
}

TEST(NetworkMonitorOnRuns, AreCutOffAtTheSameFlitWithForeignRouters) {
  for (const auto& [delay, end, all] :
       {std::tuple(1, 40, true), {1, 83, false}, {3, 60, true}, {3, 97, false}}) {
    SCOPED_TRACE(testing::Message() << delay << ' ' << end << ' ' << all);
    const auto at_the_pins = counted_when_cut_off(Level::kPins, 1, delay, end, all);
    EXPECT_EQ(counted_when_cut_off(Level::kFast, 1, delay, end, all), at_the_pins);
    EXPECT_EQ(counted_when_cut_off(Level::kFast, 3, delay, end, all), at_the_pins);
  }
}

RC_GTEST_PROP(NetworkMonitorOnRuns, NoViolationInAnyConfiguration, ()) {
  const std::string shape = *rc::gen::element<std::string>(
      "ring:2", "ring:5", "path:4", "torus:3x4", "mesh:3x3", "torus:4x3m", "torus:2x2x3", "torus:4x4");
  const int classes = *rc::gen::inRange(1, 4);
  StoredSchedule schedule = test::random_exchange(Topology::parse(shape), *rc::gen::inRange(1, 5), classes,
                                                  *rc::gen::arbitrary<unsigned>());
  const auto sync = test::any_sync_or_gates();
  RunOptions options = test::options_for(schedule, sync);
  Hardware& hardware = options.hardware;
  test::draw_channels(hardware, 9, 5, 4);
  const bool acyclic = shape.starts_with("path") || shape.starts_with("mesh");
  hardware.lanes = acyclic ? *rc::gen::inRange(1, 3) : 2;
  options.block_flits = *rc::gen::inRange(0, 12);
  test::draw_switching(hardware, options.block_flits);
  options.startup = *rc::gen::inRange(0, 20);
  options.barrier = *rc::gen::inRange(0, 20);
  NetworkMonitor monitor(hardware);
  options.observers = {&monitor};

  const RunResult result = simulate(schedule, options);
  RC_ASSERT(result.verdict == Verdict::kVerified);
  RC_ASSERT(monitor.violation().value_or("") == "");
  RC_ASSERT(monitor.quiet());
  std::int64_t hops = 0, ejected = 0, injected = 0, sent = 0, received = 0;
  for (ChannelId c = 0; c < monitor.table().size(); ++c) {
    const LinkStatistics link = monitor.link(c, result.cycles);
    RC_ASSERT(link.flits <= link.busy);
    RC_ASSERT(link.peak_occupancy <= hardware.vcs() * hardware.reserve + hardware.shared);
    const bool local = monitor.table().injection(c) || monitor.table().ejection(c);
    if (!local) hops += link.flits;
  }
  for (NodeId n = 0; n < hardware.topology.nodes(); ++n) {
    injected += monitor.node(n).flits_injected;
    ejected += monitor.node(n).flits_ejected;
    sent += monitor.node(n).messages_sent;
    received += monitor.node(n).messages_received;
  }
  RC_ASSERT(hops == result.flit_hops);
  RC_ASSERT(injected == ejected);
  RC_ASSERT(sent == result.messages);
  RC_ASSERT(received == result.messages);
}

/// The paper's algorithms under every synchronisation, so with signals and preemption.
TEST(NetworkMonitorOnRuns, NoViolationUnderAnySynchronisation) {
  for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                          Synchronisation::kPriority}) {
    const auto schedule = make_schedule("t4", Topology::parse("torus:16x16"));
    RunOptions options = test::options_for(*schedule, sync);
    options.block_flits = 3;
    NetworkMonitor monitor(options.hardware);
    options.observers = {&monitor};
    const RunResult result = simulate(*schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    EXPECT_EQ(monitor.violation().value_or(""), "") << to_text(sync);
    EXPECT_TRUE(monitor.quiet());
    std::int64_t sent = 0, preempted = 0;
    for (NodeId n = 0; n < 256; ++n) sent += monitor.node(n).messages_sent;
    for (ChannelId c = 0; c < monitor.table().size(); ++c) {
      preempted += monitor.link(c, result.cycles).stalled_preemption;
    }
    EXPECT_EQ(sent, result.messages);
    EXPECT_EQ(preempted > 0, options.hardware.classes > 1) << to_text(sync);
  }
}

TEST(NetworkMonitorOnRuns, CountsTheSameAtEveryLevel) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 3, 2, 5);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.shared = 2;
  options.hardware.link_delay = 2;
  options.block_flits = 5;
  NetworkMonitor fast(options.hardware), pins(options.hardware);
  options.observers = {&fast};
  const RunResult result = simulate(schedule, options);
  options.level = Level::kPins;
  options.observers = {&pins};
  simulate(schedule, options);
  EXPECT_EQ(pins.violation().value_or(""), "");
  EXPECT_TRUE(pins.quiet());
  for (ChannelId c = 0; c < fast.table().size(); ++c) {
    EXPECT_EQ(fast.link(c, result.cycles), pins.link(c, result.cycles)) << fast.table().name(c);
  }
  for (NodeId n = 0; n < options.hardware.topology.nodes(); ++n) EXPECT_EQ(fast.node(n), pins.node(n));
}

}  // namespace
}  // namespace torusim
