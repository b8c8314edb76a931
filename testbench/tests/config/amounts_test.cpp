#include "testbench/config/amounts.h"

#include <gtest/gtest.h>

#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

TEST(Amounts, AreNumbersOrInUnitsRoundedUp) {
  EXPECT_EQ(cycles_of("20", 0, 100), 20);
  EXPECT_EQ(cycles_of("20ns", 1e9, 100), 20);
  EXPECT_EQ(cycles_of("1.5ns", 1e9, 100), 2);
  EXPECT_EQ(cycles_of("0.3us", 1e8, 100), 30);
  EXPECT_EQ(cycles_of("0s", 1e9, 100), 0);
  EXPECT_EQ(flits_of("32", 0, 100), 32);
  EXPECT_EQ(flits_of("1KiB", 16, 100), 64);
  EXPECT_EQ(flits_of("1kB", 16, 100), 63);
}

TEST(Amounts, RefuseWhatIsMissingOrTooMuch) {
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("20ns", 0, 100); }),
            "must be cycles, because a time needs --clock, such as 1GHz");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("200ns", 1e9, 100); }), "must be at most 100 cycles");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("101", 0, 100); }),
            "must be cycles, 0 to 100, or a time");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("-1", 1e9, 100); }),
            "must be cycles, 0 to 100, or a time");
  EXPECT_NE(test::refusal<UsageError>([] { cycles_of("2KiB", 1e9, 100); }), "accepted");
  EXPECT_EQ(test::refusal<UsageError>([] { flits_of("1KiB", 0, 100); }),
            "must be flits, because a size needs --flit-bytes, such as 16");
  EXPECT_EQ(test::refusal<UsageError>([] { flits_of("1e30GB", 1, 100); }).substr(0, 7), "must be");
}

}  // namespace
}  // namespace torusim
