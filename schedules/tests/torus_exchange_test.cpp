// Algorithms T1, T4, C1 and C64 against the tables and theorems of the paper.
#include "schedules/algorithms/torus_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "schedules/algorithms/torus_plan.h"
#include "schedules/check/check.h"
#include "schedules/formulas/exchange_closed_forms.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

std::string square(int d, int dimensions) {
  std::string result = "torus:";
  for (int i = 0; i < dimensions; ++i) result += (i == 0 ? "" : "x") + std::to_string(1 << d);
  return result;
}

TEST(TorusExchange, T4Totals) {
  EXPECT_EQ(cost_of("t4", "torus:8x8"), (Cost{6, 192}));  // below Theorem 2: logical rings of 4
  for (int d = 4; d <= 7; ++d) EXPECT_EQ(cost_of("t4", square(d, 2)), t4_cost(d)) << d;
}

TEST(TorusExchange, T1Totals) {
  EXPECT_EQ(cost_of("t1", "torus:16x16"), (Cost{12, 1440}));
  EXPECT_EQ(cost_of("t1", "torus:32x32"), (Cost{16, 10944}));
  EXPECT_EQ(cost_of("t1", "torus:64x64"), (Cost{20, 86912}));
  EXPECT_EQ(cost_of("t1", "torus:128x128"), (Cost{24, 702208}));
  for (int d = 3; d <= 7; ++d) EXPECT_EQ(cost_of("t1", square(d, 2)), dimension_by_dimension_cost(d, 2)) << d;
}

TEST(TorusExchange, C64Totals) {
  EXPECT_EQ(cost_of("c64", "torus:8x8x8"), (Cost{13, 3328}));
  EXPECT_EQ(cost_of("c64", "torus:12x12x12"), (Cost{17, 12384}));
  EXPECT_EQ(cost_of("c64", "torus:16x16x16"), (Cost{17, 34816}));
  EXPECT_EQ(cost_of("c64", "torus:32x32x32"), c64_cost(5));
  EXPECT_EQ(cost_of("c64", "torus:64x64x64"), c64_cost(6));
}

TEST(TorusExchange, C1Totals) {
  EXPECT_EQ(cost_of("c1", "torus:8x8x8"), (Cost{12, 2688}));
  EXPECT_EQ(cost_of("c1", "torus:32x32x32"), (Cost{24, 525312}));
  EXPECT_EQ(cost_of("c1", "torus:16x16x16"), dimension_by_dimension_cost(4, 3));
}

TEST(TorusExchange, T4Phases) {
  const std::vector<Row> sixteen{{"PreX", 256, 128, 32768},   {"PreY", 256, 128, 32768},
                                 {"S1.GP0", 256, 128, 28672}, {"S1.GP1", 256, 160, 32768},
                                 {"S1.SP1", 128, 32, 4096},   {"S1.SP0", 256, 128, 28672},
                                 {"S2.GP0", 256, 128, 28672}, {"S2.GP1", 256, 160, 32768},
                                 {"S2.SP1", 128, 32, 4096},   {"S2.SP0", 256, 128, 28672}};
  EXPECT_EQ(rows_of("t4", "torus:16x16"), sixteen);
  std::vector<Row> stage{{"GP0", 1024, 512, 491520}, {"GP1", 1024, 576, 524288}, {"GP2", 512, 640, 262144},
                         {"SP2", 256, 64, 16384},    {"SP1", 1024, 576, 524288}, {"SP0", 1024, 512, 491520}};
  std::vector<Row> expected{{"PreX", 1024, 512, 524288}, {"PreY", 1024, 512, 524288}};
  for (const char* prefix : {"S1.", "S2."}) {
    for (Row row : stage) {
      row.name = prefix + row.name;
      expected.push_back(row);
    }
  }
  EXPECT_EQ(rows_of("t4", "torus:32x32"), expected);
}

TEST(TorusExchange, C64Phases) {
  std::vector<Row> expected;
  for (const char* name : {"PreX", "PreY", "PreZ"}) {
    for (int p = 1; p <= 3; ++p) {
      const std::int64_t size = 8192 * (4 - p);
      expected.push_back({name + std::to_string(p), 32768, size, 32768 * size});
    }
  }
  for (int stage = 1; stage <= 4; ++stage) {
    const std::string prefix = "S" + std::to_string(stage) + ".";
    expected.push_back({prefix + "GP0", 24576, 16384, 352321536});
    expected.push_back({prefix + "GP1", 24576, 20480, 402653184});
    expected.push_back({prefix + "SP1", 12288, 4096, 50331648});
    expected.push_back({prefix + "SP0", 24576, 16384, 352321536});
  }
  EXPECT_EQ(rows_of("c64", "torus:32x32x32"), expected);
}

// Where GP_{d-2} or SP_{d-2} has no message (rings of 6, 9, 10, 12, ..) there is no such phase, so that
// startups can be fewer than the 2d-2 of Section 5.
TEST(TorusExchange, SidesThatDiffer) {
  const AlgorithmOptions lemma_rule{{"rule", "A"}};
  EXPECT_EQ(cost_of("t1", "torus:8x16"), (Cost{10, 584}));
  EXPECT_EQ(cost_of("t1", "torus:16x32"), (Cost{14, 4176}));
  EXPECT_EQ(cost_of("t1", "torus:12x16", lemma_rule), (Cost{11, 1020}));
  EXPECT_EQ(cost_of("t1", "torus:8x12", lemma_rule), (Cost{9, 408}));
  EXPECT_EQ(cost_of("t1", "torus:10x10", lemma_rule), (Cost{10, 540}));
  EXPECT_EQ(cost_of("t1", "torus:10x10"), (Cost{8, 480}));
  EXPECT_EQ(cost_of("t1", "torus:12x20", lemma_rule).blocks, 1656);
  EXPECT_EQ(cost_of("t1", "torus:6x9", {{"rule", "A"}, {"completion", "split"}}).blocks, 321);
  EXPECT_EQ(cost_of("t1", "torus:6x9", lemma_rule).blocks, 291);
  EXPECT_EQ(cost_of("t1", "torus:6x9").blocks, 267);

  // Rings of a stage that differ are aligned at best: as cheap as if stages had barriers and phases had none.
  EXPECT_EQ(cost_of("t4", "torus:8x16"), (Cost{10, 576}));
  EXPECT_EQ(cost_of("t4", "torus:16x32"), (Cost{14, 3392}));
  EXPECT_EQ(cost_of("t4", "torus:12x16", lemma_rule), (Cost{10, 864}));
  EXPECT_EQ(cost_of("t4", "torus:8x12", lemma_rule).blocks, 384);
  EXPECT_EQ(cost_of("t4", "torus:10x10"), (Cost{10, 420}));
  EXPECT_EQ(cost_of("t4", "torus:10x10", {{"completion", "fold"}}), (Cost{12, 580}));
  EXPECT_EQ(cost_of("t4", "torus:10x10", {{"rule", "A"}, {"completion", "fold"}}).blocks, 580);
  EXPECT_EQ(cost_of("t4", "torus:12x20", lemma_rule).blocks, 1536);
}

// For each ring alone auto is the best. Where rings of a stage differ, seq of all rings took 72 blocks fewer.
TEST(TorusExchange, NoCompletionHasFewerPhasesOrBlocksThanAuto) {
  EXPECT_EQ(cost_of("t4", "torus:14x12"), (Cost{14, 888}));
  EXPECT_EQ(cost_of("t4", "torus:14x16", {{"rule", "S"}}), (Cost{18, 1296}));
  for (const char* rule : {"auto", "A", "S", "E", "F"}) {
    for (const auto& [name, shape] :
         std::vector<std::pair<const char*, const char*>>{{"ring-gs", "ring:5"},
                                                          {"ring-gs", "ring:9"},
                                                          {"t1", "torus:6x5"},
                                                          {"t4", "torus:10x8"},
                                                          {"t4", "torus:12x14"},
                                                          {"t4", "torus:18x14"}}) {
      const Cost chosen = cost_of(name, shape, {{"rule", rule}});
      for (const char* completion : {"fold", "split", "seq"}) {
        const Cost other = cost_of(name, shape, {{"rule", rule}, {"completion", completion}});
        const bool as_good = other.startups <= chosen.startups && other.blocks <= chosen.blocks;
        EXPECT_TRUE(!as_good || other == chosen) << name << " " << shape << " " << rule << " " << completion;
      }
    }
  }
}

/// Hops that all blocks take, and those from their sources to their destinations on shortest paths.
std::pair<std::int64_t, std::int64_t> hops_and_distances(const std::string& name, const Topology& torus) {
  const auto schedule = make_schedule(name, torus);
  std::pair<std::int64_t, std::int64_t> result{check(*schedule).block_hops, 0};
  for (NodeId to = 0; to < torus.nodes(); ++to)
    result.second += torus.nodes() * std::int64_t{torus.distance(0, to)};
  return result;
}

// Preprocessing moves blocks in direction + only, wherever they have to go.
TEST(TorusExchange, DetoursOfBlocks) {
  using Hops = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(hops_and_distances("t4", Topology::parse("torus:32x32")), (Hops{17825792, 16777216}));
  EXPECT_EQ(hops_and_distances("t4", Topology::parse("torus:8x8")), (Hops{20480, 16384}));
  EXPECT_EQ(hops_and_distances("c64", Topology::parse("torus:8x8x8")), (Hops{2752512, 1572864}));
  EXPECT_EQ(hops_and_distances("t1", Topology::parse("torus:12x9")), (Hops{60912, 60912}));
  EXPECT_EQ(hops_and_distances("c1", Topology::parse("torus:8x8x8")), (Hops{1572864, 1572864}));
}

TEST(TorusExchange, MixedDilations) {
  // The engine takes any dilation that divides the sides; the named algorithms use one for all dimensions.
  const Topology cube = Topology::parse("torus:8x8x8");
  TorusExchange eight(cube, {2, 2, 2}, {});
  EXPECT_EQ(cost(summarize(eight)), (Cost{9, 2304}));
}

TEST(TorusExchange, IsAStreamThatStartsAgain) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:12x20"));
  const auto first = summarize(*schedule);
  Phase phase;
  ASSERT_TRUE(schedule->next(phase));
  schedule->rewind();
  const auto second = summarize(*schedule);
  ASSERT_EQ(first.size(), second.size());
  EXPECT_EQ(static_cast<int>(first.size()), schedule->info().phases);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].total_blocks, second[i].total_blocks);
}

// Rings of three lengths in one stage: their phases meet as well as they can.

using Sizes = std::vector<std::int64_t>;  // of a ring's phases, in the order that they run in

/// The least sum of largest messages when the phases of the second and third ring are placed among those of
/// the first: all ways are tried.
std::int64_t least_cost(const Sizes& longest, const Sizes& second, const Sizes& third) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 2;
  const std::size_t rows = second.size() + 1, columns = third.size() + 1;
  std::vector<std::int64_t> best(rows * columns, kNever);  // [placed of the second][.. of the third]
  best[0] = 0;
  for (const std::int64_t size : longest) {
    std::vector<std::int64_t> next(rows * columns, kNever);
    for (std::size_t j = 0; j < rows; ++j) {
      for (std::size_t k = 0; k < columns; ++k) {
        for (const std::size_t dj : {0, 1}) {
          for (const std::size_t dk : {0, 1}) {
            if (j < dj || k < dk) continue;
            const std::int64_t with =
                std::max({size, dj == 1 ? second[j - 1] : 0, dk == 1 ? third[k - 1] : 0});
            auto& here = next[j * columns + k];
            here = std::min(here, best[(j - dj) * columns + k - dk] + with);
          }
        }
      }
    }
    best = std::move(next);
  }
  return best.back();
}

TEST(TorusPlanTest, ThreeRingLengthsMeetAsWellAsTheyCan) {
  // In the first three, placing the third ring by the first alone would cost more: 630 to 606 blocks of each
  // 64 nodes on rings of 5, 6 and 8.
  for (const char* shape :
       {"torus:20x24x32", "torus:32x24x28", "torus:64x56x36", "torus:16x32x64", "torus:12x20x28"}) {
    const Topology topology = Topology::parse(shape);
    const TorusPlan plan(topology, {4, 4, 4}, {});
    std::vector<Sizes> rings;
    for (int d = 0; d < 3; ++d) {
      const std::int64_t unit = topology.nodes() / plan.ring(d).length;
      rings.emplace_back();
      for (const RingPhase& phase : plan.ring(d).phases)
        rings.back().push_back(unit * most_blocks(phase.messages));
    }
    std::vector<std::int64_t> cost(plan.stages(), 0);
    for (const TorusPlan::PlannedPhase& planned : plan.phases()) {
      if (planned.stage < 0) continue;
      std::int64_t largest = 0;
      for (int d = 0; d < 3; ++d) {
        if (planned.ring_phase[d] >= 0) largest = std::max(largest, rings[d][planned.ring_phase[d]]);
      }
      cost[planned.stage] += largest;
    }
    std::sort(rings.begin(), rings.end(), [](const Sizes& a, const Sizes& b) { return a.size() > b.size(); });
    // All three run together in one stage of the four at least.
    EXPECT_EQ(*std::max_element(cost.begin(), cost.end()), least_cost(rings[0], rings[1], rings[2])) << shape;
  }
}

// Phases of rings of different lengths in one stage.

using Placement = std::vector<int>;

TEST(PhaseAlignment, PutsLargeWithLarge) {
  // The rings of 8 and of 16 nodes of T4 on a torus of 16 x 32, in blocks.
  const std::vector<SizedPhase> sixteen{{"GP0", 256}, {"GP1", 288}, {"GP2", 320},
                                        {"SP2", 32},  {"SP1", 288}, {"SP0", 256}};
  const std::vector<SizedPhase> eight{{"GP0", 256}, {"GP1", 320}, {"SP1", 64}, {"SP0", 256}};
  EXPECT_EQ(align_phases(sixteen, eight), (Placement{0, -1, 1, -1, 2, 3}));
}

TEST(PhaseAlignment, PrefersNamesakesWhereSizesDoNotMatter) {
  const std::vector<SizedPhase> longer{{"GP0", 9}, {"GP1", 9}, {"SP1", 9}, {"SP0", 9}};
  EXPECT_EQ(align_phases(longer, {{"GP0", 1}, {"SP0", 1}}), (Placement{0, -1, -1, 1}));
  EXPECT_EQ(align_phases(longer, {{"GP1", 1}}), (Placement{-1, 0, -1, -1}));
}

TEST(PhaseAlignment, EqualLengthsGoTogetherOneByOne) {
  EXPECT_EQ(align_phases({{"a", 1}, {"b", 2}}, {{"c", 3}, {"d", 4}}), (Placement{0, 1}));
  EXPECT_EQ(align_phases({{"a", 1}}, {}), (Placement{-1}));
  EXPECT_EQ(align_phases({}, {}), Placement{});
}

}  // namespace
}  // namespace torusim
