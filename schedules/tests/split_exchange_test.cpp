// `ring-split`: totals of docs/ring-exchanges.md, block by block; every channel busy where it is at the
// bound.
#include <gtest/gtest.h>

#include "schedules/algorithms/known_cost.h"
#include "schedules/algorithms/perfect_rings/split_plan.h"
#include "schedules/check/contention.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

Cost split_cost(const std::string& shape, const std::string& groups = "auto") {
  const auto schedule = test::made("ring-split", shape, {{"groups", groups}});
  const Cost cost = test::checked_cost(*schedule);
  EXPECT_EQ(dynamic_cast<KnownCost&>(*schedule).known_cost(), cost) << shape << " " << groups;
  return cost;
}

Cost planned(const char* shape, const std::vector<int>& groups) {
  return split_plan(Topology::parse(shape), groups)->cost;
}

TEST(RingSplit, Totals) {
  EXPECT_EQ(split_cost("torus:16x16"), (Cost{64, 512}));
  EXPECT_EQ(planned("torus:20x20", {1, 1}), (Cost{100, 1000}));
  EXPECT_EQ(planned("torus:32x32", {1, 1}), (Cost{256, 4096}));
  EXPECT_EQ(planned("torus:64x64", {1, 1}), (Cost{1024, 32768}));
  EXPECT_EQ(planned("torus:16x16x16", {1, 1, 1}), (Cost{144, 12384}));
  EXPECT_EQ(planned("torus:16x16x16", {2, 1}), (Cost{1024, 8192}));
  EXPECT_EQ(planned("torus:24x24x24", {1, 1, 1}), (Cost{216, 41472}));
  EXPECT_EQ(planned("torus:32x32x32", {1, 1, 1}), (Cost{384, 131328}));
}

// Unequal sides: shorter ones repeat their phases with slices of their messages.
TEST(RingSplit, UnequalSides) {
  EXPECT_EQ(split_cost("torus:8x16"), (Cost{64, 256}));
  EXPECT_EQ(split_cost("torus:16x4"), (Cost{64, 128}));
  EXPECT_EQ(split_cost("torus:12x16"), (Cost{64, 480}));
  for (const char* groups : {"1,1,1", "1,2"}) split_cost("torus:4x16x4", groups);
}

// Equal sides of a multiple of 8 from 16 on, two dimensions: n^2/4 phases, the bound of the links.
TEST(RingSplit, MeetsTheBoundOfTheLinks) {
  for (const int n : {16, 20, 24, 32, 40, 64, 128, 256}) {
    const Topology torus({{n, Line::kRing}, {n, Line::kRing}});
    EXPECT_EQ(split_plan(torus, {1, 1})->cost, (Cost{n * n / 4, std::int64_t{n} * n * n / 8}));
    EXPECT_EQ(static_cast<double>(n) * n * n / 8, lower_bounds(torus).dimension_blocks);
  }
}

TEST(RingSplit, FillsEveryChannelInEveryPhase) {
  for (const auto& [shape, groups, phases] :
       {std::tuple("torus:16x16", "1,1", 64), {"torus:64x64", "1,1", 40}, {"torus:16x16x16", "2,1", 5}}) {
    const auto schedule = test::made("ring-split", shape, {{"groups", groups}});
    const Topology& torus = schedule->info().topology;
    Phase phase;
    for (int p = 0; p < phases && schedule->next(phase); ++p) {
      std::vector<int> used(std::size_t(torus.nodes()) * torus.network_ports());
      for (const Transfer& transfer : phase.transfers) {
        ASSERT_EQ(transfer.block_count(), phase.transfers.front().block_count());
        transfer.route.for_each_channel(torus, transfer.source, [&](NodeId node, int port) {
          ++used[std::size_t(node) * torus.network_ports() + port];
        });
      }
      ASSERT_EQ(used, std::vector<int>(used.size(), 1)) << shape << " " << phase.name;
    }
  }
}

TEST(RingSplit, SignalsHandChannelsOver) {
  const auto schedule = test::made("ring-split", "torus:4x16", {{"signals", "channels"}});
  EXPECT_TRUE(schedule->info().has_signals);
  EXPECT_TRUE(check(*schedule).correct());
  const Contention with = contention(*schedule, Synchronisation::kLocal);
  EXPECT_EQ(with.channel_pairs + with.receiver_pairs, 0) << with.first;
}

TEST(RingSplit, SaysWhereItRuns) {
  for (const char* shape : {"torus:8x8", "ring:16", "torus:16x18", "mesh:16x16", "torus:16x5000"}) {
    EXPECT_EQ(
        test::refused("ring-split", shape),
        "ring-split on " + std::string(shape) +
            ": it needs two or more wrapped dimensions whose sides are multiples of 4, up to 4096, one of "
            "them 16 or more; ring-product runs on all tori of multiples of 4, direct on any topology");
  }
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "2"}}),
            "ring-split: groups=2: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "all"}}),
            "ring-split: groups=all: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:4x4x4x16", {{"groups", "1,1,1,1"}}),
            "ring-split: groups=1,1,1,1: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "1"}}),
            "ring-split: groups=1: must be auto or numbers of dimensions that sum to 2, as 1,1");
}

}  // namespace
}  // namespace torusim
