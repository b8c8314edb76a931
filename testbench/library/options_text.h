#pragma once
/// Options in one text, spelled as on the command line.

#include <functional>
#include <string>

#include "testbench/config/option.h"

namespace torusim {

/// Sets every option of `text`, its word without a flag as the algorithm, and converts units. `allowed`
/// selects the options of the API function, whose name in messages is `door`. Throws UsageError.
void read_options(const std::string& text, const std::string& door,
                  const std::function<bool(const Option&)>& allowed, RunConfig& config);

/// Whether torusim_run() takes the option: one that affects results or how a run is simulated. Output options
/// are refused, because torusim_result keeps the results.
bool is_of_runs(const Option& option);

}  // namespace torusim
