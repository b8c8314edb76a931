// Cycles and flits in the units of people, and the bandwidth of collectives.
#include "testbench/config/units.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"
#include "testbench/config/bandwidth.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"
#include "testbench/config/vector_size.h"

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

TEST(Units, AreRoundedUpWhichIsReported) {
  for (const auto& [time, more] : {std::pair("400ps", false), {"401ps", true}, {"0.4000000001ns", false}}) {
    const RunConfig config = given_units({{"startup", time}, {"clock", "2.5GHz"}});
    EXPECT_EQ(config.run.startup, more ? 2 : 1) << time;
    EXPECT_EQ(config.converted.at("startup").ends_with(", rounded up"), more) << time;
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
            "must be a number of flits, or a size such as 4KiB (B, kB, KiB, MB, MiB, .., TiB)");
  EXPECT_EQ(
      units_refusal({{"link-delay", "1ms"}, {"clock", "1GHz"}}),
      fmt::format(
          "--link-delay = 1ms, which is 1000000 cycles: must be {}; --clock 244.140625kHz makes 245 of it",
          kLinkDelays));
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
  const Topology torus = Topology::parse("torus:4x4");
  const auto exchange = bandwidth(torus, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(exchange->bytes, 1600);
  EXPECT_DOUBLE_EQ(exchange->algorithm, 1.6e9);
  EXPECT_DOUBLE_EQ(exchange->bus, 1.5e9);
  collective.kind = Collective::Kind::kGossip;
  collective.pieces = 2;
  const auto gossip = bandwidth(torus, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(gossip->bytes, 3200);
  EXPECT_DOUBLE_EQ(gossip->bus, 3e9);
  collective.kind = Collective::Kind::kBroadcast;
  const auto broadcast = bandwidth(torus, collective, 100, 1e-6);
  EXPECT_DOUBLE_EQ(broadcast->bytes, 200);
  EXPECT_DOUBLE_EQ(broadcast->bus, 2e8);
  EXPECT_FALSE(bandwidth(torus, collective, 100, 0));
  collective.kind = Collective::Kind::kMessages;
  EXPECT_FALSE(bandwidth(torus, collective, 100, 1e-6));
  collective = {};
  const Topology left = torus.with_failures(parse_failures(torus, "(3,3)", 0));
  EXPECT_DOUBLE_EQ(bandwidth(left, collective, 100, 1e-6)->bytes, 1500);
  EXPECT_DOUBLE_EQ(bandwidth(left, collective, 100, 1e-6)->bus, 1.4e9);
  EXPECT_EQ(block_of_vector(1500, left, collective), 100);
}

}  // namespace
}  // namespace torusim
