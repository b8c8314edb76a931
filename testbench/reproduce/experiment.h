#pragma once
/// The measurement of a point of an exhibit: a command of torusim, and its outcome.

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

struct Experiment {
  RunConfig config;   ///< algorithm, topology and all options that are not standard
  bool runs = false;  ///< simulates at flit level; else counts the schedule only
};

/// The command of torusim with the same result. Equal experiments have equal commands.
std::string command_of(const Experiment& experiment);

/// The results of counting and running.
struct Outcome {
  std::int64_t startups = 0;  ///< phases, or steps
  std::int64_t blocks = 0;    ///< sum over the phases of the largest message
  std::int64_t messages = 0;
  std::int64_t channel_uses = 0;  ///< hops of all messages over channels between routers
  std::int64_t repeats = 0;       ///< blocks that reach nodes that already hold them
  std::int64_t sum_loads = 0;     ///< sum over the phases of f, the messages on the busiest channel
  std::int64_t max_load = 0;      ///< the largest f
  double shares = 0;              ///< sum over the phases of max(1, f / 2)

  // Members that only run() fills.
  std::string verdict = {};  ///< "verified", or another verdict; empty: no run
  std::int64_t cycles = 0;
  std::int64_t flit_hops = 0;
};

/// Counts in the schedule without simulation; nullopt if it has more messages than `most`. UsageError and
/// InputError pass through count() and run().
std::optional<Outcome> count(const RunConfig& config, std::int64_t most);
/// Simulates, and adds the results of the run to `outcome`.
void run(const RunConfig& config, Outcome& outcome);

/// Estimate of the messages that one core counts in a second.
inline constexpr double kCountedPerSecond = 1e6;
/// Estimate of the seconds of one core for a run, from the counts: the same on every machine.
double estimated_seconds(const RunConfig& config, const Outcome& counted);

/// The outcome as text between processes; reading gives exactly the values written.
std::string outcome_text(const Outcome& outcome);
Outcome read_outcome(const std::string& text);

}  // namespace torusim
