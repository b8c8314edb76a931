// Cycles and flits in the units of people, and the bandwidth of collectives.
#include "testbench/config/units.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/amounts.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"
#include "testbench/results/bandwidth.h"

namespace torusim {
namespace {

RunConfig given_units(std::initializer_list<std::pair<const char*, const char*>> options) {
  RunConfig config;
  for (const auto& [name, value] : options) find_option(name)->set(config, value);
  convert_units(config);
  return config;
}

std::string units_refusal(std::initializer_list<std::pair<const char*, const char*>> options) {
  return test::refusal<UsageError>([&] { given_units(options); });
}

TEST(Units, TimesAndSizesBecomeCyclesAndFlits) {
  const RunConfig config =
      given_units({{"startup", "200ns"}, {"block", "4KiB"}, {"clock", "1GHz"}, {"flit-bytes", "16"}});
  EXPECT_EQ(config.run.startup, 200);
  EXPECT_EQ(config.block, 256);
  EXPECT_EQ(config.converted.at("block"), "4KiB = 256 flits");
  EXPECT_EQ(config.converted.at("startup"), "200ns = 200 cycles");
  EXPECT_TRUE(config.in_units.empty());
  EXPECT_EQ(find_option("block")->get(config), "256");
}

// What floating point makes of 0.1 or of 1.4 GHz is no reason for another cycle.
TEST(Units, AreRoundedUpAndWholeNumbersStayWhole) {
  for (int cycles = 0; cycles <= 3000; ++cycles) {
    for (const auto& [clock, ps] :
         {std::pair("1GHz", 1000), {"2.5GHz", 400}, {"800MHz", 1250}, {"0.1GHz", 10000}}) {
      const std::string exact = fmt::format("{}ps", std::int64_t{cycles} * ps);
      const std::string more = fmt::format("{}.001ns", std::int64_t{cycles} * ps / 1000);
      ASSERT_EQ(given_units({{"startup", exact.c_str()}, {"clock", clock}}).run.startup, cycles)
          << exact << clock;
      if (ps % 1000 != 0) continue;
      const RunConfig longer = given_units({{"startup", more.c_str()}, {"clock", clock}});
      ASSERT_EQ(longer.run.startup, cycles + 1) << more << clock;
      ASSERT_TRUE(longer.converted.at("startup").ends_with(", rounded up"));
    }
  }
  EXPECT_EQ(given_units({{"startup", "714.285714286ns"}, {"clock", "1.4GHz"}}).run.startup, 1000);
  EXPECT_EQ(given_units({{"block", "1B"}, {"flit-bytes", "16"}}).block, 1);
  EXPECT_EQ(given_units({{"block", "17B"}, {"flit-bytes", "16"}}).block, 2);
  EXPECT_EQ(given_units({{"block", "1kB"}, {"flit-bytes", "16"}}).block, 63);
}

TEST(Units, LastWordWins) {
  EXPECT_EQ(given_units({{"startup", "200ns"}, {"startup", "7"}}).run.startup, 7);
  EXPECT_EQ(given_units({{"startup", "7"}, {"startup", "2us"}, {"clock", "1GHz"}}).run.startup, 2000);
}

TEST(Units, SayWhatIsMissingOrWrong) {
  EXPECT_EQ(units_refusal({{"startup", "200ns"}}), "--startup = 200ns: needs --clock, such as 1GHz");
  EXPECT_EQ(units_refusal({{"block", "4KiB"}}), "--block = 4KiB: needs --flit-bytes, such as 16");
  EXPECT_EQ(units_refusal({{"startup", "4KiB"}}),
            "must be a number of cycles, or a time such as 200ns (ps, ns, us, ms, s)");
  EXPECT_EQ(units_refusal({{"block", "200ns"}}),
            "must be a number of flits, or a size such as 4KiB (B, kB, KiB, MB, MiB, GB, GiB)");
  EXPECT_EQ(units_refusal({{"link-delay", "1ms"}, {"clock", "1GHz"}}),
            fmt::format("--link-delay = 1ms, which is 1000000 cycles: must be {}", kLinkDelays));
  for (const char* clock : {"1", "GHz", "-1GHz", "1.2.3GHz", "0Hz", "1e3GHz", "1 GHz", "1Ghz"}) {
    EXPECT_EQ(units_refusal({{"clock", clock}}), "must be none, or such as 1GHz or 312.5MHz") << clock;
  }
}

TEST(Units, ClocksReadBackAsTheyAreWritten) {
  for (const char* clock : {"none", "1GHz", "312.5MHz", "1.4GHz", "32.768kHz", "7Hz"}) {
    EXPECT_EQ(clock_text(parse_clock(clock)), clock);
    EXPECT_EQ(parse_clock(clock_text(parse_clock(clock))), parse_clock(clock));
  }
}

TEST(Units, AreWrittenAsPeopleReadThem) {
  EXPECT_EQ(time_text(4800e-9), "4.8 us");
  EXPECT_EQ(time_text(116e-9), "116 ns");
  EXPECT_EQ(time_text(0), "0 ps");
  EXPECT_EQ(rate_text(13.653e9), "13.65 GB/s");
  EXPECT_EQ(bytes_text(65536), "64 KiB");
  EXPECT_EQ(bytes_text(65000), "65 kB");
}

// 16 nodes, blocks of 100 bytes, 1 us: as all_to_all, all_gather and broadcast of nccl-tests compute them.
TEST(Bandwidth, IsThatOfCollectiveBenchmarks) {
  Collective collective;
  const auto exchange = bandwidth(16, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(exchange->bytes, 1600);
  EXPECT_DOUBLE_EQ(exchange->algorithm, 1.6e9);
  EXPECT_DOUBLE_EQ(exchange->bus, 1.5e9);
  collective.kind = Collective::Kind::kGossip;
  collective.pieces = 2;
  const auto gossip = bandwidth(16, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(gossip->bytes, 3200);
  EXPECT_DOUBLE_EQ(gossip->bus, 3e9);
  collective.kind = Collective::Kind::kBroadcast;
  const auto broadcast = bandwidth(16, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(broadcast->bytes, 200);
  EXPECT_DOUBLE_EQ(broadcast->bus, 2e8);
  EXPECT_FALSE(bandwidth(16, collective, 100, 0));
  collective.kind = Collective::Kind::kMessages;
  EXPECT_FALSE(bandwidth(16, collective, 100, 1e-6));
}

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
