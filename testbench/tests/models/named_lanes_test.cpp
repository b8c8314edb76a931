// Schedules whose routes name lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "schedules/core/laned_schedule.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

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
