// Schedules of messages on the hardware: every level delivers every message once, in the same cycles.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

StoredSchedule random_messages(const Topology& topology) {
  ScheduleInfo info;
  info.name = "messages";
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  std::vector<Phase> phases(*rc::gen::inRange(1, 4));
  for (Phase& phase : phases) {
    phase.name = "phase";
    for (int n = *rc::gen::inRange(0, 8); n > 0; --n) {
      const NodeId from = *rc::gen::inRange(0, topology.nodes());
      const NodeId to = (from + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
      Transfer transfer = test::transfer(topology, from, to);
      transfer.blocks = BlockSet(topology.dimensions());
      transfer.unnamed = *rc::gen::inRange(0, 6);
      phase.transfers.push_back(transfer);
    }
  }
  return StoredSchedule(info, std::move(phases));
}

RC_GTEST_PROP(MessagesOnHardware, ComeOnceAndInTheSameCycles, ()) {
  StoredSchedule schedule =
      random_messages(Topology::parse(*rc::gen::element<std::string>("ring:5", "torus:3x4", "mesh:3x3")));
  const auto sync = test::any_sync();
  RunOptions options = test::options_for(schedule, sync);
  options.block_flits = *rc::gen::inRange(0, 5);
  options.startup = *rc::gen::inRange(0, 5);
  test::draw_switching(options.hardware, 5 * 4);
  std::int64_t flit_hops = 0, messages = 0;
  for (const Phase& phase : schedule.phases()) {
    for (const Transfer& transfer : phase.transfers) {
      flit_hops +=
          (1 + transfer.unnamed * options.block_flits) * transfer.route.hops(schedule.info().topology);
      ++messages;
    }
  }
  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  RC_ASSERT(fast.messages == messages);
  RC_ASSERT(fast.flit_hops == flit_hops);
  RC_ASSERT(fast.delivered_blocks == schedule.info().collective.blocks);
  RC_ASSERT(fast.total_blocks == schedule.info().collective.blocks);
  if (*rc::gen::inRange(0, 5) != 0) return;
  RC_ASSERT(test::result_text(test::at_pins(schedule, options)) == test::result_text(fast));
}

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
