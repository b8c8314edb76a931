// Routes that name lanes: the levels agree, and the monitor finds every worm on the lane that it should take.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "schedules/core/lane_choice.h"
#include "schedules/core/laned_schedule.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/equal_levels.h"

namespace torusim {
namespace {

constexpr const char* kShapes[] = {"ring:5",     "ring:8",     "torus:4x3", "torus:2x5",    "torus:3x2x3",
                                   "torus:4x3m", "torus:3x4k", "mesh:3x4",  "torus:3x3x6~", "hypercube:3"};

/// Names lanes at random, so worms may deadlock, or balanced, so they may not.
void name_lanes(StoredSchedule& schedule, int lanes, bool balanced, std::uint64_t number) {
  const LaneChooser chooser(schedule.info().topology, lanes);
  for (Phase& phase : schedule.phases()) {
    for (Transfer& transfer : phase.transfers) {
      if (balanced) chooser.balance(transfer.source, ++number, false, transfer.route);
      for (int r = 0; r < transfer.route.size() && !balanced; ++r) {
        transfer.route.set_lane(r, static_cast<int>(++number * 0x9E3779B97F4A7C15u >> 62));
      }
    }
  }
}

RC_GTEST_PROP(NamedLanes, SameFlitsInTheSameCycles, ()) {
  if (*rc::gen::inRange(0, 6) > 0) return;  // a case takes long
  const Topology topology = Topology::parse(kShapes[*rc::gen::inRange<std::size_t>(0, std::size(kShapes))]);
  StoredSchedule schedule = test::any_exchange(topology, 3, 3);
  const int lanes = *rc::gen::element(1, 2, 2, 4);
  const bool balanced = *rc::gen::inRange(0, 3) > 0;
  name_lanes(schedule, lanes, balanced, *rc::gen::arbitrary<std::uint32_t>());
  RunOptions options = test::options_for(schedule, test::any_sync());
  options.hardware.lanes = lanes;
  test::draw_channels(options.hardware, 5, 3, 3);
  options.hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCircuit);
  options.block_flits = *rc::gen::inRange(0, 12);
  const RunResult fast = simulate(schedule, options);
  RC_TAG(to_text(fast.verdict));
  RC_ASSERT(fast.verdict == Verdict::kVerified ||
            (fast.verdict == Verdict::kDeadlock && (lanes == 1 || !balanced)));
  test::expect_equal_runs(schedule, options, fast);
}

TEST(NamedLanes, AScheduleNamesTheSameInEveryPass) {
  const Topology topology = Topology::parse("torus:4x4");
  LanedSchedule laned(std::make_unique<StoredSchedule>(test::random_exchange(topology, 3, 1, 1)), 2);
  const auto pass = [&] {
    std::vector<int> lanes;
    for (Phase phase; laned.next(phase);) {
      for (const Transfer& transfer : phase.transfers) {
        for (int r = 0; r < transfer.route.size(); ++r) lanes.push_back(transfer.route.lane(r));
      }
    }
    laned.rewind();
    return lanes;
  };
  const std::vector<int> first = pass();
  EXPECT_EQ(first, pass());
  EXPECT_GT(std::count(first.begin(), first.end(), 1), std::ssize(first) / 4);
}

}  // namespace
}  // namespace torusim
