#pragma once
/// The file of a sweep: TOML whose keys are options, and whose lists are swept. docs/sweep.md is its
/// reference.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The option whose values are joined to one point of a chart.
inline constexpr std::string_view kSeed = "seed";

/// One combination: the options as the file gives them, in its order, and their configuration.
struct SweepPoint {
  std::vector<std::pair<std::string, std::string>> given;
  RunConfig config;

  /// The value of a key for tables and names of curves: that of the configuration, with times and sizes as
  /// cycles and flits; of a key that became other options, such as link, as it was given.
  std::string value(const std::string& key) const;
};

struct SweepFile {
  Command command = kRun;          ///< kRun or kTraffic
  std::vector<std::string> keys;   ///< all options that the file names, in its order
  std::vector<std::string> swept;  ///< options with several values
  std::vector<SweepPoint> points;  ///< the last key changes fastest
  std::string x;                   ///< x axis of the charts; empty: no option is swept
  /// The swept option along a curve: x, or if x is a measured value, the option with most numbers.
  std::string along;
  std::vector<std::string> y;                 ///< measured values to draw; empty: see drawn_values()
  std::string title;                          ///< of the charts and the page; empty: the common options
  std::map<std::string, std::string> labels;  ///< of columns on axes

  /// The names of the numbers that the runs of the sweep measure.
  std::vector<std::string> measured() const;
  /// Nanoseconds of a cycle, if all points have the same clock; else 0.
  double cycle_ns() const;
  /// The label that the file gives a column, or empty.
  std::string label(const std::string& column) const {
    const auto found = labels.find(column);
    return found == labels.end() ? std::string() : found->second;
  }
};

/// Reads the file of a sweep. Throws InputError `file:line: ..` for invalid TOML, an unknown key, an invalid
/// value of an option, or more than 100,000 combinations.
SweepFile read_sweep(const std::string& path);
SweepFile read_sweep_text(const std::string& text, const std::string& name);

}  // namespace torusim
