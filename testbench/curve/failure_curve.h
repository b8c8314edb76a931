#pragma once
/// Saturation over failed links: `torusim curve --fail 'random:0%;5*random:2%;5*random:5%'`. Each draw of a
/// set is a network of its own, and its saturation is found by bisection, as that of a curve.

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/config/run_config.h"
#include "testbench/curve/load_curve.h"

namespace torusim {

struct FailureDraw {
  std::uint64_t seed = 0;  ///< of the failures and of the traffic
  int links = 0, nodes = 0;
  double zero_load_latency = 0;
  LoadCurve curve = {};  ///< without points: saturation and full load
  double saturation() const {
    return curve.not_taken > 0 ? (curve.taken + curve.not_taken) / 2 : curve.full_load;
  }
};

/// The draws of a set of failures, as `fail` of other commands.
struct FailureSet {
  std::string fail;
  std::vector<FailureDraw> draws;
};

/// Whether `--fail` names more than one network.
bool names_failure_sets(const std::string& fail);
/// The sets with seeds from `seed` on, not measured. Throws UsageError that begins with --fail.
std::vector<FailureSet> failure_sets(const std::string& fail, std::uint64_t seed);

/// Measures all draws in `config.jobs` processes; `ended` is told the number of each that has ended. Throws
/// PointError, InterruptedError, and what a curve of one of the networks would.
void measure_failures(const RunConfig& config, std::vector<FailureSet>& sets,
                      const std::function<bool()>& interrupted, const std::function<void(int)>& ended);

/// A row for each set: mean, lowest and highest of its draws.
std::string failure_table(const std::vector<FailureSet>& sets);
/// failures.csv, a row for each draw; failures.svg and .pdf, with a bar from the lowest to the highest;
/// run.json.
void write_failure_files(const std::filesystem::path& directory, const std::vector<FailureSet>& sets,
                         const std::string& title, const nlohmann::ordered_json& config);

}  // namespace torusim
