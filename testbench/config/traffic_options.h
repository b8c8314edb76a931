#pragma once
/// The part of the option table that is about open-loop traffic.

#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// Pattern, load, packets: after the options of what is sent. The first is the positional argument.
void add_traffic_options(std::vector<Option>& table);

/// Times of a measurement and loads of a curve.
void add_measurement_options(std::vector<Option>& table);

}  // namespace torusim
