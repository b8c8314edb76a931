// Schedules of messages on the hardware: every level delivers every message once, in the same cycles.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/tests/stored_with_matrix.h"
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

// All-to-allv flit by flit: every pair gets its blocks, at both levels in the same cycles, and not before the
// bounds allow.

std::unique_ptr<Schedule> small_mixture(const std::string& shape, const char* order) {
  return make_schedule("all-to-allv", Topology::parse(shape),
                       {{"matrix", "zipf"}, {"tokens", "3"}, {"bytes", "48"}, {"order", order}});
}

RC_GTEST_PROP(AllToAllvOnHardware, LevelsAgreeAndNothingBeatsTheBounds, ()) {
  const auto schedule =
      small_mixture(*rc::gen::element<std::string>("torus:3x4", "ring:6", "mesh:3x3", "torus:2x2x2"),
                    *rc::gen::element("direct", "pex", "balanced", "disjoint"));
  const auto sync = test::any_sync();
  if (sync == Synchronisation::kPriority && schedule->info().phases > 16) return;
  RunOptions options = test::options_for(*schedule, sync);
  options.startup = *rc::gen::inRange(0, 5);
  const RunResult fast = simulate(*schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  RC_ASSERT(fast.delivered_blocks == matrix_of(*schedule)->total());
  RC_ASSERT(fast.cycles >= message_bounds(*schedule, 1, options.hardware.alpha).most());
  if (schedule->info().claims.link_disjoint && sync == Synchronisation::kBarrier) {
    // No contention: a phase takes what its slowest message takes by itself.
    Cycle alone = 0;
    schedule->rewind();
    for (Phase phase; schedule->next(phase);) {
      Cycle slowest = 0;
      for (const Transfer& t : phase.transfers) {
        slowest = std::max<Cycle>(
            slowest, options.startup + 1 + t.unnamed + 3 + 2 * t.route.hops(schedule->info().topology));
      }
      alone += slowest;
    }
    schedule->rewind();
    RC_ASSERT(fast.cycles == alone);
  }
  if (*rc::gen::inRange(0, 50) != 0) return;
  RC_ASSERT(test::result_text(test::at_pins(*schedule, options)) == test::result_text(fast));
}

/// Two messages have exchanged their lengths: as many blocks arrive, but not as the matrix says.
TEST(AllToAllvOnHardware, AWrongPairIsFound) {
  const auto schedule = small_mixture("ring:6", "direct");
  test::StoredWithMatrix stored(*schedule);
  Transfer& first = stored.phases()[0].transfers[0];
  const auto other = [&]() -> Transfer& {
    for (Phase& phase : stored.phases()) {
      for (Transfer& transfer : phase.transfers) {
        if (transfer.unnamed != first.unnamed) return transfer;
      }
    }
    return first;
  };
  std::swap(other().unnamed, first.unnamed);
  RunOptions options = test::options_for(stored, Synchronisation::kBarrier);
  options.hardware.lanes = 2;
  const RunResult result = simulate(stored, options);
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_GE(result.findings.size(), 2u);
  EXPECT_NE(result.findings[0].find("blocks of messages have arrived"), std::string::npos);
  EXPECT_NE(result.findings[1].find("0 of "), std::string::npos) << result.findings[1];
}

}  // namespace
}  // namespace torusim
