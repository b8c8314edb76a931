#pragma once
/// The cycle of channels of a deadlock, as data for the page: of a run, or of the verdict before it.

#include <nlohmann/json.hpp>

#include "testbench/config/deadlock_check.h"
#include "testbench/report/explanation.h"

namespace torusim {

/// Node, port, name, virtual channel, message that holds it and message that waits for it of each channel, in
/// the order in which they wait for each other: the holder of each waits for the next. Empty without a cycle.
nlohmann::ordered_json deadlock_data(const Explanation& run);

/// Why it is free, or what waits for what.
std::string verdict_sentence(const DeadlockCheck& check);

/// The page of a verdict, as page_data() of a run that has nothing but its map and the cycle.
nlohmann::ordered_json verdict_data(const DeadlockCheck& check);

}  // namespace torusim
