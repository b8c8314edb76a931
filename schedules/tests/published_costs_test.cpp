// Tables 3, 4 and 5 of Tseng, Ni, Sheu: the costs of others as formulas, and the speed-ups quoted from them.
#include "schedules/formulas/published_costs.h"

#include <gtest/gtest.h>

#include <map>

#include "schedules/formulas/closed_forms.h"

namespace torusim {
namespace {

std::map<std::string, Cost> costs(int d, int dimensions) {
  std::map<std::string, Cost> result;
  for (const PublishedCost& row :
       published_costs(Topology(std::vector<Dimension>(dimensions, {1 << d, Line::kRing})))) {
    result[row.name] = row.cost;
  }
  return result;
}

TEST(PublishedCosts, TableThree) {
  struct Row {
    int d;
    Cost dp, t2, t1;
  };
  for (const Row& row : {Row{4, {10, 1280}, {12, 1536}, {9, 2176}},
                         {5, {18, 9216}, {24, 12288}, {12, 19968}},
                         {6, {34, 69632}, {48, 98304}, {15, 165888}},
                         {7, {66, 540672}, {96, 786432}, {18, 1318912}}}) {
    auto of = costs(row.d, 2);
    EXPECT_EQ(of["DP-2D"], row.dp);
    EXPECT_EQ(of["T-2D2"], row.t2);
    EXPECT_EQ(of["T-2D1"], row.t1);
  }
}

TEST(PublishedCosts, TableFour) {
  struct Row {
    int d;
    Cost dp, t2, t1;
  };
  for (const Row& row : {Row{5, {21, 344064}, {29, 475136}, {18, 1441792}},
                         {6, {37, 4849664}, {54, 7077888}, {22, 23068672}},
                         {7, {69, 72351744}, {103, 108003328}, {26, 362807296}},
                         {8, {133, 1115684864}, {200, 1677721600}, {30, 5687476224}}}) {
    auto of = costs(row.d, 3);
    EXPECT_EQ(of["DP-3D"], row.dp);
    EXPECT_EQ(of["T-3D2"], row.t2);
    EXPECT_EQ(of["T-3D1"], row.t1);
  }
}

TEST(PublishedCosts, OnlyWhereTheTablesHold) {
  for (const char* text : {"torus:8x8", "torus:16x32", "torus:12x12", "mesh:16x16", "ring:16", "torus:4x4x4",
                           "torus:16x16x16x16", "complete:4x4"}) {
    EXPECT_TRUE(published_costs(Topology::parse(text)).empty()) << text;
  }
}

// Table 5: limits of the ratios of blocks.
TEST(PublishedCosts, TableFive) {
  const auto two = [&](const char* name) { return static_cast<double>(costs(15, 2)[name].blocks); };
  const double t4_15 = static_cast<double>(t4_cost(15).blocks);
  EXPECT_NEAR(two("T-2D1") / t4_15, 216.0 / 65, 0.02);
  EXPECT_NEAR(two("T-2D2") / t4_15, 144.0 / 65, 0.001);
  EXPECT_NEAR(two("DP-2D") / t4_15, 96.0 / 65, 0.001);
  const auto three = [&](const char* name) { return static_cast<double>(costs(10, 3)[name].blocks); };
  const double c64_10 = static_cast<double>(c64_cost(10).blocks);
  EXPECT_NEAR(three("T-3D1") / c64_10, 480.0 / 65, 0.05);
  EXPECT_NEAR(three("T-3D2") / c64_10, 144.0 / 65, 0.02);
  EXPECT_NEAR(three("DP-3D") / c64_10, 96.0 / 65, 0.02);
}

// Section 6.2, at t_s / (b t_x) = 2500 and 1.
TEST(PublishedCosts, SpeedUpsOfTheFigures) {
  struct Row {
    int d, dimensions;
    const char* name;
    double at_2500, at_1;
  };
  for (const Row& row :
       {Row{4, 2, "T-2D1", 0.944, 1.880}, {5, 2, "T-2D1", 1.196, 2.939}, {6, 2, "T-2D1", 2.190, 3.464},
        {7, 2, "T-2D1", 3.255, 3.623},    {4, 2, "T-2D2", 1.206, 1.332}, {5, 2, "T-2D2", 1.730, 1.811},
        {6, 2, "T-2D2", 2.351, 2.054},    {7, 2, "T-2D2", 2.450, 2.160}, {4, 2, "DP-2D", 1.005, 1.110},
        {5, 2, "DP-2D", 1.298, 1.358},    {6, 2, "DP-2D", 1.665, 1.455}, {7, 2, "DP-2D", 1.684, 1.485},
        {5, 3, "T-3D1", 3.384, 3.826},    {6, 3, "T-3D1", 5.491, 5.587}, {7, 3, "T-3D1", 6.675, 6.686},
        {8, 3, "T-3D1", 7.221, 7.222},    {5, 3, "T-3D2", 1.247, 1.261}, {6, 3, "T-3D2", 1.713, 1.714},
        {7, 3, "T-3D2", 1.991, 1.990},    {8, 3, "T-3D2", 2.131, 2.130}, {5, 3, "DP-3D", 0.903, 0.913},
        {6, 3, "DP-3D", 1.174, 1.175},    {7, 3, "DP-3D", 1.334, 1.333}, {8, 3, "DP-3D", 1.417, 1.417}}) {
    const Cost ours = row.dimensions == 2 ? t4_cost(row.d) : c64_cost(row.d);
    const Cost theirs = costs(row.d, row.dimensions)[row.name];
    EXPECT_NEAR(theirs.time(2500, 1, 1) / ours.time(2500, 1, 1), row.at_2500, 0.0006) << row.name << row.d;
    EXPECT_NEAR(theirs.time(1, 1, 1) / ours.time(1, 1, 1), row.at_1, 0.0006) << row.name << row.d;
  }
}

}  // namespace
}  // namespace torusim
