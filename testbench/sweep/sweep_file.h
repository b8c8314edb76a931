#pragma once
/// The file of a sweep: TOML whose keys are options, and whose lists are swept. docs/sweep.md is its
/// reference.

#include <string>
#include <string_view>
#include <vector>

#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The option whose values make one point of a chart together.
inline constexpr std::string_view kSeed = "seed";

/// One combination: the options as the file gives them, in its order, and the configuration that they make.
struct SweepPoint {
  std::vector<std::pair<std::string, std::string>> given;
  RunConfig config;
};

struct SweepFile {
  Command command = kRun;          ///< kRun or kTraffic
  std::vector<std::string> keys;   ///< every option that the file names, in its order
  std::vector<std::string> swept;  ///< those that have several values
  std::vector<SweepPoint> points;  ///< the last key changes fastest
  std::string x;                   ///< axis of the charts; empty: nothing is swept
  /// The swept option that a curve follows: x, or where x is a measured value the one with most numbers.
  std::string along;
  std::vector<std::string> y;  ///< measured values of the page; empty: the command's usual ones

  /// The names of the numbers that its runs measure.
  std::vector<std::string> measured() const;
};

/// Throws InputError `file:line: ..`: no TOML, an unknown key, a value that its option does not take, more
/// than 100,000 combinations.
SweepFile read_sweep(const std::string& path);
SweepFile read_sweep_text(const std::string& text, const std::string& name);

}  // namespace torusim
