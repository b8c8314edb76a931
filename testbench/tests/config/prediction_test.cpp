// Predicted and simulated times of phases that keep out of their own way are the same, to the cycle.
#include "testbench/config/prediction.h"

#include <gtest/gtest.h>

#include <numeric>

#include "models/run/simulation.h"
#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"

namespace torusim {
namespace {

TEST(Prediction, IsExactForPhasesWithoutContention) {
  const Topology torus = Topology::parse("torus:8x8");
  for (const int link_delay : {1, 3}) {
    for (const int block : {1, 16}) {
      for (const Cycle startup : {0, 50}) {
        const auto schedule = make_schedule("t4", torus);
        RunOptions options;
        options.hardware.topology = torus;
        options.hardware.link_delay = link_delay;
        options.hardware.reserve = Hardware::credit_round_trip(link_delay);
        options.block_flits = block;
        options.startup = startup;
        const auto predicted = predicted_phases(*schedule, {options.hardware, block, startup});
        const RunResult result = simulate(*schedule, options);
        ASSERT_EQ(result.verdict, Verdict::kVerified);
        ASSERT_EQ(result.phases.size(), predicted.size());
        for (std::size_t i = 0; i < predicted.size(); ++i) {
          EXPECT_EQ(result.phases[i].end - result.phases[i].start, predicted[i]) << result.phases[i].name;
        }
      }
    }
  }
}

/// A run of `exchange` with these options, and the times of all schemes that it compares.
void expect_quickest(const char* shape, const std::vector<std::pair<const char*, const char*>>& words) {
  RunConfig config;
  config.algorithm = "exchange";
  config.topology = shape;
  config.block = 16;
  config.run.startup = 100;
  for (const auto& [option, value] : words) find_option(option)->set(config, value);
  const PreparedRun run = prepare_run(config);
  const Topology& topology = run.hardware.topology;
  const RunOptions& options = run.options;
  const TimeModel model{options.hardware, 16, 100, 0, options.slower};
  const auto time = [&](Schedule& schedule) {
    const auto phases = predicted_phases(schedule, model);
    return std::accumulate(phases.begin(), phases.end(), Cycle{0});
  };
  const Cycle least = time(*run.schedule);
  for (const Candidate& candidate : exchange_candidates(topology, 1)) {
    std::unique_ptr<Schedule> schedule;
    try {
      schedule = make_schedule(candidate.name, topology, candidate.options);
    } catch (const std::runtime_error&) {
      continue;  // it does not run there
    }
    if (!schedule->info().claims.link_disjoint || schedule->info().ports > options.hardware.alpha) continue;
    EXPECT_LE(least, time(*schedule)) << candidate.text();
  }
  EXPECT_EQ(simulate(*run.schedule, options).cycles, least);
}

TEST(Prediction, ExchangeIsTheQuickestOnTheseLinksAndNodes) {
  expect_quickest("torus:4x4x4", {{"link-delay", "1,z=8"}, {"link-rate", "z=1/4"}, {"sync", "barrier"}});
  expect_quickest("torus:4x4", {{"link-rate", "(0,0)+x=1/8"}, {"sync", "barrier"}});
  expect_quickest("torus:4x4", {{"slow-node", "(0,0)=500"}, {"sync", "barrier"}});
}

}  // namespace
}  // namespace torusim
