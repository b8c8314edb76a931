// From the registry to the checker: what a schedule says of itself, and that the checker, which knows nothing
// of broadcasts' making, agrees with the oracle.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/formulas/collective_closed_forms.h"
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
  const Topology torus = torus_of(sides);
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

// "At most k-1 more than the lower bound" for squares of k dimensions, which is so, and met.
TEST(BroadcastClosedForms, SquaresAreAtMostKMinusOneAboveTheBound) {
  for (int k = 2; k <= 4; ++k) {
    for (int alpha = 1; alpha <= 2 * k; ++alpha) {
      int greatest = 0;
      for (int n = 2; n < (k < 4 ? 1000 : 200); ++n) {
        const Topology torus(std::vector<Dimension>(k, Dimension{n}));
        greatest = std::max(greatest, *broadcast_theorem(torus, alpha) - broadcast_lower_bound(torus, alpha));
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
          result = std::max(result, *broadcast_theorem(torus, alpha) - broadcast_lower_bound(torus, alpha));
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
  EXPECT_EQ(*broadcast_theorem(worst, 3) - broadcast_lower_bound(worst, 3), 7);  // "7", attained
}

}  // namespace
}  // namespace torusim
