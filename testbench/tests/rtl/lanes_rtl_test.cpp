// Lanes that routes name, with routers in SystemVerilog: the same flits in the same cycles as the models'.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/foreign/rtl_models.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/lane_choice.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// What some router of the build serves; a delay of 2 cycles is a router of its own.
Hardware any_two_lanes(const Topology& topology) {
  Hardware hardware;
  hardware.topology = topology;
  hardware.alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  hardware.lanes = 2;
  hardware.reserve = *rc::gen::inRange(1, 9);
  hardware.shared = *rc::gen::element(0, 0, 1, 4);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.router_delay = *rc::gen::element(1, 1, 1, 2, 2);
  hardware.arbitration = test::any_arbitration();
  if (*rc::gen::inRange(0, 4) == 0) hardware.set_links(test::any_links(topology, 3, 3));
  return hardware;
}

std::string any_lanes_shape() {
  return *rc::gen::element<std::string>("ring:5", "ring:8", "torus:4x3", "torus:2x5", "torus:2x3x2",
                                        "torus:4x3m", "torus:3x4k", "torus:2x4~x+y2", "mesh:3x4");
}

// Lanes balanced, so that there is no deadlock, or drawn at random, so that there may be one.
RC_GTEST_PROP(LanesInRtl, OfSchedulesAreThoseOfTheModels, ()) {
  if (*rc::gen::inRange(0, 8) > 0) return;  // a case is three runs
  const Topology topology = Topology::parse(any_lanes_shape());
  const bool balanced = *rc::gen::inRange(0, 3) > 0;
  StoredSchedule schedule = test::any_exchange(topology, 3, 3);
  const LaneChooser chooser(topology, 2);
  std::uint64_t number = *rc::gen::arbitrary<std::uint32_t>();
  for (Phase& phase : schedule.phases()) {
    for (Transfer& transfer : phase.transfers) {
      if (balanced) chooser.balance(transfer.source, ++number, false, transfer.route);
      for (int r = 0; r < transfer.route.size() && !balanced; ++r) {
        transfer.route.set_lane(r, static_cast<int>(++number * 0x9E3779B97F4A7C15u >> 63));
      }
    }
  }
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  const int classes = options.hardware.classes;
  const bool gates = options.hardware.phase_gates;
  options.hardware = any_two_lanes(topology);
  options.hardware.classes = classes;
  options.hardware.phase_gates = gates;
  options.hardware.switching = *rc::gen::element(Switching::kWormhole, Switching::kWormhole,
                                                 Switching::kStoreAndForward, Switching::kCircuit);
  options.block_flits = *rc::gen::inRange(0, 8);
  if (options.hardware.buffers_whole_worms()) options.hardware.reserve += options.block_flits;
  if (gates) options.hardware.router_delay = 1;
  if (rtl::find_model(rtl::built_models(), options.hardware) == nullptr) return;
  const RunResult models = simulate(schedule, options);
  RC_ASSERT(models.verdict == Verdict::kVerified || (models.verdict == Verdict::kDeadlock && !balanced));
  RC_TAG(to_text(models.verdict));
  options.lockstep = *rc::gen::arbitrary<bool>();
  for (const Level level : {Level::kFast, Level::kPins}) {
    NetworkMonitor monitor(options.hardware);
    options.level = level;
    options.observers = {&monitor};
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(
        options.hardware, *rc::gen::element("all", "random:50%"), *rc::gen::arbitrary<std::uint16_t>());
    const RunResult result = simulate(schedule, options);
    RC_ASSERT(monitor.violation().value_or("") == "");
    RC_ASSERT(test::result_text(result) == test::result_text(models));
  }
}

RC_GTEST_PROP(LanesInRtl, OfPacketsAreThoseOfTheModels, ()) {
  if (*rc::gen::inRange(0, 8) > 0) return;
  TrafficOptions options = test::traffic_on(
      any_lanes_shape().c_str(), (*rc::gen::element<std::string>("uniform", "tornado", "hotspot")).c_str(),
      *rc::gen::element(0.1, 0.4, 0.9));
  options.hardware = any_two_lanes(options.hardware.topology);
  options.hardware.classes = *rc::gen::inRange(1, 4);
  options.traffic.routing.lanes = LaneChoice::kBalanced;
  options.traffic.packet = PacketMix::parse(*rc::gen::element<std::string>("1", "5", "1,6"));
  options.traffic.warm_up = 0;
  options.traffic.window = 150;
  options.traffic.drain = 100;
  options.traffic.seed = *rc::gen::inRange(0, 10000);
  options.level = Level::kFast;
  if (rtl::find_model(rtl::built_models(), options.hardware) == nullptr) return;
  const TrafficResult models = simulate_traffic(options);
  RC_ASSERT(models.verdict != TrafficVerdict::kDeadlock);
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(
      options.hardware, *rc::gen::element("all", "random:50%"), *rc::gen::arbitrary<std::uint16_t>());
  options.level = *rc::gen::element(Level::kFast, Level::kPins);
  options.monitor = true;
  const TrafficResult result = simulate_traffic(options);
  RC_TAG(to_text(models.verdict));
  RC_ASSERT(test::result_text(result) == test::result_text(models));
}

}  // namespace
}  // namespace torusim
