// Pipelined RTL routers in networks of models, in lockstep with the reference router.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/foreign/rtl_models.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

// Of the router that is built in: 5 ports, 2 virtual channels of 16 slots.
RC_GTEST_PROP(PipelinedRtlProperty, TakesEveryFlitInTheSameCycle, ()) {
  if (*rc::gen::inRange(0, 3) != 0) return;  // a case is two runs
  const Topology topology = Topology::parse(*rc::gen::element<std::string>(
      "ring:5", "path:4", "mesh:3x3", "torus:3x3", "torus:3x2m", "torus:2x4~x+y2"));
  const bool acyclic = topology.name().find("torus") == std::string::npos && !topology.wraps(0);
  const int classes = acyclic ? *rc::gen::inRange(1, 3) : 1;  // two VCs are lanes, or classes
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 4), classes, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  Hardware& hardware = options.hardware;
  hardware.router_delay = 2;
  hardware.alpha = *rc::gen::inRange(1, 6 - topology.network_ports());
  hardware.alpha = std::min(hardware.alpha, topology.network_ports());
  hardware.lanes = 3 - classes;
  hardware.classes = classes;
  hardware.reserve = *rc::gen::inRange(1, 9);
  hardware.shared = *rc::gen::element(0, 0, 1, 3);
  options.block_flits = *rc::gen::element(0, 1, 4, 7);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kStoreAndForward, Switching::kCircuit);
  hardware.arbitration = test::any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve = std::max(hardware.reserve, 1 + options.block_flits);
  hardware.link_delay = *rc::gen::element(1, 1, 3);
  if (*rc::gen::inRange(0, 4) == 0) hardware.set_links(test::any_links(topology, 4, 3));
  const RunResult models = simulate(schedule, options);
  options.level = *rc::gen::element(Level::kFast, Level::kFast, Level::kPins);
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(
      hardware, *rc::gen::element("all", "random:50%"), *rc::gen::arbitrary<std::uint16_t>());
  options.lockstep = true;
  const RunResult result = simulate(schedule, options);
  RC_ASSERT(result.findings == models.findings);
  RC_ASSERT(result.verdict == Verdict::kVerified);
  RC_ASSERT(test::result_text(result) == test::result_text(models));
}

TEST(PipelinedRtl, RefusesWhatIsNotBuilt) {
  const auto refusal_of = [](auto change) {
    Hardware hardware;
    hardware.topology = Topology::parse("torus:4x4");
    hardware.router_delay = 2;
    change(hardware);
    return test::refusal([&] { rtl::fitting_parameters(hardware); });
  };
  EXPECT_EQ(refusal_of([](Hardware&) {}), "accepted");
  EXPECT_NE(refusal_of([](Hardware& h) { h.router_delay = 3; }).find("1 or 2, not 3"), std::string::npos);
  EXPECT_NE(refusal_of([](Hardware& h) { h.phase_gates = true; }).find("no gates"), std::string::npos);
  EXPECT_NE(refusal_of([](Hardware& h) { h.switching = Switching::kCutThrough; }).find("vct"),
            std::string::npos);
}

}  // namespace
}  // namespace torusim
