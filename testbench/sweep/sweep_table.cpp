#include "testbench/sweep/sweep_table.h"

#include <algorithm>
#include <set>

#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

/// The measured numbers and words of a run.json, `latency.mean` for those in an object of its own.
void collect(const nlohmann::ordered_json& json, const std::string& prefix, Values& values) {
  static const std::set<std::string> kNotMeasured = {"schema",   "config",   "contents",
                                                     "versions", "schedule", "seed"};
  for (const auto& [key, value] : json.items()) {
    if (prefix.empty() && kNotMeasured.contains(key)) continue;
    if (value.is_object()) {
      collect(value, prefix + key + ".", values);
    } else if (value.is_string()) {
      values.emplace_back(prefix + key, value.get<std::string>());
    } else if (value.is_primitive()) {
      values.emplace_back(prefix + key, value.is_null() ? "" : value.dump());
    }
  }
}

}  // namespace

std::vector<std::string> measured_numbers(const SweepFile& file) {
  const bool traffic = file.command == kTraffic;
  nlohmann::ordered_json json = traffic ? traffic_json({}) : measured_json({});
  for (const SweepPoint& point : file.points) {
    const Scale scale = scale_of(point.config);
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
  Values values;
  collect(json, "", values);
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    if (value.find_first_not_of("+-.0123456789e") == std::string::npos) names.push_back(name);
  }
  return names;
}

SweepTable::SweepTable(const SweepFile& file, const std::vector<Result>& results) : columns_(file.keys) {
  std::vector<Values> measured(results.size());
  columns_.emplace_back("job");
  for (std::size_t i = 0; i < results.size(); ++i) {
    collect(results[i].json, "", measured[i]);
    for (const auto& [key, value] : measured[i]) {
      if (column(key) < 0) columns_.push_back(key);
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto& row = rows_.emplace_back(columns_.size());
    // A key that another table of [[runs]] gives has its default here.
    for (const std::string& key : file.keys) row[column(key)] = find_option(key)->get(file.points[i].config);
    row[column("job")] = results[i].name;
    for (const auto& [key, value] : measured[i]) row[column(key)] = value;
  }
}

int SweepTable::column(const std::string& name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

std::string SweepTable::csv() const {
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i]);
    text += '\n';
  };
  add(columns_);
  for (const auto& row : rows_) add(row);
  return text;
}

}  // namespace torusim
