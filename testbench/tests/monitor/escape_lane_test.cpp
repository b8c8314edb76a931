// The monitor names escape and adaptive lanes: a run by dimension order is none of adaptive routing.
#include <gtest/gtest.h>

#include "models/watch/network_monitor.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/monitor/move_sequence.h"

namespace torusim {
namespace {

TEST(EscapeLane, IsNamedByTheMonitor) {
  test::MoveSequence run;
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.lanes = 4;
  options.observers = {&run};
  ASSERT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
  options.hardware.adaptive = true;
  NetworkMonitor monitor(options.hardware);
  run.play(monitor);
  const std::string found = monitor.violation().value_or("");
  EXPECT_NE(found.find("VC 0, escape lane 0, worm "), std::string::npos) << found;
  EXPECT_NE(found.find("head off its path, which leads to "), std::string::npos) << found;
  EXPECT_NE(found.find(" VC 2, adaptive lane 2"), std::string::npos) << found;
}

}  // namespace
}  // namespace torusim
