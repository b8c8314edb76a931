// What the monitor counts in a large run, which breaks no rule of the contract, and in runs that are cut off.
#include <gtest/gtest.h>

#include "models/contract/reference_router.h"
#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Places routers of the contract's plain code at the nodes that `chosen` names.
template <typename Chosen>
void place_reference_routers(RunOptions& options, Chosen chosen) {
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return std::make_unique<ReferenceRouter>(hardware, node);
  };
  for (NodeId node = 0; node < options.hardware.topology.nodes(); ++node) {
    if (chosen(node)) options.rtl_nodes.push_back(node);
  }
}

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
  place_reference_routers(options, [&](NodeId node) { return all || node % 3 != 0; });
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

}  // namespace
}  // namespace torusim
