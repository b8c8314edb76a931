#pragma once
/// What measures a point of an exhibit: something that torusim can be asked on the command line, and the
/// answer.

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

struct Experiment {
  RunConfig config;   ///< algorithm, topology and whatever is not standard
  bool runs = false;  ///< at flit level; else the schedule is only counted
};

/// The command that shows the same result. Equal experiments have equal commands.
std::string command_of(const Experiment& experiment);

/// What counting and running give.
struct Outcome {
  std::int64_t startups = 0;  ///< phases, or steps
  std::int64_t blocks = 0;    ///< sum over the phases of the largest message
  std::int64_t messages = 0;
  std::int64_t channel_uses = 0;  ///< channels between routers that the messages take, all together
  std::int64_t repeats = 0;       ///< blocks that come to nodes which hold them already
  std::int64_t sum_loads = 0;     ///< sum over the phases of f, the messages on the busiest channel
  std::int64_t max_load = 0;      ///< the largest f
  double shares = 0;              ///< sum over the phases of max(1, f / 2)

  // Of a run alone.
  std::string verdict = {};  ///< "verified" or what else it came to; empty: it had no time for that
  std::int64_t cycles = 0;
  std::int64_t flit_hops = 0;
};

/// Counts in the schedule without simulation; nullopt if it has more messages than `most`. UsageError and
/// InputError pass through, as below.
std::optional<Outcome> count(const RunConfig& config, std::int64_t most);
/// Adds what a run gives.
void run(const RunConfig& config, Outcome& outcome);

/// Messages that are counted in a second of one core, about.
inline constexpr double kCountedPerSecond = 1e6;
/// What running takes one core, about, from what has been counted: the same on every machine.
double estimated_seconds(const RunConfig& config, const Outcome& counted);

/// As text between processes, exact both ways.
std::string outcome_text(const Outcome& outcome);
Outcome read_outcome(const std::string& text);

}  // namespace torusim
