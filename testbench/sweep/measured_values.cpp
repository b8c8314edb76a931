#include "testbench/sweep/measured_values.h"

#include <set>

#include "testbench/results/run_record.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

void collect(const nlohmann::ordered_json& json, const std::string& prefix, MeasuredValues& values) {
  static const std::set<std::string> kNotMeasured = {"schema",   "config",   "contents",
                                                     "versions", "schedule", "seed"};
  for (const auto& [key, value] : json.items()) {
    if (prefix.empty() && kNotMeasured.contains(key)) continue;
    if (value.is_object()) {
      // Latencies have the names of the other tables.
      collect(value, prefix + key + (key.ends_with("latency") ? "_" : "."), values);
    } else if (value.is_string()) {
      values.emplace_back(prefix + key, value.get<std::string>());
    } else if (value.is_primitive()) {
      values.emplace_back(prefix + key, value.is_null() ? "" : value.dump());
    }
  }
}

}  // namespace

MeasuredValues measured_values(const nlohmann::ordered_json& json) {
  MeasuredValues values;
  collect(json, "", values);
  return values;
}

std::vector<std::string> measured_numbers(Command command, const std::vector<Scale>& scales) {
  const bool traffic = command == kTraffic;
  nlohmann::ordered_json json = traffic ? traffic_json({}, false) : measured_json({});
  if (traffic) json.update(traffic_json({}, true));
  for (const Scale& scale : scales) {
    const auto add = [&](bool there, const auto& names) {
      for (const char* name : names) {
        if (there) json[name] = 0;
      }
    };
    if (traffic) {
      add_units(json, {}, scale);
    } else {
      add(scale.timed(), kTimedNumbers);
      add(scale.sized(), kSizedNumbers);
      add(scale.timed() && scale.sized(), kRateNumbers);
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : measured_values(json)) {
    if (value.find_first_not_of("+-.0123456789e") == std::string::npos) names.push_back(name);
  }
  return names;
}

}  // namespace torusim
