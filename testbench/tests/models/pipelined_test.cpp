// Closed forms of pipelined routers (--router-delay). uneven_links_test.cpp runs them at every level.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/zero_load.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

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
