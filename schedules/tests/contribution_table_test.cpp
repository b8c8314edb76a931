// The account of a reduction takes four bytes for every node and chunk, and 8 GB at most.
#include "schedules/core/contribution_table.h"

#include <gtest/gtest.h>

#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

TEST(ContributionTable, LongestVectors) {
  EXPECT_EQ(ContributionTable::most_chunks(1 << 15), 1 << 16);
  EXPECT_EQ(ContributionTable::most_chunks(3), 715'827'882);
}

TEST(ContributionTable, RefusesMoreThan8GB) {
  const Topology ring = Topology::parse("ring:46341");  // the smallest N with N * N above 2^31
  const std::string refusal =
      test::refusal([&] { const ContributionTable table(ring, {Collective::Kind::kAllReduce}); });
  EXPECT_NE(refusal.find("contributions to 46341 chunks takes more than 8 GB"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace torusim
