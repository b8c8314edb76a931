// Tseng, Ni, Sheu: golden numbers of the tables and figures, printed, by formula and measured.
#include <gtest/gtest.h>

#include "testbench/tests/reproduce/measured.h"

namespace torusim {
namespace {

using test::at;
using test::measured;
using test::part_of;

TEST(TsengExhibits, TableThreeIsCountedAndRun) {
  const Exhibit exhibit = measured(part_of("tseng:table-3", [](const Point& point) {
    return point.labels[0] < "7" && point.labels[1].find("2d") == std::string::npos;
  }));
  const std::tuple<const char*, double, double> golden[] = {
      {"4", 10, 1152}, {"5", 14, 6784}, {"6", 18, 47872}};
  for (const auto& [d, startups, blocks] : golden) {
    EXPECT_EQ(at(exhibit, {d, "T4", "startups"}).measured, startups);
    EXPECT_EQ(at(exhibit, {d, "T4", "startups"}).difference(), 0);
    EXPECT_EQ(at(exhibit, {d, "T4", "blocks"}).measured, blocks);
    EXPECT_EQ(at(exhibit, {d, "T4", "cycles"}).origin, Origin::kRan);
    EXPECT_FALSE(at(exhibit, {d, "T-2D1", "cycles"}).experiment);
  }
  EXPECT_EQ(at(exhibit, {"4", "T-2D1", "blocks"}).formula, 2176);
  EXPECT_EQ(at(exhibit, {"6", "DP-2D", "startups"}).printed, "34");
  const Point& misprint = at(exhibit, {"4", "T4", "blocks"});
  EXPECT_EQ(misprint.printed, "1002.67");
  EXPECT_NEAR(*misprint.difference(), 149.33, 0.01);
  EXPECT_NE(misprint.why.find("Misprint"), std::string::npos);
  // 10 startups of 100 and 1152 blocks of 4 flits; what is more is heads, node interfaces and hops.
  EXPECT_EQ(*at(exhibit, {"4", "T4", "cycles"}).formula, 5608);
  EXPECT_EQ(*at(exhibit, {"4", "T4", "cycles"}).measured, 5608 + 10 * 4 + 2 * (2 * 1 + 2 * (2 + 4 + 4 + 2)));
}

// What stands for the schemes of others runs too: never dearer than printed, and with T4's pipeline on top.
TEST(TsengExhibits, RivalsAreCountedAndRun) {
  const Exhibit table = measured(part_of("tseng:table-3", [](const Point& point) {
    return point.labels[0] < "6" && point.labels[1].front() != 'T';
  }));
  struct Golden {
    const char *d, *name;
    double startups, blocks, hops;  // the hops of all phases together
  };
  const Golden golden[] = {{"4", "t-2d1", 9, 1536, 31},   {"4", "t-2d2", 9, 1536, 31},
                           {"4", "dp-2d", 10, 1280, 46},  {"5", "t-2d1", 12, 13184, 64},
                           {"5", "t-2d2", 13, 10624, 95}, {"5", "dp-2d", 18, 9216, 174}};
  for (const auto& [d, name, startups, blocks, hops] : golden) {
    const Point &counted = at(table, {d, name, "startups"}), &sent = at(table, {d, name, "blocks"});
    EXPECT_EQ(counted.measured, startups) << name;
    EXPECT_EQ(sent.measured, blocks) << name;
    EXPECT_LE(*counted.difference(), 0) << name;
    EXPECT_LE(*sent.difference(), 0) << name;
    const Point& cycles = at(table, {d, name, "cycles"});
    EXPECT_EQ(cycles.origin, Origin::kRan) << name;
    EXPECT_EQ(*cycles.formula, 100 * startups + 4 * blocks) << name;
    EXPECT_EQ(*cycles.measured, *cycles.formula + 4 * startups + 2 * hops) << name;
  }
}

// Both sides measured: quotients of cycles that runs took, and of blocks that were counted.
TEST(TsengExhibits, SpeedUpsOverRunsOnBothSides) {
  const Exhibit figure = measured(part_of(
      "tseng:figure-9", [](const Point& point) { return point.labels[0] == "1" && point.labels[2] < "6"; }));
  const Exhibit table = measured(part_of("tseng:table-3", [](const Point& point) {
    return point.labels[0] < "6" && (point.labels[1] == "T4" || point.labels[1] == "dp-2d");
  }));
  for (const char* d : {"4", "5"}) {
    const Point& both = at(figure, {"1", "dp-2d/T4", d});
    EXPECT_EQ(both.origin, Origin::kRan);
    EXPECT_EQ(commands_of(both).size(), 2u);
    EXPECT_NEAR(*both.measured, *both.formula, 0.02 * *both.formula);
    EXPECT_LT(*both.measured, *at(figure, {"1", "T-2D2/T4", d}).formula);
    EXPECT_GT(*at(figure, {"1", "t-2d1/T4", d}).measured, 1);
  }
  // t_s = 100 and b = 4, as in Table 3: the quotient is that of its two runs.
  Exhibit quotient = test::exhibit("tseng:figure-9");
  std::erase_if(quotient.points, [](const Point& point) {
    return point.labels != std::vector<std::string>{"1", "dp-2d/T4", "4"};
  });
  Point& point = quotient.points.at(0);
  point.experiment->config.run.startup = point.over->config.run.startup = 100;
  EXPECT_EQ(measured(quotient).points.at(0).measured,
            *at(table, {"4", "dp-2d", "cycles"}).measured / *at(table, {"4", "T4", "cycles"}).measured);
  EXPECT_EQ(measured(quotient, 0).points.at(0).measured, std::nullopt);
}

TEST(TsengExhibits, LimitsAndQuotedSpeedUps) {
  const Exhibit table = find_exhibits("tseng:table-5").exhibits.at(0);
  for (const Point& point : table.points) {
    const bool limit = !point.printed.empty();  // what runs in the place of others has none
    EXPECT_EQ(limit ? point.difference() : 0, 0) << point.labels[0];
  }
  EXPECT_EQ(table.points.size(), 12u);
  EXPECT_NEAR(*at(table, {"dp-2d/T4"}).formula, 96.0 / 65, 0.01);
  EXPECT_LT(*at(table, {"t-3d1/C64"}).formula, 480.0 / 65);
  const Exhibit figure = find_exhibits("tseng:figure-9").exhibits.at(0);
  EXPECT_NEAR(*at(figure, {"2500", "T-2D1/T4", "4"}).formula, 0.944, 5e-4);
  EXPECT_NEAR(*at(figure, {"1", "T-2D1/T4", "7"}).formula, 3.623, 5e-4);
  const Exhibit solid = find_exhibits("tseng:figure-11").exhibits.at(0);
  EXPECT_NEAR(*at(solid, {"2500", "DP-3D/C64", "5"}).formula, 0.903, 5e-4);
  EXPECT_NEAR(*at(solid, {"1", "T-3D1/C64", "8"}).formula, 7.222, 5e-4);
  int quoted = 0, met = 0;
  const Exhibit over_blocks = find_exhibits("tseng:figure-10").exhibits.at(0);
  for (const Point& point : over_blocks.points) {
    quoted += !point.printed.empty();
    met += !point.printed.empty() && point.difference() == 0;
  }
  EXPECT_EQ(quoted, 27);
  EXPECT_GE(met, 16);
}

TEST(TsengExhibits, RingsAndBounds) {
  for (const char* name : {"tseng:theorem-1", "tseng:lemma-8"}) {
    const Exhibit exhibit = measured(test::exhibit(name));
    for (const Point& point : exhibit.points) {
      EXPECT_EQ(point.measured, point.formula) << name << ' ' << point.labels[0];
      EXPECT_EQ(point.difference(), 0) << name << ' ' << point.labels[0];
    }
  }
}

// The conjecture of Section 5 against the rules: A and S fail at 30, F not before 126.
TEST(TsengExhibits, ConjectureHoldsAndFails) {
  const Exhibit exhibit = measured(test::exhibit("tseng:section-5"));
  EXPECT_EQ(at(exhibit, {"30", "A"}).measured, 183);
  EXPECT_EQ(at(exhibit, {"30", "S"}).difference(), 180 - 171);
  EXPECT_EQ(at(exhibit, {"30", "F"}).measured, 164);
  EXPECT_EQ(at(exhibit, {"30", "E"}).difference(), 0);
  EXPECT_EQ(at(exhibit, {"126", "F"}).measured, 2751);
  for (const Point& point : exhibit.points) {
    if (point.labels[1] == "F" && point.labels[0] != "126") {
      EXPECT_EQ(point.difference(), 0) << point.labels[0];
    }
  }
}

// Section 7 on 16 nodes: barriers and priorities take the same, without synchronisation it is slower.
TEST(TsengExhibits, Synchronisations) {
  const Exhibit exhibit =
      measured(part_of("tseng:section-7", [](const Point& point) { return point.labels[0] == "16"; }));
  EXPECT_EQ(at(exhibit, {"16", "64", "barrier"}).formula, 6 * 64 + 45 * 64);
  EXPECT_EQ(at(exhibit, {"16", "64", "barrier"}).measured, 3316);
  EXPECT_EQ(at(exhibit, {"16", "64", "priority"}).measured, 3316);
  EXPECT_EQ(at(exhibit, {"16", "64", "local"}).measured, 3338);
  EXPECT_EQ(at(exhibit, {"16", "64", "none"}).measured, 4192);
  EXPECT_EQ(at(exhibit, {"16", "64", "2d-5 barriers"}).measured, 3316);
  EXPECT_EQ(at(exhibit, {"16", "64", "2d-4 barriers"}).measured, 3316);
}

}  // namespace
}  // namespace torusim
