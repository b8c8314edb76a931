// Levels.* of levels_test.cpp for the dense level and for large networks: fewer cases, which take longer.
#include <gtest/gtest.h>

#include "testbench/tests/levels/any_case.h"

namespace torusim {
namespace {

using test::Shape;

TEST(Levels, AgreeOnDenseTraffic) {
  test::expect_agreement(
      [] { return test::any_traffic(Shape::kDense); }, 1,
      "100 dense; 20 closed loop; 30 classes; 25 transit-first; 40 pins; 10 vct; 7 saf; 15 uniform");
}

TEST(Levels, AgreeOnLargeTraffic) {
  test::expect_agreement([] { return test::any_traffic(Shape::kLarge); }, 4, "");
}

TEST(Levels, AgreeOnLargeDenseTraffic) {
  test::expect_agreement([] { return test::any_traffic(Shape::kDenseLarge); }, 10, "");
}

TEST(Levels, AgreeOnDenseRuns) {
  test::expect_agreement(
      [] { return test::any_run(Shape::kDense); }, 1,
      "100 dense; 30 classes; 20 transit-first; 50 pins; 12 vct; 10 saf; 25 slow nodes; 6 limit; "
      "10 barrier; 10 priority; 6 last dimension first; 5 any lengths");
}

TEST(Levels, AgreeOnLargeRuns) {
  test::expect_agreement([] { return test::any_run(Shape::kLarge); }, 4, "");
}

TEST(Levels, AgreeOnLargeDenseRuns) {
  test::expect_agreement([] { return test::any_run(Shape::kDenseLarge); }, 4, "");
}

}  // namespace
}  // namespace torusim
