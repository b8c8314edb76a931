// What the explanation blames: taken away, the run is shorter by what it said. The examples of
// docs/explanation.md.
#include <gtest/gtest.h>

#include <map>

#include "schedules/algorithms/registry.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/tests/explain/explained.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

using test::Explained;

/// Cycles that each worm cost the path, by its number.
std::map<std::uint32_t, Cycle> costs(const Explained& run) {
  std::map<std::uint32_t, Cycle> result;
  for (const Step& step : run.path.steps) {
    if (step.blocked()) result[run.history.worms()[step.blocker].number] += step.cycles();
  }
  return result;
}

TEST(Blame, TheRingWithoutSynchronisationNamesWhoWasInTheWay) {
  const auto schedule = make_schedule("ring-gs", Topology::parse("ring:16"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.startup = 1;
  const Explained run(*schedule, options);
  EXPECT_EQ(costs(run), (std::map<std::uint32_t, Cycle>{{46, 4}, {69, 6}, {71, 3}}));
}

/// Priority gives every phase virtual channels of its own and lets the earlier ones go first: the run is
/// shorter by what the path was blocked for.
TEST(Blame, PrioritySavesWhatThePathWasBlockedFor) {
  struct Case {
    const char *name, *shape;
    int startup, reserve;
    Cycle none, predicted, priority;
  };
  for (const Case& c : {Case{"ring-gs", "ring:16", 1, 4, 116, 103, 103},
                        {"ring-gs", "ring:16", 100, 4, 704, 697, 697},
                        {"ring-gs", "ring:16", 1, 1, 289, 238, 238},
                        {"ring-gs", "ring:32", 1, 4, 304, 271, 271},
                        {"ring-gs", "ring:32", 100, 4, 1096, 1063, 1063},
                        {"t4", "torus:16x16", 1, 4, 1424, 1254, 1254},
                        {"t4", "torus:16x16", 10, 4, 1496, 1344, 1344},
                        {"t4", "torus:16x16", 100, 4, 2288, 2244, 2244},
                        {"ring-gs", "ring:64", 1, 4, 966, 826, 845}}) {  // another chain was hidden behind it
    const auto schedule = make_schedule(c.name, Topology::parse(c.shape));
    RunOptions none = test::options_for(*schedule, Synchronisation::kNone);
    none.startup = c.startup;
    none.hardware.reserve = c.reserve;
    const Explained blocked(*schedule, none);
    EXPECT_EQ(blocked.result.cycles, c.none) << c.shape;
    EXPECT_EQ(blocked.result.cycles - blocked.path.blocked(), c.predicted) << c.shape;
    RunOptions priority = test::options_for(*schedule, Synchronisation::kPriority);
    priority.startup = c.startup;
    priority.hardware.reserve = c.reserve;
    const Explained free(*schedule, priority);
    EXPECT_EQ(free.result.cycles, c.priority) << c.shape;
    if (c.priority == c.predicted) {
      EXPECT_EQ(free.path.blocked(), 0) << c.shape;
    }
  }
}

/// One worm gets a virtual channel of its own: the one that stood behind it comes as much earlier as it was
/// blocked for. The phase then waits for the other one, and the path says so.
TEST(Blame, AVirtualChannelOfItsOwnLetsTheOthersPass) {
  constexpr std::uint32_t kStands = 2, kPasses = 4;
  StoredSchedule schedule = StoredSchedule::copy_of(*read_tcs(TORUSIM_EXAMPLES "/path4-blocked.tcs"));
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  options.block_flits = schedule.info().block_flits;
  options.hardware.lanes = 1;
  const auto delivered = [](const Explained& run, std::uint32_t number) {
    for (const WormRecord& worm : run.history.worms()) {
      if (worm.number == number) return worm.tail_out;
    }
    return Cycle{-1};
  };
  const Explained blocked(schedule, options);
  ASSERT_EQ(blocked.result.verdict, Verdict::kVerified);
  EXPECT_EQ(costs(blocked), (std::map<std::uint32_t, Cycle>{{kStands, 9}}));
  schedule.phases()[1].transfers[1].message_class = 1;
  options.hardware.classes = 2;
  const Explained passed(schedule, options);
  EXPECT_EQ(delivered(passed, kPasses), delivered(blocked, kPasses) - 9);
  EXPECT_LT(passed.result.cycles, blocked.result.cycles);
  EXPECT_GT(costs(passed).count(kPasses), 0u);
  EXPECT_EQ(costs(passed).count(kStands), 0u);
}

/// Where nothing but that wait is in the way, the whole run is shorter by it: 0 > 2 gives way to 1 > 9 on the
/// channel that they share and is still done before it.
TEST(Blame, AVirtualChannelOfItsOwnSavesWhatTheRunWasBlockedFor) {
  constexpr std::uint32_t kStands = 2;
  StoredSchedule schedule = StoredSchedule::copy_of(*read_tcs(TORUSIM_EXAMPLES "/path10-own-channel.tcs"));
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = schedule.info().block_flits;
  options.hardware.lanes = 1;
  const Explained blocked(schedule, options);
  ASSERT_EQ(blocked.result.verdict, Verdict::kVerified);
  EXPECT_EQ(costs(blocked), (std::map<std::uint32_t, Cycle>{{kStands, blocked.path.blocked()}}));
  EXPECT_GT(blocked.path.blocked(), 10);
  ASSERT_EQ(schedule.phases()[1].transfers[0].source, 0);
  schedule.phases()[1].transfers[0].message_class = 1;
  options.hardware.classes = 2;
  const Explained passed(schedule, options);
  EXPECT_EQ(passed.result.cycles, blocked.result.cycles - blocked.path.blocked());
  EXPECT_EQ(passed.path.blocked(), 0);
}

}  // namespace
}  // namespace torusim
