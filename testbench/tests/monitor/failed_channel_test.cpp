// A flit on a channel that has failed, in the run of a network that is whole.
#include <gtest/gtest.h>

#include "models/watch/network_monitor.h"
#include "schedules/core/failed_network.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/monitor/move_sequence.h"

namespace torusim {
namespace {

TEST(FailedChannel, CarriesNoFlit) {
  const Topology intact = Topology::parse("torus:4x4");
  test::MoveSequence run;
  StoredSchedule schedule = test::random_exchange(intact, 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 3;
  options.observers = {&run};
  ASSERT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
  const auto finding = [&](std::shared_ptr<const Failures> failures) {
    Hardware hardware = options.hardware;
    hardware.topology = intact.with_failures(std::move(failures));
    NetworkMonitor monitor(hardware);
    run.play(monitor);
    return monitor.violation().value_or("");
  };
  EXPECT_EQ(finding(nullptr), "");
  auto failures = std::make_shared<FailedNetwork>(intact);
  failures->fail_link({6, 2});
  const std::string found = finding(failures);
  EXPECT_TRUE(found.ends_with("is on (1,2)+y, a channel that has failed") ||
              found.ends_with("is on (1,3)-y, a channel that has failed"))
      << found;
  auto one_way = std::make_shared<FailedNetwork>(intact);
  one_way->fail_link({6, 2, true});
  EXPECT_TRUE(finding(one_way).ends_with("is on (1,2)+y, a channel that has failed")) << finding(one_way);
}

}  // namespace
}  // namespace torusim
