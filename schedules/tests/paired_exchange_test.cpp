// The paired exchange: totals of docs/algorithms/paired.md, block by block, and what it shares with the
// theory of T4.
#include <gtest/gtest.h>

#include "schedules/algorithms/paired/line_program.h"
#include "schedules/algorithms/paired/paired_plan.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/tests/made.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

Cost paired_cost(const std::string& shape, const std::string& variant = "auto") {
  return test::checked_cost(*make_schedule("paired", Topology::parse(shape), {{"variant", variant}}));
}

TEST(PairedExchange, SquareTori) {
  EXPECT_EQ(paired_cost("torus:4x4"), (Cost{4, 32}));
  EXPECT_EQ(paired_cost("torus:8x8"), (Cost{6, 192}));
  EXPECT_EQ(paired_cost("torus:12x12"), (Cost{8, 480}));
  EXPECT_EQ(paired_cost("torus:16x16"), (Cost{8, 1024}));
  EXPECT_EQ(paired_cost("torus:20x20"), (Cost{10, 1760}));
  EXPECT_EQ(paired_cost("torus:28x28"), (Cost{12, 4256}));
  EXPECT_EQ(paired_cost("torus:32x32"), (Cost{12, 6144}));
  EXPECT_EQ(paired_cost("torus:64x64"), (Cost{20, 40960}));
}

TEST(PairedExchange, CubesAndBeyond) {
  EXPECT_EQ(paired_cost("torus:8x8x8"), (Cost{9, 2304}));
  EXPECT_EQ(paired_cost("torus:16x16x16"), (Cost{12, 24576}));
  EXPECT_EQ(paired_cost("torus:12x12x12", "thirds"), (Cost{12, 8640}));
  EXPECT_EQ(paired_cost("torus:18x18x18"), (Cost{15, 32076}));
  EXPECT_EQ(cost_of("paired", "torus:24x24x24"), (Cost{15, 89856}));
  EXPECT_EQ(paired_cost("torus:16x16x16", "mixed"), (Cost{13, 26624}));
  EXPECT_EQ(paired_cost("torus:6x6x6"), (Cost{9, 756}));
  EXPECT_EQ(paired_cost("torus:4x4x4x4"), (Cost{8, 1024}));
}

// The plan counts what it would send: held to the transfers themselves by all the other tests.
TEST(PairedExchange, CubesOf32And64) {
  const auto plan_cost = [](const char* shape, std::optional<PairedVariant> variant) {
    return best_paired_plan(Topology::parse(shape), variant)->cost;
  };
  EXPECT_EQ(plan_cost("torus:32x32x32", PairedVariant::kParity), (Cost{18, 294912}));
  EXPECT_EQ(plan_cost("torus:32x32x32", {}), (Cost{17, 278528}));
  EXPECT_EQ(plan_cost("torus:64x64x64", PairedVariant::kParity), (Cost{30, 3932160}));
  EXPECT_EQ(plan_cost("torus:64x64x64", {}), (Cost{25, 3276800}));
}

TEST(PairedExchange, SidesThatDiffer) {
  EXPECT_EQ(paired_cost("torus:4x8"), (Cost{5, 80}));
  EXPECT_EQ(paired_cost("torus:16x4"), (Cost{7, 224}));
  EXPECT_EQ(paired_cost("torus:8x24"), (Cost{9, 864}));
  EXPECT_EQ(paired_cost("torus:8x32"), (Cost{11, 1408}));
  EXPECT_EQ(paired_cost("torus:8x16"), (Cost{8, 512}));
  EXPECT_EQ(paired_cost("torus:16x32"), (Cost{12, 3072}));
  EXPECT_EQ(paired_cost("torus:12x20", "parity"), (Cost{10, 1056}));
  EXPECT_EQ(paired_cost("torus:12x20"), (Cost{10, 1056}));
  EXPECT_EQ(paired_cost("torus:8x12"), (Cost{8, 352}));
  EXPECT_EQ(paired_cost("torus:12x16"), (Cost{8, 768}));
  EXPECT_EQ(paired_cost("torus:4x8x8"), (Cost{8, 1024}));
  EXPECT_EQ(paired_cost("torus:8x8x16"), (Cost{10, 5120}));
  EXPECT_EQ(paired_cost("torus:4x8x16"), (Cost{9, 2304}));
  EXPECT_EQ(paired_cost("torus:2x8"), (Cost{5, 40}));
  EXPECT_EQ(paired_cost("torus:6x8"), (Cost{7, 168}));
  EXPECT_EQ(paired_cost("torus:6x12x18"), (Cost{15, 7776}));
  EXPECT_EQ(paired_cost("torus:16x8x16", "mixed").startups, 13);
}

// k (n/8 + 2) startups of n^k / 2 blocks each where 8 divides n; all nodes send equally much in every phase,
// save a parity that waits for the other's longer job.
TEST(PairedExchange, ClosedForm) {
  for (const int n : {8, 16, 24, 32, 40, 48}) {
    const Topology square({{n, Line::kRing}, {n, Line::kRing}});
    const auto schedule = make_schedule("paired", square, {{"variant", "parity"}});
    const auto phases = summarize(*schedule);
    EXPECT_EQ(static_cast<int>(phases.size()), 2 * (n / 8 + 2));
    for (const PhaseSummary& phase : phases) {
      EXPECT_EQ(phase.max_blocks, n * n / 2) << n << " " << phase.name;
      EXPECT_EQ(phase.total_blocks, phase.max_blocks * n * n) << n << " " << phase.name;
    }
  }
}

// n = 4 modulo 8: the groups are odd, and of one group the job is one phase.
TEST(PairedExchange, ClosedFormOfOddGroups) {
  for (const auto& [k, n] : {std::pair(2, 4),
                             {2, 12},
                             {2, 20},
                             {2, 28},
                             {2, 36},
                             {2, 60},
                             {3, 4},
                             {3, 12},
                             {3, 20},
                             {4, 4},
                             {4, 12}}) {
    const Topology torus(std::vector<Dimension>(k, {n, Line::kRing}));
    const std::int64_t nodes = torus.nodes(), half = (n / 4 - 1) / 2;
    // N k (1 + (half + 1) (n - 4) / 2n)
    const std::int64_t blocks = nodes / n * k * (2 * n + (half + 1) * (n - 4)) / 2;
    const Cost expected = n == 4 ? Cost{2 * k, k * nodes} : Cost{k * (half + 3), blocks};
    EXPECT_EQ(best_paired_plan(torus, PairedVariant::kParity)->cost, expected) << torus.name();
  }
}

// Totals of docs/algorithms/paired.md for `rows`, `thirds` and `mixed`, on all small shapes of theirs.
TEST(PairedExchange, ClosedFormsOfTheOtherVariants) {
  const auto cube = [](int n) { return Topology(std::vector<Dimension>(3, {n, Line::kRing})); };
  for (const int n : {12, 24, 36}) {
    const std::int64_t nodes = cube(n).nodes();
    EXPECT_EQ(best_paired_plan(cube(n), PairedVariant::kThirds)->cost,
              (Cost{n / 4 + 9, nodes * (n + 28) / 8}));
  }
  for (const int n : {16, 32}) {
    const std::int64_t nodes = cube(n).nodes();
    EXPECT_EQ(best_paired_plan(cube(n), PairedVariant::kMixed)->cost,
              (Cost{n / 4 + 9, nodes * (n + 36) / 8}));
  }
  for (int a = 2; a <= 24; a += 2) {
    for (int b = 4; b <= 24; b += 4) {
      std::vector<std::int64_t> expected, found;
      for (const auto& [x, y] : {std::pair(a, b), {b, a}}) {
        if (y % 4 != 0) continue;
        expected.push_back(2 * std::max(job_steps(y, 4), x / 2) + 1);
        if (x % 4 == 0) expected.push_back(2 * std::max(job_steps(y, 4), 2 * job_steps(x, 4) + 1) + 1);
      }
      const Topology torus({{a, Line::kRing}, {b, Line::kRing}});
      for (const PairedPlan& plan : paired_plans(PairedVariant::kRows, torus)) {
        found.push_back(plan.cost.startups);
      }
      EXPECT_EQ(found, expected) << torus.name();
    }
  }
}

// The last phases as a direct exchange among the 2^k nodes around a corner.
TEST(PairedExchange, DirectlyAtTheEnd) {
  const auto direct_cost = [](const char* shape) {
    const Cost cost = test::checked(*test::made("paired", shape, {{"near", "direct"}})).cost;
    EXPECT_EQ(best_paired_plan(Topology::parse(shape), {}, true)->cost, cost) << shape;
    return cost;
  };
  EXPECT_EQ(direct_cost("torus:4x4"), (Cost{5, 28}));
  EXPECT_EQ(direct_cost("torus:8x8"), (Cost{7, 176}));
  EXPECT_EQ(direct_cost("torus:12x12"), (Cost{9, 444}));
  EXPECT_EQ(direct_cost("torus:16x16"), (Cost{9, 960}));
  EXPECT_EQ(direct_cost("torus:12x20"), (Cost{11, 996}));
  EXPECT_EQ(direct_cost("torus:32x32"), (Cost{13, 5888}));
  EXPECT_EQ(direct_cost("torus:8x8x8"), (Cost{13, 1984}));
  EXPECT_EQ(direct_cost("torus:16x16x16"), (Cost{16, 22016}));
  EXPECT_EQ(best_paired_plan(Topology::parse("torus:32x32x32"), {}, true)->cost,
            (Cost{17 + 4, 278528 - 32768 * 5 / 8}));
  EXPECT_THROW(make_schedule("paired", Topology::parse("torus:6x8"), {{"near", "direct"}}), InputError);
}

TEST(PairedExchange, RingStepsOfALineAreEven) {
  for (const int group : {4, 6, 8}) {
    for (int groups = 2; groups <= 13; ++groups) {
      LineProgram line(group * groups, group);
      add_job(line, group);
      ASSERT_EQ(line.steps(), job_steps(line.side(), group));
      for (int step = 0; step < line.steps(); ++step) {
        const bool setup_or_even = step == 0 || groups % 2 == 0;
        EXPECT_EQ(line.most_pairs(step), setup_or_even ? line.side() / 2 : groups / 2 * group) << line.side();
      }
    }
  }
}

TEST(PairedExchange, SaysWhereItRuns) {
  const auto refusal = [](const char* shape, const char* variant) {
    return test::refused("paired", shape, {{"variant", variant}});
  };
  EXPECT_EQ(
      refusal("torus:10x10", "parity"),
      "paired on torus:10x10: variant=parity needs two or more wrapped dimensions whose sides are multiples "
      "of 4; nearest: torus:8x8 or torus:12x12; c1 runs on any torus, direct on any topology");
  EXPECT_EQ(
      refusal("torus:9x9", "auto"),
      "paired on torus:9x9: it needs two or more wrapped dimensions whose sides are multiples of 4, or two, "
      "one even and the other a multiple of 4, or three of multiples of 6; nearest: torus:8x8 or "
      "torus:12x12; "
      "c1 runs on any torus, direct on any topology");
  EXPECT_EQ(test::refused<UsageError>("paired", "torus:8x8", {{"variant", "row"}}),
            "paired: variant=row: the nearest value is 'rows', all are auto, parity, rows, thirds, mixed");
  for (const char* shape : {"ring:8", "mesh:8x8", "torus:2x2", "torus:7x7", "torus:3x4x5", "hypercube:4"})
    EXPECT_NE(refusal(shape, "auto").find("nearest: torus:"), std::string::npos) << shape;
  EXPECT_EQ(refusal("torus:4x8192", "auto"),
            "paired on torus:4x8192: sides may have up to 4096 nodes; c1 runs on rings of 8192");
}

}  // namespace
}  // namespace torusim
