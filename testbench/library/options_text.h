#pragma once
/// Options as one text, spelled as on the command line.

#include <functional>
#include <string>

#include "testbench/config/option.h"

namespace torusim {

/// Takes over every option of `text`, and its word without a flag as the algorithm. `allowed` says which
/// options the door has, which is called `door` in messages. Throws UsageError.
void read_options(const std::string& text, const std::string& door,
                  const std::function<bool(const Option&)>& allowed, RunConfig& config);

/// Options that affect the result of a run; what a run keeps is kept by torusim_result.
bool is_of_runs(const Option& option);

}  // namespace torusim
