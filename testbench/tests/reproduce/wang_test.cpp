// Wang, Tseng, Ni, Sheu: what is reproduced, against the golden numbers of docs/papers/.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/tests/reproduce/measured.h"

namespace torusim {
namespace {

using test::at;
using test::measured;

struct Row {
  const char* exhibit;
  const char* torus;
  const char* ports;
  int theorem, paper, best, automatic, maxflow;
};

// The table of steps in docs/papers/wang-tseng-ni-sheu.md, as far as it runs in a moment.
TEST(WangExhibits, StepsOnCircuits) {
  const Row rows[] = {
      {"theorem-1", "5x5", "4", 2, 2, 2, 2, 2},     {"theorem-1", "8x8", "4", 4, 4, 4, 4, 3},
      {"theorem-1", "10x10", "4", 4, 4, 4, 4, 3},   {"theorem-1", "16x16", "4", 4, 4, 4, 4, 4},
      {"theorem-1", "25x25", "4", 4, 4, 4, 4, 5},   {"theorem-2", "32x32", "3", 6, 6, 6, 6, 5},
      {"theorem-3", "4x8", "4", 4, 3, 3, 3, 3},     {"theorem-3", "6x30", "4", 5, 5, 5, 5, 4},
      {"theorem-3", "2x12", "4", 4, 3, 3, 3, 2},    {"section-3-2-3", "32x128", "1", 12, 12, 12, 12, 12},
      {"theorem-5", "5x5x5", "6", 3, 3, 3, 3, 3},   {"theorem-5", "7x7x7", "6", 3, 3, 3, 3, 3},
      {"theorem-5", "8x8x8", "6", 6, 6, 6, 6, 4},   {"theorem-7", "4x6x10", "6", 7, 6, 5, 5, 3},
      {"theorem-7", "5x8x31", "6", 8, 8, 7, 7, 4},  {"theorem-8", "7x7x17", "4", 7, 7, 7, 6, 5},
      {"theorem-8", "5x18x22", "4", 8, 9, 8, 7, 5}, {"theorem-9", "7x13x13", "3", 8, 9, 9, 8, 6}};
  for (const Row& row : rows) {
    const Exhibit exhibit =
        measured(test::part_of(std::string("wang:") + row.exhibit, [&](const Point& point) {
          return point.labels[0] == row.torus && point.labels[1] == row.ports;
        }));
    const auto check = [&](const char* plan, int steps) {
      const Point& point = at(exhibit, {row.torus, row.ports, plan});
      EXPECT_EQ(point.origin, Origin::kRan) << row.torus << ' ' << plan << ' ' << point.note;
      EXPECT_EQ(point.measured, steps) << row.torus << ' ' << plan;
    };
    check("paper", row.paper);
    check("best", row.best);
    check("auto", row.automatic);
    check("maxflow", row.maxflow);
    EXPECT_EQ(at(exhibit, {row.torus, row.ports, "paper"}).formula, row.theorem);
  }
}

TEST(WangExhibits, ReceiversOfTheSearch) {
  const std::pair<const char*, std::vector<int>> rows[] = {
      {"5x5", {4, 20}},        {"8x8", {4, 20, 39}},
      {"10x10", {4, 20, 75}},  {"16x16", {4, 20, 100, 131}},
      {"4x8", {4, 20, 7}},     {"6x30", {4, 20, 100, 55}},
      {"2x12", {4, 19}},       {"5x5x5", {6, 42, 76}},
      {"7x7x7", {6, 42, 294}}, {"8x8x8", {6, 42, 294, 169}},
      {"4x6x10", {6, 42, 191}}};
  const Exhibit exhibit = measured(
      test::part_of("wang:receivers", [](const Point& point) { return point.labels[0] != "25x25"; }));
  std::size_t points = 0;
  for (const auto& [torus, steps] : rows) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(at(exhibit, {torus, std::to_string(i + 1)}).measured, steps[i])
          << torus << ", step " << i + 1;
    }
    points += steps.size();
  }
  EXPECT_EQ(exhibit.points.size(), points);
}

TEST(WangExhibits, TableOneHasTheCitedFormulas) {
  const Exhibit exhibit = test::exhibit("wang:table-1");
  EXPECT_EQ(at(exhibit, {"8x8", "lower bound"}).formula, 3);
  EXPECT_EQ(at(exhibit, {"8x8", "ours (table)"}).formula, 4);
  EXPECT_EQ(at(exhibit, {"8x8", "Tsai, McKinley (wormhole)"}).formula, 3);
  EXPECT_EQ(at(exhibit, {"10x10", "Peters, Syska"}).formula, 3);
  EXPECT_EQ(at(exhibit, {"9x9x9x9", "Wang, Tseng (wormhole)"}).formula, 10);
  for (const Point& point : exhibit.points) {
    const bool formula = point.labels[1] == "Lee, Lee";
    EXPECT_EQ(point.experiment.has_value(), !formula && point.labels[1] != "lower bound") << point.labels[1];
  }
}

// The cited works that run take the steps that the table prints, flit by flit, on every shape it gives them.
TEST(WangExhibits, TableOneCitedRuns) {
  const auto runs = [](const Point& point) {
    if (point.labels[1].starts_with("Wang, Tseng"))
      return point.labels[0] == "8x8" || point.labels[0] == "7x7x7";
    return point.experiment &&
           (point.labels[1] == "Park, Choi" || point.labels[1] == "Peters, Syska" ||
            point.labels[1].starts_with("Tsai")) &&
           Topology::parse("torus:" + point.labels[0]).nodes() <= 5000;
  };
  const Exhibit exhibit = measured(test::part_of("wang:table-1", runs));
  EXPECT_EQ(exhibit.points.size(), 17u);
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.origin, Origin::kRan) << point.labels[0] << ' ' << point.labels[1] << ' ' << point.note;
    if (point.labels[1].starts_with("Wang")) continue;  // a bound
    EXPECT_EQ(point.measured, point.formula) << point.labels[0] << ' ' << point.labels[1];
  }
  EXPECT_EQ(at(exhibit, {"8x8", "Wang, Tseng (wormhole)"}).measured, 5);
  EXPECT_EQ(at(exhibit, {"7x7x7", "Wang, Tseng (wormhole)"}).measured, 5);
}

TEST(WangExhibits, DistancesFromTheLowerBound) {
  const Exhibit exhibit = test::exhibit("wang:gaps");
  const auto reached = [](const Point& point) {
    return point.printed == fmt::format("<= {:.0f}", *point.formula);
  };
  for (const Point& point : exhibit.points) EXPECT_EQ(point.difference(), 0) << point.labels[0];
  EXPECT_EQ(std::count_if(exhibit.points.begin(), exhibit.points.end(), reached), 11);
  EXPECT_TRUE(reached(exhibit.points.back()));
}

TEST(WangExhibits, LongMessagesHideTheDistance) {
  const Exhibit exhibit =
      measured(test::part_of("wang:section-2", [](const Point& point) { return point.labels[0] == "8x8"; }));
  EXPECT_EQ(exhibit.points.size(), 3u);
  for (const Point& point : exhibit.points)
    EXPECT_EQ(*point.measured - *point.formula, 115) << point.labels[1];
}

}  // namespace
}  // namespace torusim
