// Links that differ in delay and rate, and routers of several stages: closed forms, and what a slow link
// carries.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/contract/zero_load.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

RunOptions any_options(Schedule& schedule, int most_delay, int most_interval) {
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  test::draw_times(hardware, most_delay, most_interval);
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

// A worm alone takes the closed form, whatever its path and its buffers.
RC_GTEST_PROP(UnevenLinksProperty, AWormAloneTakesTheClosedForm, ()) {
  const Topology topology = test::any_small_topology();
  const NodeId from = *rc::gen::inRange(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  StoredSchedule schedule = test::one_message(topology, from, to);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  options.block_flits = *rc::gen::inRange(0, 60);
  options.startup = *rc::gen::inRange(0, 9);
  hardware.reserve = *rc::gen::inRange(1, 24);
  hardware.shared = *rc::gen::inRange(0, 5);
  hardware.switching = test::any_switching();
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  test::draw_times(hardware, *rc::gen::element(2, 20), *rc::gen::element(1, 3, 80));
  options.level = *rc::gen::element(Level::kFast, Level::kPins);
  const Route route = dimension_order_route(topology, from, to);
  const Cycle closed = zero_load_latency(hardware, options.startup, path_times(hardware, from, route),
                                         1 + options.block_flits);
  RC_ASSERT(simulate(schedule, options).cycles == closed);
}

/// When each message began, by number.
class Begun : public Observer {
 public:
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm&) override { at.push_back(cycle); }
  std::vector<Cycle> at;
};

// The next message of a node begins when the tail of the one before has left it.
RC_GTEST_PROP(UnevenLinksProperty, AWormLeavesItsNodeByTheClosedForm, ()) {
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

// A loaded link of rate 1/r carries one flit every r cycles, neither more nor less.
TEST(UnevenLinks, ASlowLinkCarriesAFlitAnInterval) {
  const Topology ring = Topology::parse("ring:4");
  for (const Level level : {Level::kFast, Level::kPins}) {
    for (const int interval : {1, 2, 3, 8, 255}) {
      StoredSchedule schedule = test::one_message(ring, 0, 1);
      RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
      options.level = level;
      options.hardware.reserve = 8;
      const auto cycles = [&](int block) {
        options.block_flits = block;
        options.hardware.set_links(
            test::links_of_dimensions(ring, {{1, static_cast<std::int16_t>(interval)}}));
        return simulate(schedule, options).cycles;
      };
      EXPECT_EQ(cycles(100) - cycles(0), 100 * interval) << to_text(level);
    }
  }
}

// A worm on fast links takes the same where other links are slow or long.
TEST(UnevenLinks, OnlyTheLinksOfAPathMatter) {
  const Topology torus = Topology::parse("torus:4x4");
  StoredSchedule schedule = test::one_message(torus, 0, torus.displaced(0, 1, 1));
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  options.hardware.reserve = 8;
  options.block_flits = 30;
  const Cycle even = simulate(schedule, options).cycles;
  options.hardware.set_links(test::links_of_dimensions(torus, {{50, 9}, {1, 1}}));
  EXPECT_EQ(simulate(schedule, options).cycles, even);
  options.hardware.set_links(test::links_of_dimensions(torus, {{1, 1}, {50, 1}}));
  EXPECT_GT(simulate(schedule, options).cycles, even + 49);
}

// Links that are all alike are what --link-delay has always been.
RC_GTEST_PROP(UnevenLinksProperty, AlikeLinksAreEvenOnes, ()) {
  StoredSchedule schedule =
      test::random_exchange(test::any_small_topology(), 2, 2, *rc::gen::arbitrary<unsigned>());
  RunOptions options = any_options(schedule, 1, 1);
  const auto delay = static_cast<std::int16_t>(*rc::gen::inRange(1, 6));
  options.hardware.uneven = nullptr;
  options.hardware.link_delay = delay;
  const RunResult even = simulate(schedule, options);
  options.hardware.set_links(UnevenLinks(options.hardware.topology, {delay, 1}));
  const RunResult alike = simulate(schedule, options);
  RC_ASSERT(test::result_text(even) == test::result_text(alike));
}

}  // namespace
}  // namespace torusim
