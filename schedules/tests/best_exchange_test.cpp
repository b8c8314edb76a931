// `exchange`: which of the complete exchanges is taken, and that the times it compares are the right ones.
#include "schedules/algorithms/best_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "schedules/algorithms/algorithm.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

std::vector<Choice> choices(const char* shape, std::int64_t block, std::int64_t startup, int ports = 1) {
  const Topology topology = Topology::parse(shape);
  Means means;
  means.ports = ports;
  means.block_flits = static_cast<int>(block);
  means.time = MessageTime{block, startup};
  return compare(topology, exchange_candidates(topology, ports), means);
}

std::string best(const char* shape, std::int64_t block, std::int64_t startup) {
  return choices(shape, block, startup).front().candidate.text();
}

TEST(BestExchange, FewStartupsWhereTheyCostMuchFewBlocksElse) {
  EXPECT_EQ(best("torus:8x8", 1, 1000), "paired variant=auto");
  EXPECT_EQ(best("torus:8x8", 1024, 0), "ring-product");
  EXPECT_EQ(best("torus:16x16", 1, 1000), "paired variant=auto");
  EXPECT_EQ(best("torus:16x16", 1024, 0), "ring-split");
  EXPECT_EQ(best("torus:8x8x8", 1024, 2000), "ring-product dilation=1 groups=2,1");
}

// These were not candidates, or stopped the comparison.
TEST(BestExchange, ComparesEverySchemeThatRunsOnTheShape) {
  EXPECT_EQ(best("ring:9", 4096, 0), "te-a1");
  EXPECT_EQ(best("torus:7x7", 1, 1000), "t1 rule=E");
  EXPECT_EQ(best("torus:4x4x4", 2, 0), "relayed phases=11");
  EXPECT_EQ(best("torus:4x8x8", 16, 0), "ring-product dilation=1 groups=1,2");
  EXPECT_EQ(best("torus:4x4x4x4", 1, 30000), "c1");
  EXPECT_EQ(best("torus:3x3x3x3x3", 1, 30000), "c1");
  EXPECT_EQ(best("hypercube:4", 1, 100), "binary");
  EXPECT_EQ(choices("torus:8x8", 64, 0, 4).front().candidate.text(), "all-port least=blocks");
}

// No other algorithm that runs there is quicker; those that are compared by a bound could not be, or share
// channels, where only a run tells the cycles.
TEST(BestExchange, NothingComparedIsQuicker) {
  for (const char* shape :
       {"torus:8x8", "torus:16x16", "torus:4x4x4", "ring:16", "torus:6x10", "mesh:6x6", "torus:4x4x4x4"}) {
    std::map<std::string, std::optional<std::vector<PhaseSummary>>> made;  // nothing: messages share channels
    const auto phases_of = [&](const Candidate& candidate) -> const auto& {
      const auto [phases, is_new] = made.try_emplace(candidate.text());
      if (is_new) {
        const auto schedule = make_schedule(candidate.name, Topology::parse(shape), candidate.options);
        if (schedule->info().claims.link_disjoint) phases->second = summarize(*schedule);
      }
      return phases->second;
    };
    for (const std::int64_t block : {1, 16, 1024}) {
      for (const std::int64_t startup : {0, 100, 2000}) {
        const MessageTime time{block, startup};
        const auto compared = choices(shape, block, startup);
        const Choice& first = compared.front();
        EXPECT_EQ(first.certainty, Certainty::kPredicted) << shape;
        EXPECT_TRUE(std::is_sorted(compared.begin() + 1, compared.end(),
                                   [](const auto& a, const auto& b) { return a.cycles < b.cycles; }));
        for (const Choice& choice : compared) {
          if (choice.cycles >= 2 * first.cycles) break;  // far from the quickest
          const Candidate& candidate = choice.candidate;
          if (candidate.queues) continue;
          const auto& phases = phases_of(candidate);
          if (!phases) continue;
          std::int64_t most = 0;  // the largest message by the longest route, where they are not the same
          for (const PhaseSummary& phase : *phases) most += time(phase.max_blocks, phase.max_hops);
          EXPECT_GE(most, first.cycles) << shape << " " << choice.candidate.text();
          EXPECT_LE(choice.cycles, most) << shape << " " << choice.candidate.text();
        }
      }
    }
  }
}

// A run decides where messages meet, and only within the seconds for runs.
TEST(BestExchange, RunsTheClosestWhereAPredictionCannotTell) {
  const Topology mesh = Topology::parse("mesh:8x8");
  Means means;
  means.time = MessageTime{1, 1000};
  std::vector<std::string> ran;
  means.run = [&](Schedule& schedule, std::int64_t most) -> std::optional<std::int64_t> {
    ran.push_back(schedule.info().name);
    return std::min<std::int64_t>(7000, most);
  };
  const auto measured = compare(mesh, exchange_candidates(mesh, 1), means);
  EXPECT_EQ(measured.front().candidate.text(), "binary");
  EXPECT_EQ(measured.front().certainty, Certainty::kMeasured);
  EXPECT_EQ(ran, std::vector<std::string>{"binary"});  // no bound of another is below 7000
  means.seconds = 0;
  const auto unmeasured = compare(mesh, exchange_candidates(mesh, 1), means);
  EXPECT_EQ(unmeasured.front().candidate.text(), "ring-pass");
  EXPECT_NE(reason(unmeasured, "here").find("could be quicker, but their runs were left out"),
            std::string::npos);
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
                        {"paired", "torus:8x8x8", {{"variant", "mixed"}, {"near", "direct"}}},
                        {"te-a1", "torus:3x4x5"},
                        {"te-a1", "mesh:4x5"},
                        {"te-a1", "complete:6", {{"ports", "all"}}},
                        {"te-a2", "torus:5x5"}}) {
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
  EXPECT_EQ(refusal("torus:8x8", {{"ports", "0"}}),
            "exchange: ports=0: must be a number from 1 to 1000000000");
}

}  // namespace
}  // namespace torusim
