// Schedules of messages on the hardware: every level delivers every message once, in the same cycles.
#include <gtest/gtest.h>

#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// A schedule that announces more than its messages carry is not verified.
TEST(MessagesOnHardware, WhatIsMissingIsSaid) {
  ScheduleInfo info;
  info.topology = Topology::parse("path:3");
  info.collective.kind = Collective::Kind::kMessages;
  Phase phase;
  phase.name = "one";
  phase.transfers = {test::transfer(info.topology, 0, 2)};
  phase.transfers[0].blocks = BlockSet(1);
  phase.transfers[0].unnamed = 3;
  StoredSchedule schedule(info, {phase});
  schedule.phases()[0].transfers[0].unnamed = 2;
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0], "2 of 3 blocks of messages have arrived");
}

}  // namespace
}  // namespace torusim
