// Bubble flow control with routers in SystemVerilog: in every cycle the same flits as the models'.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "models/watch/network_monitor.h"
#include "schedules/text/node_selection.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

/// What the RTL with bubble flow control that is part of the build serves: 5 ports, 4 virtual channels of 16
/// slots.
RC_GTEST_PROP(BubbleInRtl, IsThatOfTheModels, ()) {
  const std::string shape =
      *rc::gen::element<std::string>("ring:2", "ring:4", "ring:7", "torus:2x3", "torus:3x3", "torus:3x2m");
  StoredSchedule schedule = test::any_exchange(Topology::parse(shape), 5, 2);
  for (Phase& phase : schedule.phases()) {  // messages of different lengths
    for (std::size_t i = 0; i < phase.transfers.size(); i += 3) {
      phase.transfers[i].blocks = BlockSet(schedule.info().topology.dimensions());
    }
  }
  RunOptions options = test::options_for(
      schedule,
      *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kSwitch));
  Hardware& hardware = options.hardware;
  const int network_ports = hardware.network_ports();
  hardware.alpha = *rc::gen::inRange(1, std::min(network_ports, 5 - network_ports) + 1);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.arbitration = test::any_arbitration();
  hardware.switching = Switching::kBubble;
  options.block_flits = *rc::gen::element(0, 1, 3);
  test::suit_bubble(hardware, *rc::gen::inRange(2, 5), 1 + options.block_flits);
  options.startup = *rc::gen::inRange(0, 12);
  const RunResult models = simulate(schedule, options);
  const bool lockstep = *rc::gen::arbitrary<bool>();
  const auto expect_same = [&](Level level, const char* nodes) {
    NetworkMonitor monitor(hardware);
    options.level = level;
    options.rtl_nodes = select_nodes(hardware.topology, nodes, 11);
    options.lockstep = lockstep;
    options.observers = {&monitor};
    const RunResult result = simulate(schedule, options);
    RC_ASSERT(monitor.violation().value_or("") == "");
    RC_ASSERT(test::result_text(result) == test::result_text(models));
  };
  expect_same(Level::kFast, "all");
  expect_same(Level::kFast, "random:50%");
  if (*rc::gen::inRange(0, 3) == 0) expect_same(Level::kPins, "random:50%");
}

}  // namespace
}  // namespace torusim
