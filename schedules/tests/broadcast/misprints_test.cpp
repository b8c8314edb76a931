// What goes wrong if the paper is taken by the letter; docs/papers/wang-tseng-ni-sheu.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "schedules/algorithms/broadcast/expansions.h"
#include "schedules/tests/broadcast/oracle.h"

namespace torusim {
namespace {

using broadcast::Plan;
using broadcast::Send;

/// The fault of a 2-D plan whose first cut (S3.1) is changed send by send.
std::string after_change(const std::vector<int>& sides, int alpha, const std::function<void(Send&)>& change) {
  const Topology torus = test::torus_of(sides);
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
  const Topology torus = test::torus_of({7, 7, 7});
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
  const Plan plan = make_plan(broadcast::Variant::kPaper, test::torus_of({2, 9}), 0, 4);
  for (const auto& step : plan) EXPECT_FALSE(step.name.starts_with("S3")) << step.name;
}

// 4.2.1, Stage 5: nodes in no type-I cube, of w x h rows, are 2 (w-1) (h-1) of every 4wh.
TEST(Misprints, TypeOneCubesDoNotCoverTheTorus) {
  for (const auto& [w, h] : {std::pair{6, 6}, {2, 2}, {4, 6}, {1, 6}}) {
    const int columns = 4;
    int outside = 0, all = 0;
    for (int x = 0; x < columns; ++x) {
      for (int y = 0; y < columns * w; ++y) {
        for (int z = 0; z < columns * h; ++z) {
          bool inside = false;
          for (int i = 0; i < columns && !inside; ++i) {
            if (x != i && x != (i + 1) % columns) continue;
            for (int a = i % 2; a < columns && !inside; a += 2) {
              if ((y - a * w + columns * w) % (columns * w) > w) continue;
              for (int b = i % 2; b < columns; b += 2)
                inside |= (z - b * h + columns * h) % (columns * h) <= h;
            }
          }
          outside += !inside;
          ++all;
        }
      }
    }
    EXPECT_EQ(outside * 4 * w * h, all * 2 * (w - 1) * (h - 1)) << w << "x" << h;
  }
}

}  // namespace
}  // namespace torusim
