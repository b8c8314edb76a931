// The levels, the reference router and the routers in SystemVerilog are written separately. They must agree
// on every flit and its cycle, with any number of threads, with and without sleep, whatever watches: in every
// class of cases.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "testbench/tests/levels/any_case.h"

namespace torusim {
namespace {

using test::Shape;

TEST(Levels, AgreeOnProducts) {
  test::expect_agreement(
      [] { return test::any_run(Shape::kProduct); }, 2,
      "30 delivered; 50 pins; 30 classes; 20 one lane; 20 several ports; 20 slow nodes; 20 uneven "
      "links; 12 gates; 15 pipelined; 12 shared slots; 10 limit; 8 bubble; 10 wormhole; 4 saf; 2 "
      "vct; 2 circuit; 8 exchange; 6 algorithm; 5 more than 4 classes; 4 any lengths; 2 named "
      "lanes; 2 last dimension first; 3 slow links; 3 barrier; 2 priority; 10 RTL; 1 RTL, gates");
}

TEST(Levels, AgreeOnTwistedTori) {
  test::expect_agreement(
      [] { return test::any_run(Shape::kTwisted); }, 4,
      "100 twisted; 30 delivered; 50 pins; 30 classes; 20 one lane; 25 slow nodes; 20 uneven "
      "links; 12 gates; 12 pipelined; 15 shared slots; 8 limit; 8 bubble; 1 circuit; 1 saf; 1 "
      "vct; 4 priority; 1 named lanes; 6 RTL");
}

TEST(Levels, AgreeRoundFailedLinks) {
  test::expect_agreement(
      [] { return test::any_run(Shape::kFailed); }, 2,
      "100 failed links; 30 delivered; 50 pins; 30 classes; 25 slow nodes; 20 uneven links; 20 "
      "gates; 15 twisted; 12 pipelined; 20 shared slots; 8 circuit; 3 saf; 3 vct; 15 RTL; 2 RTL, gates");
}

TEST(Levels, AgreeOnPrograms) {
  test::expect_agreement(
      [] { return test::any_program(); }, 2,
      "20 program; 12 chunks; 3 jobs; 40 delivered; 50 pins; 20 one lane; 20 uneven links; 15 "
      "pipelined; 8 shared slots; 12 bubble; 4 adaptive; 6 twisted; 3 saf; 3 vct; 15 RTL");
}

TEST(Levels, AgreeOnTraffic) {
  test::expect_agreement(
      [] { return test::any_traffic(*rc::gen::element(Shape::kProduct, Shape::kTwisted, Shape::kFailed)); },
      2,
      "25 twisted; 12 failed links; 5 other routes; 5 closed loop; 50 pins; 20 classes; 20 uneven links; 15 "
      "pipelined; 20 shared slots; 6 one lane; 3 bubble; 2 circuit; 4 saf; 3 vct; 2 hotspot; 3 "
      "tornado; 6 RTL");
}

}  // namespace
}  // namespace torusim
