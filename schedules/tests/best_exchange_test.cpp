// `exchange`: which of the complete exchanges is taken, and that the times it compares are the right ones.
#include "schedules/algorithms/best_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "schedules/algorithms/known_cost.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

std::string best(const char* shape, std::int64_t block, std::int64_t startup) {
  return exchange_choices(Topology::parse(shape), {block, startup}).front().text();
}

TEST(BestExchange, FewStartupsWhereTheyCostMuchFewBlocksElse) {
  EXPECT_EQ(best("torus:8x8", 1, 1000), "paired variant=auto");
  EXPECT_EQ(best("torus:8x8", 1024, 0), "ring-product");
  EXPECT_EQ(best("torus:16x16", 1, 1000), "paired variant=auto");
  EXPECT_EQ(best("torus:16x16", 1024, 0), "ring-split");
  EXPECT_EQ(best("torus:8x8x8", 1024, 2000), "ring-product dilation=1 groups=2,1");
}

// No other algorithm that runs there is quicker; those that are compared by a bound could not be.
TEST(BestExchange, NothingComparedIsQuicker) {
  for (const char* shape : {"torus:8x8", "torus:16x16", "torus:4x4x4", "ring:16", "torus:6x10", "mesh:6x6"}) {
    const Topology topology = Topology::parse(shape);
    for (const std::int64_t block : {1, 16, 1024}) {
      for (const std::int64_t startup : {0, 100, 2000}) {
        const MessageTime time{block, startup};
        const auto choices = exchange_choices(topology, time);
        ASSERT_FALSE(choices.empty()) << shape;
        EXPECT_TRUE(std::is_sorted(choices.begin(), choices.end(),
                                   [](const auto& a, const auto& b) { return a.cycles < b.cycles; }));
        for (const ExchangeChoice& choice : choices) {
          const auto phases = phases_of(choice.name, shape, choice.options);
          std::int64_t most = 0;  // the largest message by the longest route, where they are not the same
          for (const PhaseSummary& phase : phases) most += time(phase.max_blocks, phase.max_hops);
          EXPECT_GE(most, choices.front().cycles) << shape << " " << choice.text();
          EXPECT_LE(choice.cycles, most) << shape << " " << choice.text();
        }
      }
    }
  }
}

// Without going through phases: 16.8 million nodes would take hours.
TEST(BestExchange, LargeToriAreComparedInAMoment) {
  EXPECT_EQ(best("torus:256x256x256", 64, 100), "ring-split groups=1,1,1");
}

// What schedules know of themselves is what their phases take, message by message.
TEST(BestExchange, KnownTimesAreThoseOfThePhases) {
  struct Case {
    const char *name, *shape;
    AlgorithmOptions options = {};
  };
  for (const Case& c : {Case{"t4", "torus:16x16"},
                        {"t4", "torus:32x32"},
                        {"t1", "torus:8x16"},
                        {"c64", "torus:8x8x8"},
                        {"c1", "torus:8x5x8"},
                        {"ring-gs", "ring:32"},
                        {"dp-2d", "torus:16x16"},
                        {"t-2d1", "torus:32x32"},
                        {"t-2d2", "torus:32x32"},
                        {"dp-3d", "torus:8x8x8"},
                        {"t-3d1", "torus:16x16x16"},
                        {"paired", "torus:16x16"},
                        {"paired", "torus:12x20"},
                        {"paired", "torus:8x8", {{"near", "direct"}}},
                        {"paired", "torus:4x16", {{"variant", "rows"}}},
                        {"paired", "torus:6x12x6"},
                        {"paired", "torus:8x8x16", {{"variant", "mixed"}}},
                        {"paired", "torus:8x8x8", {{"variant", "mixed"}, {"near", "direct"}}}}) {
    for (const std::int64_t block : {1, 3, 100}) {
      const MessageTime time{block, 7};
      const auto schedule = make_schedule(c.name, Topology::parse(c.shape), c.options);
      std::int64_t cycles = 0;
      for (Phase phase; schedule->next(phase);) {
        std::int64_t longest = 0;
        for (const Transfer& transfer : phase.transfers) {
          const int hops = transfer.route.hops(schedule->info().topology);
          longest = std::max(longest, time(transfer.block_count(), hops));
        }
        cycles += longest;
      }
      const auto* const known = dynamic_cast<const KnownTime*>(schedule.get());
      ASSERT_NE(known, nullptr) << c.name;
      EXPECT_EQ(known->known_time(time), cycles) << c.name << " " << c.shape << " " << block;
    }
  }
}

TEST(BestExchange, IsTheScheduleThatItNames) {
  const auto schedule =
      make_schedule("exchange", Topology::parse("torus:16x16"), {{"block", "4"}, {"startup", "1000"}});
  EXPECT_EQ(schedule->info().name, "paired");
  EXPECT_EQ(schedule->info().generator, "paired torus:16x16 variant=auto");
  EXPECT_EQ(
      schedule->info().chosen,
      "paired variant=auto: 12,164 cycles predicted for blocks of 4 and startup 1000; next t4: 14,700 or "
      "more");
  EXPECT_TRUE(check(*schedule).correct());
}

TEST(BestExchange, SaysWhatItCannotDo) {
  const auto refusal = [](const char* shape, const AlgorithmOptions& options) -> std::string {
    return test::refusal<std::runtime_error>(
        [&] { make_schedule("exchange", Topology::parse(shape), options); });
  };
  EXPECT_EQ(refusal("torus:8x8", {{"block", "0"}}),
            "exchange: block=0: must be a number from 1 to 1000000000");
  EXPECT_EQ(refusal("torus:8x8", {{"startup", "1e3"}}),
            "exchange: startup=1e3: must be a number from 0 to 1000000000");
  EXPECT_EQ(refusal("mesh:3x5", {}),
            "exchange on mesh:3x5: no exchange without contention supports this topology; pex-gen, gen and "
            "direct run on any");
}

}  // namespace
}  // namespace torusim
