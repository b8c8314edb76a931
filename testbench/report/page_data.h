#pragma once
/// The data of a run for the report page, as JSON. For a large run the data omit rows and merge times, and
/// `notes` reports it.

#include <nlohmann/json.hpp>

#include "testbench/report/explanation.h"

namespace torusim {

/// Comments in page_data.cpp and page_summary.cpp explain the keys. Worms and channels are indices into
/// `worms` and `channels`; times are cycles.
nlohmann::ordered_json page_data(const Explanation& run);

}  // namespace torusim
