// Pipelined routers (--router-delay): every level, threads, the monitor, explanations and closed forms.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/contract/zero_load.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/equal_levels.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/refusal.h"

namespace torusim {
namespace {

int any_router_delay() { return *rc::gen::element(2, 2, 3, 3, 4, 7, 16); }

RunOptions any_pipelined(Schedule& schedule) {
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  const Topology& topology = hardware.topology;
  hardware.router_delay = any_router_delay();
  hardware.alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  hardware.lanes = 2;
  hardware.reserve = *rc::gen::inRange(1, 16);
  hardware.shared = *rc::gen::element(0, 0, 1, 5);
  options.block_flits = *rc::gen::element(0, 1, 4, 9, 70);  // worms of 70 flits stream
  hardware.switching = test::mostly_wormhole();
  hardware.arbitration = test::any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  options.startup = *rc::gen::inRange(0, 12);
  hardware.link_delay = *rc::gen::element(1, 1, 2, 5);
  if (*rc::gen::inRange(0, 3) == 0) hardware.set_links(test::any_links(topology, 5, *rc::gen::element(1, 4)));
  return options;
}

/// Of forty cases one: each is several runs, and the suite asks for hundreds.
bool left_out() { return *rc::gen::inRange(0, 40) != 0; }

RC_GTEST_PROP(PipelinedProperty, SameAtEveryLevel, ()) {
  if (left_out()) return;
  StoredSchedule schedule = test::any_exchange(test::any_small_topology(), 3, 3);
  RunOptions options = any_pipelined(schedule);
  test::expect_equal_levels(schedule, options);
}

// More threads than two need more nodes.
RC_GTEST_PROP(PipelinedProperty, ThreadsMakeNoDifference, ()) {
  if (left_out() || *rc::gen::inRange(0, 4) != 0) return;
  const Topology topology =
      Topology::parse(*rc::gen::element<std::string>("torus:4x4x2", "torus:5x7", "ring:35"));
  StoredSchedule schedule = test::any_exchange(topology, 2, 1);
  RunOptions options = any_pipelined(schedule);
  test::expect_equal_threads(schedule, options);
}

// One lane on a ring: what stops stops in the same cycle.
RC_GTEST_PROP(PipelinedProperty, DeadlocksAtEveryLevel, ()) {
  if (left_out()) return;
  const Topology topology = Topology::parse(*rc::gen::element<std::string>("ring:4", "ring:6", "torus:3x4"));
  StoredSchedule schedule = test::random_exchange(topology, 2, 1, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = topology.network_ports();
  options.hardware.lanes = 1;
  options.hardware.reserve = *rc::gen::inRange(1, 4);
  options.hardware.router_delay = any_router_delay();
  options.block_flits = *rc::gen::inRange(0, 12);
  test::expect_equal_ends(schedule, options);
}

RC_GTEST_PROP(PipelinedProperty, StatisticsOfSpansAreThoseOfTheMonitor, ()) {
  if (left_out()) return;
  StoredSchedule schedule = test::any_exchange(test::any_small_topology(), 3, 3);
  RunOptions options = any_pipelined(schedule);
  test::expect_equal_statistics(schedule, options);
}

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
  hardware.router_delay = any_router_delay();
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

// The next message of a node begins when the tail of the one before has left it.
RC_GTEST_PROP(PipelinedProperty, AWormLeavesItsNodeByTheClosedForm, ()) {
  const Topology topology = test::any_small_topology();
  const NodeId from = *rc::gen::inRange(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  StoredSchedule schedule = test::one_message(topology, from, to);
  std::vector<Transfer>& transfers = schedule.phases()[0].transfers;
  transfers.push_back(transfers[0]);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  hardware.alpha = 1;
  hardware.router_delay = any_router_delay();
  options.block_flits = *rc::gen::inRange(0, 90);
  hardware.reserve = *rc::gen::inRange(1, 30);
  hardware.shared = *rc::gen::inRange(0, 5);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  struct Begun : Observer {
    bool wants_moves() const override { return false; }
    void started(Cycle cycle, const Worm&) override { at.push_back(cycle); }
    std::vector<Cycle> at;
  } begun;
  options.observers = {&begun};
  simulate(schedule, options);
  RC_ASSERT(begun.at.size() == 2);
  const Cycle leaves =
      injection_time(hardware, from, dimension_order_route(topology, from, to), 1 + options.block_flits);
  RC_ASSERT(begun.at[1] == leaves + 1);
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
