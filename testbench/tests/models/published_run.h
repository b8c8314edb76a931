#pragma once
/// Runs of published algorithms on the hardware that they assume: all ports that they need, and no waits for
/// credits.
/// The closed form is when the phases of a schedule end in which no message waits for another.

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/schedule.h"
#include "testbench/tests/models/sources.h"

namespace torusim::test {

/// docs/router.md, Timing, by worms and by circuits; a message of `payload` > 0 flits over `hops`.
inline Cycle time_alone(const RunOptions& options, int hops, std::int64_t payload) {
  const Cycle delay = options.hardware.link_delay, head = 4 + hops * (1 + delay);
  if (options.hardware.switching != Switching::kCircuit) return options.startup + head + payload;
  return options.startup + 2 * head + 3 + hops * delay + payload - 1;
}

/// Each phase takes as long as its slowest message alone.
inline std::vector<Cycle> closed_form(Schedule& schedule, const RunOptions& options) {
  std::vector<Cycle> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    Cycle slowest = 0;
    for (const Transfer& transfer : phase.transfers) {
      slowest = std::max(slowest, time_alone(options, transfer.route.hops(schedule.info().topology),
                                             transfer.blocks.blocks() * options.block_flits));
    }
    result.push_back(slowest);
  }
  schedule.rewind();
  return result;
}

struct PublishedRun {
  const char* algorithm = "";
  const char* shape = "";
  AlgorithmOptions options = {};
  int block = 1, startup = 5, link_delay = 1;

  std::unique_ptr<Schedule> schedule() const {
    return make_schedule(algorithm, Topology::parse(shape), options);
  }
  /// Links of this delay, and credits for their round trip.
  RunOptions run_options(Schedule& schedule, Synchronisation sync = Synchronisation::kBarrier) const {
    RunOptions run = options_for(schedule, sync);
    run.hardware.alpha = schedule.info().ports;
    run.hardware.link_delay = link_delay;
    run.hardware.reserve = Hardware::credit_round_trip(link_delay);
    run.block_flits = block;
    run.startup = startup;
    return run;
  }
};

inline std::ostream& operator<<(std::ostream& stream, const PublishedRun& run) {
  stream << run.algorithm << " " << run.shape;
  for (const auto& [name, value] : run.options) stream << " " << name << "=" << value;
  return stream << " b=" << run.block << " delay " << run.link_delay;
}

/// Every block comes to its place, as often as the schedule declares.
inline RunResult expect_delivered(Schedule& schedule, const RunOptions& options) {
  RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified) << (result.findings.empty() ? "" : result.findings[0]);
  EXPECT_EQ(result.delivered_blocks, result.total_blocks);
  EXPECT_EQ(result.repeated_blocks, schedule.info().collective.repeats);
  return result;
}

/// And every phase takes as long as its slowest message alone.
inline RunResult expect_closed_form(Schedule& schedule, const RunOptions& options) {
  const RunResult result = expect_delivered(schedule, options);
  const std::vector<Cycle> predicted = closed_form(schedule, options);
  EXPECT_EQ(result.phases.size(), predicted.size());
  Cycle now = 0;
  for (std::size_t p = 0; p < std::min(predicted.size(), result.phases.size()); ++p) {
    EXPECT_EQ(result.phases[p].start, now) << result.phases[p].name;
    now += predicted[p];
    EXPECT_EQ(result.phases[p].end, now) << result.phases[p].name;
  }
  EXPECT_EQ(result.cycles, now);
  return result;
}

}  // namespace torusim::test
