#pragma once
/// What the report page shows of a run, as JSON: small enough to look at. Where a run is larger than the page
/// shows, rows are left out and times are put together, and `notes` says so.

#include <nlohmann/json.hpp>

#include "testbench/report/explanation.h"

namespace torusim {

/// Keys are explained where they are made. Worms and channels are referred to by their places in `worms` and
/// `channels`; times are cycles.
nlohmann::ordered_json page_data(const Explanation& run);

}  // namespace torusim
