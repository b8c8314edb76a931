// The constructions of Wang, Tseng, Ni, Sheu: every step by the rules, the printed numbers of steps.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/broadcast/oracle.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

using broadcast::make_plan;
using broadcast::Plan;
using broadcast::Variant;
using test::fault;
using test::Links;

int steps_of(Variant variant, const std::vector<int>& sides, int alpha) {
  return static_cast<int>(make_plan(variant, torus_of(sides), 0, alpha).size());
}

int power_above(int base, int n) {
  int exponent = 0;
  for (std::int64_t reach = 1; reach < n; reach *= base) ++exponent;
  return exponent;
}

TEST(IntervalRecursion, ReachesEveryPlaceOnceInTheFewestSteps) {
  for (int alpha = 1; alpha <= 10; ++alpha) {
    for (int length = 1; length <= 400; ++length) {
      const auto steps = broadcast::interval_recursion(length, alpha);
      ASSERT_EQ(static_cast<int>(steps.size()), power_above(alpha + 1, length));
      std::vector<bool> owned(length);
      owned[0] = true;
      int count = 1;
      for (const auto& step : steps) {
        const std::vector<bool> before = owned;
        for (const broadcast::Hop& hop : step) {
          const int from = (hop.owner + length) % length, to = (hop.owner + hop.distance + length) % length;
          ASSERT_TRUE(before[from] && !owned[to]) << length << ", alpha " << alpha;
          ASSERT_TRUE(hop.slot != 0 && (hop.slot > 0) == (hop.distance > 0));
          owned[to] = true;
          ++count;
        }
      }
      ASSERT_EQ(count, length);
    }
  }
}

void expect_square(int dimensions, int side, int alpha) {
  const std::vector<int> sides(dimensions, side);
  const Topology torus = torus_of(sides);
  const NodeId source = torus.nodes() / 3;
  const Plan plan = make_plan(Variant::kBest, torus, source, alpha);
  EXPECT_EQ(fault(torus, source, alpha, plan, Links::kUndirected), "") << torus.name() << ", alpha " << alpha;
  EXPECT_EQ(static_cast<int>(plan.size()), dimensions * power_above(alpha + 1, side)) << torus.name();
  EXPECT_EQ(static_cast<int>(plan.size()), *broadcast_theorem(torus, alpha));
}

// Theorems 1, 2, 5, 6 and Section 5: k ceil(log_{alpha+1} n), exactly.
TEST(SquareBroadcast, TakesItsStepsOnRings) {
  for (int n = 2; n <= 200; ++n) {
    for (int alpha = 1; alpha <= 2; ++alpha) expect_square(1, n, alpha);
  }
}

TEST(SquareBroadcast, TakesItsStepsInTwoDimensions) {
  for (int n = 2; n <= 32; ++n) {
    for (int alpha = 1; alpha <= 4; ++alpha) expect_square(2, n, alpha);
  }
  for (int alpha = 1; alpha <= 4; ++alpha) expect_square(2, 64, alpha);
}

TEST(SquareBroadcast, TakesItsStepsInThreeDimensions) {
  for (int n = 2; n <= 11; ++n) {
    for (int alpha = 1; alpha <= 6; ++alpha) expect_square(3, n, alpha);
  }
}

TEST(SquareBroadcast, TakesItsStepsInFourAndFiveDimensions) {
  for (int n = 2; n <= 5; ++n) {
    for (int alpha = 1; alpha <= 8; ++alpha) expect_square(4, n, alpha);
  }
  expect_square(4, 9, 8);
  for (int n = 2; n <= 3; ++n) {
    for (int alpha = 1; alpha <= 10; ++alpha) expect_square(5, n, alpha);
  }
}

// Theorems 3 and 4 are never exceeded, in any order of the sides; kBest never takes longer than kPaper, and
// for even n1 it is at most two steps above the lower bound, three for odd n1.
TEST(PlaneBroadcast, KeepsTheTheorems) {
  for (int a = 2; a <= 25; ++a) {
    for (int b = a + 1; b < 70; b += a < 8 ? 1 : 5) {
      for (int alpha = 3; alpha <= 4; ++alpha) {
        const Topology torus = torus_of(b % 2 == 0 ? std::vector{a, b} : std::vector{b, a});
        const int theorem = *broadcast_theorem(torus, alpha);
        const Plan paper = make_plan(Variant::kPaper, torus, 1, alpha);
        const Plan best = make_plan(Variant::kBest, torus, 1, alpha);
        EXPECT_LE(static_cast<int>(paper.size()), theorem) << torus.name() << ", alpha " << alpha;
        EXPECT_LE(best.size(), paper.size()) << torus.name() << ", alpha " << alpha;
        EXPECT_LE(static_cast<int>(best.size()), broadcast_lower_bound(torus, alpha) + 2 + a % 2)
            << torus.name() << ", alpha " << alpha;
        if (b % 3 != 0) continue;
        EXPECT_EQ(fault(torus, 1, alpha, paper, Links::kUndirected), "") << torus.name();
        EXPECT_EQ(fault(torus, 1, alpha, best, Links::kUndirected), "") << torus.name();
      }
    }
  }
}

TEST(PlaneBroadcast, BestTakesItsClosedForm) {
  for (int a = 2; a <= 25; ++a) {
    for (int b = a + 1; b < 70; b += 3) {
      for (int alpha = 3; alpha <= 4; ++alpha) {
        const int columns = a - a % 2, pairs = columns / 2, base = alpha + 1;
        EXPECT_EQ(steps_of(Variant::kBest, {a, b}, alpha),
                  power_above(base, columns) + power_above(base, pairs) +
                      power_above(base, (b + pairs - 1) / pairs) + a % 2)
            << a << "x" << b << ", alpha " << alpha;
      }
    }
  }
}

// Theorem 4 counts one step more than Stages 1 to 3 with exact rows need, always, for even n1.
TEST(PlaneBroadcast, BestIsBelowTheoremFourForEvenSides) {
  for (int a = 2; a <= 24; a += 2) {
    for (int b = a + 1; b < 70; b += 4) {
      EXPECT_LT(steps_of(Variant::kBest, {a, b}, 3), *broadcast_theorem(torus_of({a, b}), 3));
    }
  }
}

// Section 3.2.3.
TEST(RingByRingBroadcast, TakesTheSumOfTheLogarithms) {
  for (const auto& sides : {std::vector{2, 13}, {7, 11}, {5, 6, 9}, {3, 4, 2, 6}}) {
    const Topology torus = torus_of(sides);
    for (int alpha = 1; alpha <= 2; ++alpha) {
      int sum = 0;
      for (const int side : sides) sum += power_above(alpha + 1, side);
      const Plan plan = make_plan(Variant::kPaper, torus, 5, alpha);
      EXPECT_EQ(fault(torus, 5, alpha, plan, Links::kUndirected), "") << torus.name();
      EXPECT_EQ(static_cast<int>(plan.size()), sum);
    }
  }
}

// Theorems 7 to 9, even n1: 'paper' keeps them, 'best' is at least as short.
TEST(BoxBroadcast, KeepsTheTheoremsForEvenSides) {
  for (const int a : {2, 4, 6, 8}) {
    for (int b = a; b <= 24; b += 3) {
      for (int c = b + (a == b); c <= 30; c += 4) {
        for (int alpha = 3; alpha <= 6; ++alpha) {
          const int theorem = *broadcast_theorem(torus_of({a, b, c}), alpha);
          const int paper = steps_of(Variant::kPaper, {a, b, c}, alpha);
          EXPECT_LE(paper, theorem) << a << "x" << b << "x" << c << ", alpha " << alpha;
          EXPECT_LE(steps_of(Variant::kBest, {a, b, c}, alpha), paper);
        }
      }
    }
  }
}

struct Job {
  std::vector<int> sides;
  NodeId source;
  int alpha;
};

Job any_job(int dimensions, std::vector<int> longest) {
  Job job;
  for (int d = 0; d < dimensions; ++d) job.sides.push_back(*rc::gen::inRange(2, longest[d] + 1));
  std::swap(job.sides[0], job.sides[*rc::gen::inRange(0, dimensions)]);
  job.source = *rc::gen::inRange(0, torus_of(job.sides).nodes());
  job.alpha = *rc::gen::inRange(1, 2 * dimensions + 1);
  return job;
}

void check_constructions(const Job& job) {
  const Topology torus = torus_of(job.sides);
  const auto theorem = broadcast_theorem(torus, job.alpha);
  const bool odd = *std::min_element(job.sides.begin(), job.sides.end()) % 2 == 1;
  const bool may_miss = odd && job.sides.size() == 3 && job.alpha >= 3;
  for (const Variant variant : {Variant::kPaper, Variant::kBest}) {
    const Plan plan = make_plan(variant, torus, job.source, job.alpha);
    RC_ASSERT(fault(torus, job.source, job.alpha, plan, Links::kUndirected) == "");
    RC_ASSERT(fault(torus, job.source, job.alpha, plan, Links::kDirected) == "");
    RC_ASSERT(static_cast<int>(plan.size()) >= broadcast_lower_bound(torus, job.alpha));
    RC_ASSERT(static_cast<int>(plan.size()) <= *theorem + (may_miss ? 1 : 0));
  }
  const Plan automatic = make_plan(Variant::kAuto, torus, job.source, job.alpha);
  RC_ASSERT(fault(torus, job.source, job.alpha, automatic, Links::kDirected) == "");
  RC_ASSERT(static_cast<int>(automatic.size()) <= *theorem);
}

RC_GTEST_PROP(Constructions, AreBroadcastsOnAnyPlane, ()) { check_constructions(any_job(2, {25, 70})); }

RC_GTEST_PROP(Constructions, AreBroadcastsOnAnyBox, ()) { check_constructions(any_job(3, {8, 12, 18})); }

TEST(Constructions, RefuseWhatThereIsNoneFor) {
  const auto message = [](const char* shape, int alpha) {
    return test::refusal([&] { make_plan(Variant::kBest, Topology::parse(shape), 0, alpha); });
  };
  EXPECT_EQ(message("mesh:4x4", 2),
            "broadcast on mesh:4x4 with 2 ports: there is no construction for dimensions that are not rings; "
            "variant=maxflow and variant=auto find a schedule");
  EXPECT_EQ(
      message("torus:3x3x3x4", 3),
      "broadcast on torus:3x3x3x4 with 3 ports: there is no construction for more than three dimensions "
      "of unequal sides with more than two ports; variant=maxflow and variant=auto find a schedule");
  EXPECT_EQ(message("torus:3x3x3x4", 2), "accepted");
}

// The oracle sees what is wrong.
TEST(Oracle, SeesEveryKindOfFault) {
  const Topology torus = torus_of({5, 5});
  const Plan good = make_plan(Variant::kBest, torus, 0, 4);
  const auto after = [&](const auto& change) {
    Plan plan = good;
    change(plan);
    return fault(torus, 0, 4, plan, Links::kUndirected);
  };
  EXPECT_EQ(after([](Plan&) {}), "");
  EXPECT_EQ(after([](Plan& plan) { plan[1].sends.pop_back(); }), "R5, 24 of 25 nodes own the message");
  EXPECT_EQ(after([](Plan& plan) { plan.pop_back(); }), "R5, 5 of 25 nodes own the message");
  EXPECT_NE(after([](Plan& plan) { std::swap(plan[0], plan[1]); }).find("R1"), std::string::npos);
  EXPECT_NE(after([](Plan& plan) { plan[1].sends.push_back(plan[1].sends[0]); }).find("R2"),
            std::string::npos);
  EXPECT_NE(after([](Plan& plan) { plan[1].sends.push_back(plan[0].sends[0]); }).find("R2"),
            std::string::npos);
  EXPECT_NE(after([](Plan& plan) { plan[0].sends[0].to += 1; }).find("elsewhere"), std::string::npos);
  EXPECT_NE(after([](Plan& plan) { plan.push_back({"empty", {}}); }).find("nobody"), std::string::npos);
  EXPECT_NE(fault(torus, 0, 3, good, Links::kUndirected).find("R4"), std::string::npos);
  // 0 sends round by (0,1): a channel of another path in the same direction, then in the other one.
  const Plan shared{
      {"step", {{0, 2, broadcast::route_of({{1, 2}})}, {0, 6, broadcast::route_of({{1, 1}, {0, 1}})}}}};
  EXPECT_NE(fault(torus, 0, 4, shared, Links::kDirected).find("R3"), std::string::npos);
  const Plan opposite{
      {"one", {{0, 1, broadcast::route_of({{1, 1}})}}},
      {"two", {{0, 2, broadcast::route_of({{1, 2}})}, {1, 4, broadcast::route_of({{1, -2}})}}}};
  EXPECT_NE(fault(torus, 0, 4, opposite, Links::kUndirected).find("R3"), std::string::npos);
  EXPECT_EQ(fault(torus, 0, 4, opposite, Links::kDirected), "R5, 4 of 25 nodes own the message");
}

}  // namespace
}  // namespace torusim
