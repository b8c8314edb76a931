#pragma once
/// The cycle of channels of a deadlock, as data for the page.

#include <nlohmann/json.hpp>

#include "testbench/report/explanation.h"

namespace torusim {

/// Node, port, name, virtual channel, message that holds it and message that waits for it of each channel, in
/// the order in which they wait for each other: the holder of each waits for the next. Empty without a cycle.
nlohmann::ordered_json deadlock_data(const Explanation& run);

}  // namespace torusim
