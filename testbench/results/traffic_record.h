#pragma once
/// A measurement of open-loop traffic as JSON; reading gives exactly the values written.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "models/run/traffic_run.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {

/// The result as JSON, `closed` of a closed loop. docs/columns.md explains the keys.
nlohmann::ordered_json traffic_json(const TrafficResult& result, bool closed);
/// The checks of the flits of a measurement, as in the run.json of a run.
nlohmann::ordered_json checked_json(bool monitored);
/// Adds latencies in ns and throughputs of a node in GB/s, as far as units are specified.
void add_units(nlohmann::ordered_json& json, const TrafficResult& result, const Scale& scale);
/// The record of a measurement with the resolved `config`, without the options.
nlohmann::ordered_json traffic_record(const RunConfig& config, const TrafficOptions& options,
                                      const TrafficResult& result);
/// Writes the record as run.json, with versions, options and hashes of the input files. Throws InputError.
void write_traffic_json(const std::filesystem::path& directory, const RunConfig& config,
                        const TrafficOptions& options, const TrafficResult& result);
/// Reads the JSON of traffic_json().
TrafficResult read_traffic_json(const nlohmann::ordered_json& json);

}  // namespace torusim
