// Meyer, Sibeyn: what is reproduced, against the golden numbers of docs/papers/.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "testbench/tests/reproduce/measured.h"

namespace torusim {
namespace {

using test::at;
using test::measured;
using test::part_of;

/// Tori that run in a moment.
bool quick(const Point& point) {
  static const std::set<std::string> kLarge{"16x16", "6x6x12",  "6x12x4",  "9x9x4",
                                            "9x9x9", "12x12x5", "12x12x12"};
  return !kLarge.contains(point.labels[0]);
}

void expect_steps(const Exhibit& exhibit, const char* what,
                  const std::vector<std::pair<const char*, int>>& golden) {
  for (const auto& [shape, steps] : golden) {
    const Point& point =
        *what == 0 ? at(exhibit, {shape}) : at(exhibit, std::vector<std::string>{shape, what});
    EXPECT_EQ(point.measured, steps) << exhibit.name << ' ' << shape << ' ' << what;
    EXPECT_NE(point.origin, Origin::kFormula);
  }
}

TEST(MeyerExhibits, StepsOfTwoPackets) {
  expect_steps(measured(part_of("meyer:theorem-1", quick)), "",
               {{"4x4", 8}, {"6x8", 24}, {"8x8", 32}, {"12x12", 72}, {"16x8", 64}});
  const Exhibit odd = measured(test::exhibit("meyer:section-2-2"));
  expect_steps(odd, "circulation",
               {{"4x3", 8},
                {"4x5", 14},
                {"4x7", 20},
                {"6x3", 11},
                {"6x5", 19},
                {"6x7", 27},
                {"6x9", 35},
                {"8x5", 23},
                {"8x7", 33},
                {"8x9", 43},
                {"10x7", 40},
                {"10x11", 64},
                {"12x5", 32},
                {"12x9", 60},
                {"2x7", 7}});
  expect_steps(odd, "rule as printed", {{"4x5", 9}, {"6x7", 26}, {"8x9", 51}});
  EXPECT_EQ(at(odd, {"6x7", "circulation"}).difference(), 0);
  EXPECT_EQ(at(odd, {"6x7", "with redistribution"}).printed, "<= 29");
  EXPECT_EQ(at(odd, {"6x7", "with redistribution"}).measured, 28);
  expect_steps(measured(test::exhibit("meyer:theorem-2")), "",
               {{"4x4", 8}, {"6x8", 24}, {"8x8", 32}, {"12x10", 60}});
}

TEST(MeyerExhibits, StepsOnHamiltonianCycles) {
  const Exhibit cycles = measured(test::exhibit("meyer:section-2-d"));
  EXPECT_EQ(cycles.points.size(), 10u);
  for (const Point& point : cycles.points) {
    EXPECT_EQ(point.origin, Origin::kRan) << point.labels[0];
    EXPECT_EQ(point.measured, point.formula) << point.labels[0];
  }
}

TEST(MeyerExhibits, StepsOfOnePacket) {
  expect_steps(measured(test::exhibit("meyer:theorem-3")), "Theorem 3",
               {{"4x4", 8},
                {"4x7", 14},
                {"4x8", 16},
                {"6x3", 11},
                {"6x4", 13},
                {"6x6", 17},
                {"6x7", 19},
                {"6x8", 21},
                {"8x4", 14},
                {"8x5", 17},
                {"8x8", 26},
                {"8x16", 46},
                {"10x9", 34},
                {"12x3", 16},
                {"12x12", 50},
                {"16x8", 46},
                {"16x12", 64}});
  expect_steps(measured(part_of("meyer:theorem-4", quick)), "Theorem 4",
               {{"3x3x3", 9},
                {"3x3x4", 18},
                {"3x3x5", 20},
                {"3x3x6", 23},
                {"3x3x12", 38},
                {"3x6x3", 18},
                {"3x6x4", 27},
                {"3x9x4", 39},
                {"6x6x3", 36},
                {"6x6x4", 60},
                {"6x6x6", 77}});
  const Exhibit comparator = measured(part_of("meyer:comparator", quick));
  for (const Point& point : comparator.points) EXPECT_EQ(point.difference(), 0) << point.labels[0];
}

TEST(MeyerExhibits, WiredAsFastAsPredicted) {
  const Exhibit exhibit =
      measured(part_of("meyer:hardwired", [](const Point& p) { return p.labels[2] == "8"; }));
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.origin, Origin::kRan) << point.note;
    EXPECT_EQ(point.difference(), 0) << point.labels[0] << ' ' << point.labels[1];
  }
  EXPECT_EQ(at(exhibit, {"gossip-one", "6x6x4", "8", "100", "node interfaces"}).measured, 6840);
  EXPECT_EQ(at(exhibit, {"gossip-one", "6x6x4", "8", "100", "hardwired"}).measured, 581);
}

// 14 of the 54 entries, all in three dimensions, have rounded thirds.
TEST(MeyerExhibits, TableOne) {
  struct Entry {
    const char *n, *r, *time;
    int printed, exact;
  };
  const Entry rounded[] = {{"16", "0.01", "T_opt (Section 2)", 702, 703},
                           {"16", "1", "T_opt (Section 2)", 2730, 2731},
                           {"16", "0.01", "T_one (Section 4)", 818, 819},
                           {"16", "0.1", "T_one (Section 4)", 891, 892},
                           {"16", "1", "T_one (Section 4)", 1620, 1621},
                           {"64", "0.01", "T_stv (reference 21)", 44110, 44128},
                           {"64", "0.1", "T_stv (reference 21)", 48041, 48060},
                           {"64", "1", "T_stv (reference 21)", 87346, 87381},
                           {"64", "0.01", "T_opt (Section 2)", 44958, 45001},
                           {"64", "0.1", "T_opt (Section 2)", 56754, 56798},
                           {"64", "1", "T_opt (Section 2)", 174719, 174763},
                           {"64", "0.01", "T_one (Section 4)", 46152, 46196},
                           {"64", "0.1", "T_one (Section 4)", 50264, 50313},
                           {"64", "1", "T_one (Section 4)", 91390, 91477}};
  const Exhibit all = test::exhibit("meyer:table-1");
  const auto printed = [](const Point& point) { return !point.printed.empty(); };
  EXPECT_EQ(std::ranges::count_if(all.points, printed), 54);
  const auto differs = [&](const Point& point) { return printed(point) && point.difference() != 0.0; };
  EXPECT_EQ(std::count_if(all.points.begin(), all.points.end(), differs), 14);
  for (const Entry& entry : rounded) {
    const Point& point = at(all, {entry.n, "3", entry.r, entry.time});
    EXPECT_EQ(point.printed, std::to_string(entry.printed));
    EXPECT_EQ(point.formula, entry.exact);
  }
  const Exhibit exhibit =
      measured(part_of("meyer:table-1", [](const Point& point) { return point.labels[0] == "4"; }));
  EXPECT_EQ(at(exhibit, {"4", "2", "0.1", "T_opt (Section 2)"}).origin, Origin::kRan);
  EXPECT_EQ(at(exhibit, {"4", "2", "0.1", "T_opt (Section 2)"}).difference(), 0);
  EXPECT_EQ(at(exhibit, {"4", "3", "0.01", "T_stv (reference 21)"}).difference(), 0);
  for (const auto& [r, time] : {std::pair{"0.01", 11}, {"0.1", 14}, {"1", 43}}) {
    const Point& point = at(exhibit, {"4", "3", r, "T_opt (Section 2)"});
    EXPECT_EQ(point.origin, Origin::kRan);
    EXPECT_EQ(point.measured, time);
  }
  EXPECT_EQ(at(exhibit, {"4", "3", "1", "T_one (Section 4)"}).origin, Origin::kFormula);
  EXPECT_EQ(at(exhibit, {"4", "3", "1", "T_one on 3x3x4"}).measured, 18 * 2);
  // Where a run would take long for the budget, the steps are counted instead, and that is said.
  const auto long_run = [](const Point& point) {
    return point.labels == std::vector<std::string>{"16", "3", "1", "T_opt (Section 2)"};
  };
  const Exhibit large = measured(part_of("meyer:table-1", long_run), 120);
  EXPECT_EQ(large.points.at(0).origin, Origin::kCounted);
  EXPECT_EQ(large.points.at(0).measured, 2731);
  EXPECT_NE(large.points.at(0).note.find("not run in"), std::string::npos);
}

TEST(MeyerExhibits, WorkedTableAndFigures) {
  const Exhibit worked = measured(test::exhibit("meyer:worked-table"));
  EXPECT_EQ(worked.points.size(), 81u);
  for (const Point& point : worked.points) {
    EXPECT_EQ(point.origin, Origin::kCounted);
    EXPECT_EQ(point.measured, point.formula);
    EXPECT_EQ(point.difference(), 0) << point.labels[0] << ", step " << point.labels[1];
  }
  const Exhibit figures = measured(test::exhibit("meyer:figures"));
  for (const Point& point : figures.points) EXPECT_EQ(point.measured, point.formula) << point.labels[0];
  EXPECT_EQ(at(figures, {"4, 5", "6x6x4", "apart"}).printed, "11");
  EXPECT_EQ(at(figures, {"4, 5", "6x6x4", "apart"}).measured, 13);
  const Exhibit example = measured(test::exhibit("meyer:example-1"));
  EXPECT_EQ(at(example, {"k_10"}).difference(), 0);
  EXPECT_EQ(at(example, {"median of C_10"}).difference(), 0);
  EXPECT_EQ(at(example, {"k_31"}).printed, ">= 12");
  EXPECT_EQ(at(example, {"k_10"}).measured, 3);
  EXPECT_EQ(at(example, {"k_31"}).measured, 11);
}

}  // namespace
}  // namespace torusim
