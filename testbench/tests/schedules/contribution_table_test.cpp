// The account of a reduction takes four bytes for every node and chunk, and 8 GB at most.
#include "schedules/core/contribution_table.h"

#include <gtest/gtest.h>

#include "schedules/core/error.h"

namespace torusim {
namespace {

TEST(ContributionTable, LongestVectors) {
  EXPECT_EQ(ContributionTable::most_chunks(1 << 15), 1 << 16);
  EXPECT_EQ(ContributionTable::most_chunks(3), 715'827'882);
}

TEST(ContributionTable, RefusesMoreThan8GB) {
  const Topology ring = Topology::parse("ring:46341");  // the smallest N with N * N above 2^31
  try {
    const ContributionTable table(ring, {Collective::Kind::kAllReduce});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("contributions to 46341 chunks takes more than 8 GB"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace torusim
