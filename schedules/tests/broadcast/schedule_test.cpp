// From the registry to the checker: what a schedule says of itself, and that the checker, which knows nothing
// of broadcasts' making, agrees with the oracle.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/formulas/broadcast_closed_forms.h"
#include "schedules/tests/broadcast/oracle.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

TEST(BroadcastSchedule, SaysWhatItIs) {
  const auto schedule = make_schedule("broadcast", Topology::parse("torus:6x30"),
                                      {{"variant", "best"}, {"ports", "3"}, {"root", "(2,7)"}});
  const ScheduleInfo& info = schedule->info();
  EXPECT_EQ(info.name, "broadcast");
  EXPECT_EQ(info.generator, "broadcast torus:6x30 ports=3 root=(2,7) variant=best");
  EXPECT_EQ(info.collective.kind, Collective::Kind::kBroadcast);
  EXPECT_EQ(info.collective.root, 67);
  EXPECT_EQ(info.ports, 3);
  EXPECT_EQ(info.phases, 5);
  EXPECT_TRUE(info.claims.link_disjoint);
  EXPECT_EQ(info.sync, Synchronisation::kBarrier);
  EXPECT_EQ(find_algorithm("broadcast").collective, Collective::Kind::kBroadcast);
}

TEST(BroadcastSchedule, PortsAreAllOrANumber) {
  for (const char* ports : {"0", "-1", "4x", "", "99999999999"}) {
    EXPECT_EQ(test::refused<UsageError>("broadcast", "torus:4x4", {{"ports", ports}}),
              std::string("broadcast: ports=") + ports + ": must be all or a number from 1");
  }
}

// Routes turn as they like, but worms that share no channel make no cycle of channels, on one lane as on two.
RC_GTEST_PROP(BroadcastSchedule, IsCorrectAndCannotDeadlock, ()) {
  std::vector<int> sides;
  for (int d = *rc::gen::element(1, 2, 2, 3, 3, 4); d > 0; --d) {
    sides.push_back(*rc::gen::resize(100, rc::gen::inRange(2, 8)));
  }
  const Topology torus = test::torus_of(sides);
  const bool constructed = sides.size() < 4 && *rc::gen::arbitrary<bool>();
  const auto variant =
      constructed ? *rc::gen::element("paper", "best") : *rc::gen::element("auto", "maxflow");
  const int alpha = *rc::gen::resize(100, rc::gen::inRange(1, torus.network_ports() + 1));
  const NodeId root = *rc::gen::resize(100, rc::gen::inRange(0, torus.nodes()));
  const auto schedule =
      make_schedule("broadcast", torus,
                    {{"variant", variant}, {"ports", std::to_string(alpha)}, {"root", std::to_string(root)}});
  const CheckReport report = check(*schedule, {.lanes = *rc::gen::element(1, 2)});
  RC_ASSERT(report.correct());
  RC_ASSERT(report.repeats == 0);
  RC_ASSERT(report.transfers == torus.nodes() - 1);
  RC_ASSERT(report.cycles.in_phase.empty());
  RC_ASSERT(report.cost.startups == schedule->info().phases);
}

// The printed formulas, their lower bound and Table 1 recomputed.

using Source = BroadcastSource;

struct Row {
  const char* torus;
  int bound;
  /// In the order of kSources; 0 where there is nothing.
  std::array<int, 7> steps;
};

constexpr Source kSources[] = {Source::kOursTheorem, Source::kOursTable,   Source::kLeeLee,
                               Source::kParkChoi,    Source::kPetersSyska, Source::kWangTseng,
                               Source::kTsaiMcKinley};

// Table 1 at eighteen shapes. Its last two columns say [14] for Wang-Tseng, which is [18].
TEST(BroadcastClosedForms, TableOne) {
  const Row rows[] = {
      {"torus:4x4", 2, {2, 3, 4, 0, 0, 4, 2}},       {"torus:5x5", 2, {2, 2, 4, 2, 2, 4, 0}},
      {"torus:8x8", 3, {4, 4, 5, 0, 0, 5, 3}},       {"torus:10x10", 3, {4, 4, 5, 0, 3, 5, 0}},
      {"torus:16x16", 4, {4, 5, 6, 0, 0, 6, 4}},     {"torus:25x25", 4, {4, 4, 6, 4, 4, 6, 0}},
      {"torus:32x32", 5, {6, 6, 7, 0, 0, 7, 5}},     {"torus:50x50", 5, {6, 6, 7, 0, 5, 7, 0}},
      {"torus:64x64", 6, {6, 7, 8, 0, 0, 8, 6}},     {"torus:128x128", 7, {8, 8, 9, 0, 0, 9, 7}},
      {"torus:7x7x7", 3, {3, 3, 5, 3, 0, 7, 0}},     {"torus:8x8x8", 4, {6, 6, 6, 0, 0, 8, 5}},
      {"torus:16x16x16", 5, {6, 7, 7, 0, 0, 9, 6}},  {"torus:32x32x32", 6, {6, 8, 8, 0, 0, 10, 8}},
      {"torus:49x49x49", 6, {6, 6, 8, 6, 0, 10, 0}}, {"torus:8x8x5", 3, {8, 9, 0, 0, 0, 0, 5}},
      {"torus:8x16", 4, {5, 8, 0, 0, 0, 0, 0}},      {"torus:9x9x9x9", 4, {4, 4, 0, 4, 0, 10, 0}}};
  for (const Row& row : rows) {
    const Topology torus = Topology::parse(row.torus);
    EXPECT_EQ(broadcast_lower_bound(torus, torus.network_ports()), row.bound) << row.torus;
    for (int i = 0; i < 7; ++i) {
      EXPECT_EQ(broadcast_table1(kSources[i], torus).value_or(0), row.steps[i])
          << row.torus << ", column " << i;
    }
  }
}

struct Bound {
  const char* torus;
  int alpha;
  int bound;
  int steps;
  const char* theorem;
};

TEST(BroadcastClosedForms, Theorems) {
  const Bound rows[] = {
      {"torus:5x5", 4, 2, 2, "Theorem 1"},       {"torus:64x64", 3, 6, 6, "Theorem 2"},
      {"torus:4x8", 4, 3, 4, "Theorem 3"},       {"torus:6x30", 4, 4, 5, "Theorem 3"},
      {"torus:64x200", 4, 6, 8, "Theorem 3"},    {"torus:64x200", 3, 7, 9, "Theorem 4"},
      {"torus:200x64", 3, 7, 9, "Theorem 4"},    {"torus:32x128", 1, 12, 12, "Section 3.2.3"},
      {"torus:8x8x8", 6, 4, 6, "Theorem 5"},     {"torus:8x8x8", 3, 5, 6, "Theorem 6"},
      {"torus:8x8x8", 2, 6, 6, "Section 3.2.3"}, {"torus:4x6x10", 6, 3, 7, "Theorem 7"},
      {"torus:5x8x31", 6, 4, 8, "Theorem 7"},    {"torus:5x35x35", 6, 5, 8, "Theorem 7"},
      {"torus:9x63x63", 6, 6, 8, "Theorem 7"},   {"torus:5x18x22", 4, 5, 8, "Theorem 8"},
      {"torus:7x7x17", 4, 5, 7, "Theorem 8"},    {"torus:9x36x45", 4, 6, 8, "Theorem 8"},
      {"torus:7x13x13", 3, 6, 8, "Theorem 9"},   {"torus:9x295x304", 3, 10, 17, "Theorem 9"},
      {"torus:9x9x9x9", 8, 4, 4, "Section 5"}};
  for (const Bound& row : rows) {
    const Topology torus = Topology::parse(row.torus);
    EXPECT_EQ(broadcast_lower_bound(torus, row.alpha), row.bound) << row.torus;
    const auto theorem = broadcast_theorem(torus, row.alpha);
    ASSERT_TRUE(theorem) << row.torus;
    EXPECT_EQ(theorem->steps, row.steps) << row.torus;
    EXPECT_EQ(theorem->theorem, row.theorem) << row.torus;
  }
  EXPECT_FALSE(broadcast_theorem(Topology::parse("mesh:8x8"), 4));
  EXPECT_FALSE(broadcast_theorem(Topology::parse("torus:4x4x4x6"), 3));
}

// "At most k-1 more than the lower bound" for squares of k dimensions, which is so, and met.
TEST(BroadcastClosedForms, SquaresAreAtMostKMinusOneAboveTheBound) {
  for (int k = 2; k <= 4; ++k) {
    for (int alpha = 1; alpha <= 2 * k; ++alpha) {
      int greatest = 0;
      for (int n = 2; n < (k < 4 ? 1000 : 200); ++n) {
        const Topology torus(std::vector<Dimension>(k, Dimension{n}));
        greatest =
            std::max(greatest, broadcast_theorem(torus, alpha)->steps - broadcast_lower_bound(torus, alpha));
      }
      EXPECT_EQ(greatest, k - 1) << "k " << k << ", alpha " << alpha;
    }
  }
}

// Non-square tori: Table 1 says LB + 4 and LB + 6, the theorems up to 5 and 7. What the formulas reach.
TEST(BroadcastClosedForms, HowFarTheTheoremsAreFromTheBound) {
  const auto greatest = [](int dimensions, int alpha, int first, int longest) {
    int result = 0;
    for (int a = first; a <= longest; a += 2) {
      for (int b = a; b <= longest; ++b) {
        for (int c = dimensions == 2 ? b : std::max(b, a + 1); c <= (dimensions == 2 ? b : longest); ++c) {
          if (dimensions == 2 && a == b) continue;
          std::vector<Dimension> sides{Dimension{a}, Dimension{b}};
          if (dimensions == 3) sides.push_back(Dimension{c});
          const Topology torus(sides);
          result =
              std::max(result, broadcast_theorem(torus, alpha)->steps - broadcast_lower_bound(torus, alpha));
        }
      }
    }
    return result;
  };
  EXPECT_EQ(greatest(2, 4, 2, 300), 3);  // "at most 3", even
  EXPECT_LE(greatest(2, 4, 3, 300), 4);  // "four", odd
  EXPECT_EQ(greatest(2, 3, 2, 300), 3);  // "at most 4"
  EXPECT_EQ(greatest(2, 3, 3, 300), 4);  // "5"
  EXPECT_LE(greatest(3, 6, 2, 60), 5);
  EXPECT_LE(greatest(3, 6, 3, 60), 6);
  const Topology worst = Topology::parse("torus:9x295x304");
  EXPECT_EQ(broadcast_theorem(worst, 3)->steps - broadcast_lower_bound(worst, 3), 7);  // "7", attained
}

}  // namespace
}  // namespace torusim
