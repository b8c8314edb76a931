// All-to-allv flit by flit: every pair gets its blocks, and not before the bounds allow.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/tests/stored_with_matrix.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> small_mixture(const std::string& shape, const char* order) {
  return make_schedule("all-to-allv", Topology::parse(shape),
                       {{"matrix", "zipf"}, {"tokens", "3"}, {"bytes", "48"}, {"order", order}});
}

RC_GTEST_PROP(AllToAllvOnHardware, NothingBeatsTheBounds, ()) {
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
