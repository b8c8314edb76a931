// The broadcasts that Table 1 compares with, reconstructed: they run in the steps that it prints.
#include "schedules/algorithms/broadcast/cited.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "schedules/algorithms/broadcast/expansions.h"
#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/broadcast/oracle.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

using broadcast::Plan;
using test::fault;
using test::Links;

struct Golden {
  std::vector<int> sides;
  std::size_t steps;
};

void expect_table(const std::vector<Golden>& all, Plan (*make)(const Topology&), BroadcastSource source,
                  Links links) {
  for (const Golden& golden : all) {
    const Topology torus = torus_of(golden.sides);
    SCOPED_TRACE(torus.name());
    const Plan plan = make(torus);
    EXPECT_EQ(plan.size(), golden.steps);
    EXPECT_EQ(broadcast_table1(source, torus), static_cast<int>(golden.steps));
    EXPECT_EQ(fault(torus, 0, torus.network_ports(), plan, links), "");
  }
}

const std::vector<Golden> kEdn = {{{2, 2}, 1},     {{4, 4}, 2},    {{8, 8}, 3},    {{16, 16}, 4},
                                  {{32, 32}, 5},   {{8, 8, 5}, 5}, {{8, 8, 8}, 5}, {{16, 16, 16}, 6},
                                  {{2, 2, 17}, 4}, {{4, 4, 64}, 5}};

TEST(ExtendedDominatingNodes, AsManyStepsAsTableOne) {
  expect_table(kEdn, broadcast::edn_plan, BroadcastSource::kTsaiMcKinley, Links::kDirected);
}

// Tsai and McKinley's model: x, then y, then z, each at most once; and three messages of a node at most.
TEST(ExtendedDominatingNodes, RoutesAreDimensionOrdered) {
  for (const Golden& golden : kEdn) {
    const Topology torus = torus_of(golden.sides);
    const Plan plan = broadcast::edn_plan(torus);
    EXPECT_EQ(fault(torus, 0, 3, plan, Links::kDirected), "");
    for (const broadcast::Step& step : plan) {
      for (const broadcast::Send& send : step.sends) {
        for (int i = 1; i < send.route.size(); ++i) {
          EXPECT_LT(send.route[i - 1].dimension, send.route[i].dimension) << torus.name();
        }
      }
    }
  }
}

// What makes nodes dominate: after s steps of p the owners are the multiples of 2^(p-s), four times as many.
TEST(ExtendedDominatingNodes, OwnersOfALevelAreAGrid) {
  const Topology torus = torus_of({16, 16});
  std::set<NodeId> owners{0};
  int spacing = 16;
  for (const broadcast::Step& step : broadcast::edn_plan(torus)) {
    spacing /= 2;
    for (const broadcast::Send& send : step.sends) owners.insert(send.to);
    EXPECT_EQ(owners.size(), static_cast<std::size_t>((16 / spacing) * (16 / spacing)));
    for (const NodeId owner : owners) {
      EXPECT_EQ(torus.coordinate(owner, 0) % spacing, 0);
      EXPECT_EQ(torus.coordinate(owner, 1) % spacing, 0);
    }
  }
}

TEST(PetersSyska, ReachesTheBoundOnFivesAndTwiceFives) {
  expect_table({{{5, 5}, 2}, {{10, 10}, 3}, {{25, 25}, 4}, {{50, 50}, 5}, {{125, 125}, 6}},
               broadcast::peters_syska_plan, BroadcastSource::kPetersSyska, Links::kUndirected);
  for (const int side : {2, 5, 10, 25, 50, 125, 250}) {
    const Topology torus = torus_of({side, side});
    EXPECT_EQ(static_cast<int>(broadcast::peters_syska_plan(torus).size()), broadcast_lower_bound(torus, 4));
  }
}

TEST(PetersSyska, EveryStepFillsFiveTimesAsMany) {
  EXPECT_EQ(test::receivers(broadcast::peters_syska_plan(torus_of({25, 25}))),
            (std::vector{4, 20, 100, 500}));
  EXPECT_EQ(test::receivers(broadcast::peters_syska_plan(torus_of({10, 10}))), (std::vector{3, 16, 80}));
}

TEST(ParkChoi, ReachesTheBoundOnPowersOfTwoKPlusOne) {
  expect_table({{{3}, 1}, {{27}, 3}, {{5, 5}, 2}, {{25, 25}, 4}, {{7, 7, 7}, 3}, {{9, 9, 9, 9}, 4}},
               broadcast::park_choi_plan, BroadcastSource::kParkChoi, Links::kUndirected);
}

// At most 2 (k-1) steps above the bound, dimension-ordered, for every side: in two dimensions Tseng's two
// steps.
TEST(WangTseng, KeepsItsPromiseOnEverySide) {
  for (const auto& [k, most] : {std::pair{1, 40}, {2, 40}, {3, 12}, {4, 6}}) {
    for (int side = 2; side <= most; ++side) {
      const Topology torus = torus_of(std::vector<int>(static_cast<std::size_t>(k), side));
      const Plan plan = broadcast::dimension_ordered_plan(torus);
      ASSERT_EQ(fault(torus, 0, 2 * k, plan, Links::kDirected), "") << torus.name();
      EXPECT_LE(static_cast<int>(plan.size()), *broadcast_table1(BroadcastSource::kWangTseng, torus))
          << torus.name();
      for (const broadcast::Step& step : plan) {
        for (const broadcast::Send& send : step.sends) {
          for (int i = 1; i < send.route.size(); ++i) {
            ASSERT_LT(send.route[i - 1].dimension, send.route[i].dimension) << torus.name();
          }
        }
      }
    }
  }
  EXPECT_EQ(broadcast::dimension_ordered_plan(torus_of({25, 25})).size(), 5u);
  EXPECT_EQ(broadcast::dimension_ordered_plan(torus_of({7, 7, 7})).size(), 5u);
}

TEST(CitedBroadcasts, RunFromAnyRootAndPassTheChecker) {
  for (const auto& [name, shape, root] : {std::tuple{"edn", "torus:8x8", "(3,5)"},
                                          {"edn", "torus:4x4x6", "(1,2,5)"},
                                          {"peters-syska", "torus:10x10", "(9,1)"},
                                          {"park-choi", "torus:7x7x7", "(1,6,3)"},
                                          {"wang-tseng", "torus:6x6x6", "(5,0,2)"}}) {
    const Topology torus = Topology::parse(shape);
    const auto schedule = make_schedule(name, torus, {{"root", root}});
    const CheckReport report = check(*schedule);
    EXPECT_TRUE(report.correct()) << name << ' ' << report.violations.front().text;
    EXPECT_EQ(torus.node_name(schedule->info().collective.root), root);
    EXPECT_EQ(schedule->info().ports, torus.network_ports());
  }
}

TEST(CitedBroadcasts, OtherShapesAreRefusedWithTheNearest) {
  EXPECT_EQ(test::refused("edn", "torus:12x12"),
            "edn on torus:12x12: it needs a torus of 2^p x 2^p or 2^p x 2^p x any, such as torus:8x8; "
            "broadcast runs on "
            "any topology");
  EXPECT_NE(test::refused("edn", "torus:5x8x8").find("2^p x 2^p x any"), std::string::npos);
  EXPECT_NE(test::refused("edn", "mesh:8x8").find("2^p x 2^p x any"), std::string::npos);
  EXPECT_EQ(test::refused("peters-syska", "torus:20x20"),
            "peters-syska on torus:20x20: it needs a square torus with sides 5^p or 2 * 5^p, such as "
            "torus:25x25 or "
            "torus:50x50; broadcast runs on any topology");
  EXPECT_NE(test::refused("peters-syska", "torus:5x25").find("such as torus:5x5"), std::string::npos);
  EXPECT_EQ(test::refused("wang-tseng", "torus:4x6"),
            "wang-tseng on torus:4x6: it needs a torus of equal sides, such as torus:4x4; broadcast runs on "
            "any topology");
  EXPECT_EQ(test::refused("park-choi", "torus:9x9x9"),
            "park-choi on torus:9x9x9: it needs a torus of 3 equal sides of 7^p, such as torus:7x7x7; "
            "broadcast runs on "
            "any topology");
}

// What goes wrong if the paper is taken by the letter; docs/algorithms/papers/wang-tseng-ni-sheu.md.

using broadcast::Send;

/// The fault of a 2-D plan whose first cut (S3.1) is changed send by send.
std::string after_change(const std::vector<int>& sides, int alpha, const std::function<void(Send&)>& change) {
  const Topology torus = torus_of(sides);
  Plan plan = make_plan(broadcast::Variant::kPaper, torus, 0, alpha);
  EXPECT_EQ(test::fault(torus, 0, alpha, plan, test::Links::kUndirected), "");
  const auto cut =
      std::find_if(plan.begin(), plan.end(), [](const auto& step) { return step.name == "S3.1"; });
  EXPECT_NE(cut, plan.end());
  for (Send& send : cut->sends) {
    change(send);
    send.to = send.route.end_node(torus, send.from);
  }
  return test::fault(torus, 0, alpha, plan, test::Links::kDirected);
}

// 3.2.1, Stage 3: "p_{x,y} sends to p_{x+t,y+t}". Here h = 25 and t = 5.
TEST(Misprints, TheSideOfACheckIsOneColumnAway) {
  const auto t_columns = [](Send& send) {
    if (send.route.size() != 2) return;
    send.route = broadcast::route_of({{0, 5 * send.route[0].hops}, {1, send.route[1].hops}});
  };
  EXPECT_EQ(after_change({6, 150}, 4, [](Send&) {}), "");
  EXPECT_NE(after_change({6, 150}, 4, t_columns).find("R3"), std::string::npos);
}

// 3.2.2, Stage 3: R_odd "sends to p_{x-1,y+4t/3}", upwards.
TEST(Misprints, AnOddCheckSendsDownwards) {
  const auto upwards = [](Send& send) {
    if (send.route.size() != 2 || send.route[0].hops > 0) return;
    send.route = broadcast::route_of({{0, send.route[0].hops}, {1, -send.route[1].hops}});
  };
  EXPECT_EQ(after_change({6, 72}, 3, [](Send&) {}), "");
  EXPECT_NE(after_change({6, 72}, 3, upwards), "");
}

// 4.1.1: P_0 = SPAN(p, (e13, e2)) does not contain the lines L_i = SPAN(p_{i,i,0}, e13) that Stage 2 reaches.
TEST(Misprints, StageTwoOfTheCubeReachesAnotherPlane) {
  const Topology torus = torus_of({7, 7, 7});
  const Plan plan = make_plan(broadcast::Variant::kPaper, torus, 0, 6);
  int in_printed_plane = 0;
  ASSERT_EQ(plan[1].name, "S2.1");
  for (const Send& send : plan[1].sends) {
    const auto at = torus.coordinates(send.to);
    in_printed_plane += at[0] == at[2];
    EXPECT_EQ(at[0], (at[1] + at[2]) % 7);  // SPAN(p, (e13, e12))
  }
  EXPECT_EQ(in_printed_plane, 0);
}

// 3.2.1: "until the height of each check is less than 5", in ceil(log_5 n2/n1) - 1 steps. 2 x 9 has checks of
// 4 and 5, and the formula leaves no step to cut them.
TEST(Misprints, ChecksOfFiveAreLeft) {
  const Plan plan = make_plan(broadcast::Variant::kPaper, torus_of({2, 9}), 0, 4);
  for (const auto& step : plan) EXPECT_FALSE(step.name.starts_with("S3")) << step.name;
}

}  // namespace
}  // namespace torusim
