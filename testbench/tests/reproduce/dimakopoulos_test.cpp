// Dimakopoulos, Dimopoulos: what is reproduced, against the golden numbers of docs/papers/.
#include <gtest/gtest.h>

#include "testbench/tests/reproduce/measured.h"

namespace torusim {
namespace {

using test::at;
using test::measured;
using test::part_of;

/// Networks that run in a moment.
bool quick(const Point& point) {
  for (const char* large : {"torus:16x16", "torus:4x4x4x4", "mesh:4x4x4x4", "hypercube:8", "torus:10x10",
                            "torus:3x3x3x3", "mesh:3x3x3x3"}) {
    if (point.labels[0] == large) return false;
  }
  return true;
}

TEST(DimakopoulosExhibits, TheoremsHoldInTheRun) {
  for (const char* name : {"theorem-1", "dimensions", "theorem-2", "theorem-4"}) {
    const Exhibit exhibit = measured(part_of(std::string("dimakopoulos:") + name, quick));
    for (const Point& point : exhibit.points) {
      EXPECT_EQ(point.origin, Origin::kRan) << name << ' ' << point.labels[0] << ' ' << point.note;
      EXPECT_EQ(point.difference(), 0) << name << ' ' << point.labels[0];
    }
  }
}

TEST(DimakopoulosExhibits, BoundsAreMetWhereTheyCanBe) {
  const Exhibit a1 = measured(part_of("dimakopoulos:theorem-3", quick));
  for (const Point& point : a1.points) {
    const bool has_paths = point.labels[0].starts_with("mesh") || point.labels[0] == "torus:4x3m";
    EXPECT_EQ(point.difference() == 0.0, !has_paths) << point.labels[0];
  }
  EXPECT_EQ(at(a1, {"torus:8x8"}).measured, 256);
  EXPECT_EQ(at(a1, {"hypercube:5"}).measured, 80);
  EXPECT_EQ(at(a1, {"mesh:4x4"}).measured, 56);
  EXPECT_EQ(at(a1, {"mesh:4x4"}).formula, 40);

  const Exhibit a2 = measured(part_of("dimakopoulos:theorem-5", quick));
  const Exhibit busy = measured(part_of("dimakopoulos:busy-channels", quick));
  for (const auto& [shape, steps, crossings] : {std::tuple{"torus:3x3", 3, 108},
                                                {"torus:4x4", 8, 512},
                                                {"torus:5x5", 15, 1500},
                                                {"torus:6x6", 30, 3888},
                                                {"torus:7x7", 42, 8232},
                                                {"torus:8x8", 64, 16384}}) {
    const bool whole = std::string(shape) != "torus:6x6";
    EXPECT_EQ(at(a2, {shape}).measured, steps);
    EXPECT_EQ(at(a2, {shape}).difference() == 0.0, whole) << shape;
    EXPECT_EQ(at(busy, {shape}).measured, crossings);
    EXPECT_EQ(at(busy, {shape}).difference() == 0.0, whole) << shape;
  }
}

// Vertex-transitive factors meet bound (3), but for one whose plan is two steps longer.
TEST(DimakopoulosExhibits, OtherFactors) {
  const Exhibit exhibit = measured(part_of("dimakopoulos:factors", quick));
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.origin, Origin::kRan) << point.labels[0] << ' ' << point.note;
    EXPECT_EQ(point.difference() == 0.0, point.labels[0] != "product:dodecahedron") << point.labels[0];
  }
  EXPECT_EQ(at(exhibit, {"product:petersen", "te-a1"}).measured, 15);
  EXPECT_EQ(at(exhibit, {"product:petersen,petersen", "te-a1"}).measured, 300);
  EXPECT_EQ(at(exhibit, {"product:petersen,petersen", "te-a2"}).measured, 50);
  EXPECT_EQ(at(exhibit, {"product:hypercube-3,hypercube-3", "te-a2"}).measured, 32);
  EXPECT_EQ(at(exhibit, {"product:nauru", "te-a1"}).measured, 62);
}

TEST(DimakopoulosExhibits, Misprints) {
  const Exhibit table = measured(test::exhibit("dimakopoulos:table-2"));
  for (const Point& point : table.points) {
    EXPECT_EQ(point.measured, point.formula);
    EXPECT_EQ(point.difference() == 0.0, point.labels != (std::vector<std::string>{"A_3", "3"}));
  }
  const Exhibit lines = measured(test::exhibit("dimakopoulos:misprints"));
  for (const auto& [shape, lost] : {std::pair{"torus:4x3", 24}, {"torus:3x4", 27}, {"torus:3x3", 18}}) {
    EXPECT_EQ(at(lines, {"line 3, printed", shape, "messages lost"}).measured, lost);
    EXPECT_EQ(at(lines, {"line 3, repaired", shape, "messages lost"}).measured, 0);
  }
  for (int n = 3; n <= 8; ++n) {
    const std::string k = "K" + std::to_string(n), network = k + " x " + k;
    EXPECT_EQ(at(lines, {"set (8), printed", network, "rounds that fit"}).measured, 0);
    EXPECT_EQ(at(lines, {"set (8), outer-sign", network, "rounds that fit"}).measured, n % 2 == 0 ? 1 : 2);
    EXPECT_EQ(at(lines, {"set (8), repaired", network, "rounds that fit"}).measured, n - 1);
  }
}

}  // namespace
}  // namespace torusim
