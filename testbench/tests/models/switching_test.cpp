// Store and forward, virtual cut-through and circuit switching: the closed forms of docs/router.md, delivery
// under contention, and what each mode forbids.
#include <gtest/gtest.h>

#include "models/contract/zero_load.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

constexpr Switching kModes[] = {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                                Switching::kCircuit};

class SwitchingTest : public testing::TestWithParam<Level> {};

TEST_P(SwitchingTest, AloneAMessageTakesTheClosedForm) {
  const Topology ring = Topology::parse("ring:9");
  for (const Switching mode : kModes) {
    for (const int delay : {1, 3}) {
      for (const int hops : {1, 2, 4}) {
        for (const int payload : {0, 1, 2, 13}) {
          for (const int reserve : {3, 20}) {
            StoredSchedule schedule = test::one_message(ring, 7, (7 + hops) % 9);
            RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
            options.level = GetParam();
            options.hardware.switching = mode;
            options.hardware.link_delay = delay;
            options.hardware.reserve = reserve;
            options.block_flits = payload;
            options.startup = 5;
            if (!options.hardware.unsupported_reason(1 + payload).empty()) continue;
            const RunResult result = simulate(schedule, options);
            EXPECT_EQ(result.phases[0].end, zero_load_latency(options.hardware, 5, hops, 1 + payload))
                << to_text(mode) << ", delay " << delay << ", " << hops << " hops, " << payload << " flits, "
                << reserve << " slots";
          }
        }
      }
    }
  }
}

TEST_P(SwitchingTest, PhasesWithoutContentionTakeTheirLongestMessage) {
  for (const Switching mode : kModes) {
    const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
    RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.switching = mode;
    options.hardware.reserve = 100;
    options.block_flits = 3;
    const RunResult result = simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kVerified) << to_text(mode);
    const auto summaries = summarize(*schedule);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
      EXPECT_EQ(
          result.phases[i].end - result.phases[i].start,
          zero_load_latency(options.hardware, 0, summaries[i].max_hops, 1 + 3 * summaries[i].max_blocks))
          << to_text(mode) << ' ' << summaries[i].name;
    }
  }
}

TEST_P(SwitchingTest, AWormLongerThanItsBufferIsRefused) {
  for (const Switching mode : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    StoredSchedule schedule = test::one_message(Topology::parse("ring:4"), 0, 1);
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.level = GetParam();
    options.hardware.switching = mode;
    options.hardware.reserve = 4;
    options.hardware.shared = 4;
    options.block_flits = 8;
    const std::string refusal = test::refusal([&] { simulate(schedule, options); });
    EXPECT_NE(refusal.find("a worm of 9 flits"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("reserve + shared is 8"), std::string::npos) << refusal;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SwitchingTest, testing::Values(Level::kFast, Level::kPins));

}  // namespace
}  // namespace torusim
