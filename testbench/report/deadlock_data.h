#pragma once
/// The cycle of channels of a deadlock, as data for the page: of a run, or of the verdict before a run.

#include <nlohmann/json.hpp>

#include "testbench/config/deadlock_check.h"
#include "testbench/report/explanation.h"

namespace torusim {

/// Rows of the cycle's channels: node, port, name, virtual channel, the message that holds it and the message
/// that waits for it. The holder of each channel waits for the next one. Empty without a cycle.
nlohmann::ordered_json deadlock_data(const Explanation& run);

/// Why the network is free of deadlock, or which messages can wait for each other in a circle.
std::string verdict_sentence(const DeadlockCheck& check);

/// The data of the page of a verdict, in the form of page_data(): only the map and the cycle.
nlohmann::ordered_json verdict_data(const DeadlockCheck& check);

}  // namespace torusim
