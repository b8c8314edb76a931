// Thakur, Choudhary, Fox: golden contention, the fits of the time model, and what runs take.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "testbench/tests/reproduce/measured.h"

namespace torusim {
namespace {

using test::at;
using test::measured;
using test::part_of;

TEST(ThakurExhibits, TableOneIsTheSchedule) {
  const Exhibit exhibit = measured(test::exhibit("thakur:table-1"));
  EXPECT_EQ(exhibit.points.size(), 28u);
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.origin, Origin::kCounted);
    EXPECT_EQ(point.difference(), 0) << point.labels[0] << ": " << point.labels[1];
    EXPECT_EQ(point.measured, point.formula) << point.labels[0] << ": " << point.labels[1];
  }
}

TEST(ThakurExhibits, ScottHasAsManyPhasesAsTheBound) {
  const Exhibit exhibit = measured(part_of("thakur:scott", [](const Point& point) {
    return point.labels[0].size() == 3 || point.labels[0] < "16" || point.labels[1] != "cycles, scott/PEX";
  }));
  EXPECT_EQ(exhibit.points.size(), 10u * 2 + 2);
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.formula ? point.difference() : 0, 0) << point.labels[0] << ' ' << point.labels[1];
  }
  EXPECT_EQ(at(exhibit, {"22x22", "phases"}).measured, 2662);
  EXPECT_EQ(at(exhibit, {"8x8", "cycles, scott/PEX"}).measured, 11184.0 / 19292);
}

TEST(ThakurExhibits, ContentionIsWhatIsCounted) {
  const Exhibit exhibit = measured(part_of("thakur:contention", [](const Point& point) {
    return point.labels[1].find("16x3") == std::string::npos;
  }));
  EXPECT_EQ(exhibit.points.size(), 80u);
  for (const Point& point : exhibit.points) EXPECT_EQ(point.measured, point.formula) << point.labels[0];
  EXPECT_EQ(at(exhibit, {"gen", "16x9", "sum of f"}).measured, 680);
  EXPECT_EQ(at(exhibit, {"pex-gen-shift", "16x14", "S"}).measured, 881.5);
  EXPECT_EQ(at(exhibit, {"pex", "16x16", "largest f"}).difference(), 0);
}

// The fits to the five tables; the first is the one that the others of the exchanges could share.
TEST(ThakurExhibits, ModelIsFittedToEachTable) {
  const std::pair<const char*, const char*> golden[] = {
      {"thakur:table-2", "alpha = 187.6 us and beta = 0.2498"},
      {"thakur:table-3", "alpha = 179.3 us and beta = 0.2343"},
      {"thakur:table-4", "alpha = 184.3 us and beta = 0.2332"},
      {"thakur:table-5", "alpha = 127.9 us and beta = 0.3596"},
      {"thakur:table-6", "alpha = 115.5 us and beta = 0.3662"}};
  for (const auto& [name, text] : golden) {
    const Exhibit exhibit = find_exhibits(name).exhibits.at(0);
    EXPECT_NE(exhibit.text.find(text), std::string::npos) << exhibit.text;
    EXPECT_EQ(exhibit.points.size(), 50u);
    double error = 0;
    for (const Point& point : exhibit.points)
      error += std::abs(*point.formula / std::stod(point.printed) - 1) / 50;
    EXPECT_LT(error, 0.12) << name;
  }
}

// At flit level with the Delta's startup time and bytes a second: seconds that docs/papers prints.
TEST(ThakurExhibits, SmallMeshesRun) {
  const auto small = [](const Point& point) {
    return point.labels[1] == "16384" && (point.labels[0] == "4x4" || point.labels[0] == "8x8");
  };
  const std::tuple<const char*, const char*, const char*, double> golden[] = {
      {"thakur:table-2", "4x4", "barrier", 0.1304},
      {"thakur:table-2", "8x8", "none", 1.174},
      {"thakur:table-5", "4x4", "none", 0.1096},
      {"thakur:table-5", "8x8", "barrier", 1.768}};
  for (const auto& [name, mesh, sync, seconds] : golden) {
    const Exhibit exhibit = measured(part_of(name, small));
    const Point& point = at(exhibit, {mesh, "16384", sync});
    EXPECT_EQ(point.origin, Origin::kRan);
    EXPECT_NEAR(*point.measured, seconds, seconds * 5e-4) << name;
  }
}

}  // namespace
}  // namespace torusim
