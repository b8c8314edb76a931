// What pipelined RTL routers do not serve.
#include <gtest/gtest.h>

#include "models/foreign/rtl_models.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

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
