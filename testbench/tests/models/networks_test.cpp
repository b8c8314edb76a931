// Networks with failed links deliver everything and refuse routes over them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/core/failed_network.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

// Small buffers, long worms, everything at once: classes and datelines keep it free of deadlock.
RC_GTEST_PROP(FailedNetworks, NoRunHangs, ()) {
  const Topology intact = test::any_shape(40);
  const Topology topology = test::with_failed_links(intact, 8);
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
  const auto schedule =
      test::rerouted(test::random_exchange(intact, 2, 1, *rc::gen::arbitrary<unsigned>()), topology, how, 2);
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.hardware.alpha = topology.network_ports();
  options.hardware.reserve = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(1, 30);
  RC_ASSERT(simulate(*schedule, options).verdict == Verdict::kVerified);
}

// A schedule that knows nothing of the failure is refused before a flit moves.
TEST(FailedNetworks, RoutesOverFailedChannelsAreRefused) {
  const Topology intact = Topology::parse("torus:4x4");
  auto failures = std::make_shared<FailedNetwork>(intact);
  failures->fail_link({0, 0});
  StoredSchedule schedule = test::random_exchange(intact.with_failures(failures), 1, 1, 5);
  const std::string error =
      test::refusal([&] { simulate(schedule, test::options_for(schedule, Synchronisation::kNone)); });
  EXPECT_NE(error.find("takes a channel that does not exist or has failed"), std::string::npos) << error;
}

}  // namespace
}  // namespace torusim
