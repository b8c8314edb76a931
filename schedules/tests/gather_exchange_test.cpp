// The gather family against its closed form, block by block, and the settings that stand for the schemes of
// others.
#include "schedules/algorithms/gather/gather_exchange.h"

#include <gtest/gtest.h>

#include <functional>

#include "schedules/algorithms/gather/gather_nodes.h"
#include "schedules/core/error.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

using Scheme = PublishedScheme;
using Gathers = std::vector<int>;

Topology cube(int dimensions, int d) {
  return Topology(std::vector<Dimension>(dimensions, {1 << d, Line::kRing}));
}

/// All choices of gathers for a torus.
void for_each_choice(int dimensions, int d, const std::function<void(const Gathers&)>& visit) {
  Gathers gathers;
  const std::function<void(int)> choose = [&](int least) {
    const int level = static_cast<int>(gathers.size()) + 2;
    if (level >= d) return visit(gathers);
    for (int g = least; g <= std::min(level - 2, 2 * dimensions); ++g) {
      gathers.push_back(g);
      choose(g);
      gathers.pop_back();
    }
  };
  choose(0);
}

// Every member of the family, with its cost as the closed form has it; the checker holds all of them to
// shortest paths and disjoint channels.
TEST(GatherExchange, EveryChoiceOfGathersIsRight) {
  int choices = 0;
  for (const auto& [dimensions, most] : {std::pair{2, 5}, {3, 3}}) {
    for (int d = 2; d <= most; ++d) {
      for_each_choice(dimensions, d, [&, k = dimensions](const Gathers& gathers) {
        GatherExchange schedule(cube(k, d), gathers);
        EXPECT_EQ(test::checked_cost(schedule), gather_cost(k, d, gathers)) << k << "-D, d = " << d;
        ++choices;
      });
    }
  }
  EXPECT_EQ(choices, 1 + 1 + 2 + 5 + 1 + 1);
}

// Beyond what the checker reads in a second: what is sent is what the closed form counts.
TEST(GatherExchange, CostsOfLargeTori) {
  for (const Gathers& gathers :
       {Gathers{0, 1, 2, 3}, Gathers{0, 1, 2, 2}, Gathers{0, 0, 0, 0}, Gathers{0, 0, 2, 2}}) {
    GatherExchange schedule(cube(2, 6), gathers);
    EXPECT_EQ(cost(summarize(schedule)), gather_cost(2, 6, gathers));
  }
  for (const Gathers& gathers : {Gathers{0, 0}, Gathers{0, 1}}) {
    GatherExchange schedule(cube(3, 4), gathers);
    EXPECT_EQ(cost(summarize(schedule)), gather_cost(3, 4, gathers));
  }
  GatherExchange schedule(cube(3, 5), {0, 0, 1});
  EXPECT_EQ(cost(summarize(schedule)), (Cost{18, 385024}));
}

// What stands for a scheme is never dearer than printed, in startups and in blocks.
TEST(GatherExchange, SettingsReachThePrintedCosts) {
  for (const Scheme scheme :
       {Scheme::kT2D1, Scheme::kT2D2, Scheme::kDP2D, Scheme::kT3D1, Scheme::kT3D2, Scheme::kDP3D}) {
    const int most = scheme == Scheme::kT2D1 ? 7 : 10;
    for (int d = 3; d <= most; ++d) {
      const auto gathers = gathers_for(scheme, d);
      ASSERT_TRUE(gathers) << d;
      const Cost cost = gather_cost(dimensions_of(scheme), d, *gathers), printed = published_cost(scheme, d);
      EXPECT_LE(cost.startups, printed.startups) << d;
      EXPECT_LE(cost.blocks, printed.blocks) << d;
      EXPECT_EQ(cost == printed,
                d == 3 ? scheme != Scheme::kT3D1 : scheme == Scheme::kDP2D || scheme == Scheme::kDP3D)
          << d;
    }
  }
  EXPECT_FALSE(gathers_for(Scheme::kT2D1, 8));
}

TEST(GatherExchange, SaysWhereItRuns) {
  EXPECT_EQ(test::refused("t-2d1", "torus:12x12"),
            "t-2d1 on torus:12x12: it needs a torus of 2 equal sides of 2^d nodes, d from 3 to 7; nearest: "
            "torus:8x8 or torus:16x16; c1 runs on any torus");
  for (const char* shape : {"torus:256x256", "mesh:8x8", "torus:8x16", "torus:8x8x8", "ring:8", "torus:2x2"})
    EXPECT_NE(test::refused("t-2d1", shape).find("nearest: torus:"), std::string::npos) << shape;
  EXPECT_NE(test::refused("dp-3d", "torus:128x128x128").find("nearest: torus:64x64x64;"), std::string::npos);
  const auto gathers = [&](const char* text) {
    return test::refused<UsageError>("gathered", "torus:16x16", {{"gathers", text}});
  };
  EXPECT_EQ(gathers("0,1"), "accepted");
  EXPECT_EQ(gathers("0,2"),
            "gathered: gathers=0,2: before level 3 there may be 0 to 1 gathers; for example gathers=0,1");
  EXPECT_EQ(gathers("0,1,2"),
            "gathered: gathers=0,1,2: there are 2 levels from 2 on, in sides of 16 nodes; for example "
            "gathers=0,1");
  for (const char* text : {"", "0,", "a", "0;1", "-1", "1"})
    EXPECT_NE(gathers(text).find("for example"), std::string::npos) << text;
  EXPECT_NE(test::refused<UsageError>("gathered", "torus:32x32", {{"gathers", "0,1,0"}})
                .find("may not become fewer"),
            std::string::npos);
}

}  // namespace
}  // namespace torusim
