#pragma once
/// The settings of `torusim curve`: every combination of its options with several values, such as
/// `--routing adaptive,valiant --reserve 4,8` or `--fail 'random:0%;5*random:2%'`. Each has its own curve.

#include <string>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// One value of each option.
struct CurveSetting {
  std::vector<std::string> values;  ///< of CurveSettings::columns
  std::string name;                 ///< the values with their options; empty for the only setting
  RunConfig config;
};

struct CurveSettings {
  /// The options with several values; `fail_seed` too if a set of failures is drawn more than once.
  std::vector<std::string> columns;
  std::vector<CurveSetting> settings;  ///< the last option changes fastest
  std::vector<int> outstanding;        ///< x of the curves of a closed loop; empty: open loop
};

/// A draw of failures after the first one counts its seed from `config.seed` on. A closed loop without a
/// list of --outstanding has curves over 1, 2, 4 .. 64. Throws UsageError for a wrong number of draws, or
/// more than 1000 settings.
CurveSettings curve_settings(const RunConfig& config);

}  // namespace torusim
