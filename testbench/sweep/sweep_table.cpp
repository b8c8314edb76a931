#include "testbench/sweep/sweep_table.h"

#include <algorithm>

#include "testbench/results/output_file.h"
#include "testbench/sweep/measured_values.h"

namespace torusim {

SweepTable::SweepTable(const SweepFile& file, const std::vector<Result>& results) : columns_(file.keys) {
  std::vector<MeasuredValues> measured(results.size());
  columns_.emplace_back("job");
  for (std::size_t i = 0; i < results.size(); ++i) {
    measured[i] = measured_values(results[i].json);
    for (const auto& [key, value] : measured[i]) {
      if (column(key) < 0) columns_.push_back(key);
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto& row = rows_.emplace_back(columns_.size());
    // A key that only another table of [[runs]] has gets its default here.
    for (const std::string& key : file.keys) row[column(key)] = file.points[i].value(key);
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
