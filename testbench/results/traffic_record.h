#pragma once
/// A measurement of open-loop traffic as JSON, exact both ways.

#include <nlohmann/json.hpp>

#include "models/run/traffic_run.h"

namespace torusim {

/// docs/columns.md explains the keys.
nlohmann::ordered_json traffic_json(const TrafficResult& result);
/// What traffic_json() has written.
TrafficResult read_traffic_json(const nlohmann::ordered_json& json);

}  // namespace torusim
