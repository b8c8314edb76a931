#pragma once
/// The measured values of a run.json, as columns of the table of a sweep.

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/config/option.h"
#include "testbench/config/units.h"

namespace torusim {

/// Names and values; `latency_mean` is the value `mean` of the object `latency`, and `bounds.ports` the value
/// `ports` of another object.
using MeasuredValues = std::vector<std::pair<std::string, std::string>>;

/// The measured numbers and words of a run.json.
MeasuredValues measured_values(const nlohmann::ordered_json& json);

/// The names of the numbers of complete runs (kRun) or measurements (kTraffic) in these units. They serve to
/// check the columns to draw before the first run.
std::vector<std::string> measured_numbers(Command command, const std::vector<Scale>& scales);

}  // namespace torusim
