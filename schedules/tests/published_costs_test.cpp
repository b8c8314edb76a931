// Costs of others by the formulas of Tseng, Ni, Sheu. Their numbers in Tables 3 to 5 and the speed-ups of the
// figures are those of testbench/tests/reproduce/measured.txt.
#include "schedules/formulas/published_costs.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

TEST(PublishedCosts, OnlyWhereTheTablesHold) {
  for (const char* text : {"torus:8x8", "torus:16x32", "torus:12x12", "mesh:16x16", "ring:16", "torus:4x4x4",
                           "torus:16x16x16x16", "complete:4x4"}) {
    EXPECT_TRUE(published_costs(Topology::parse(text)).empty()) << text;
  }
}

}  // namespace
}  // namespace torusim
