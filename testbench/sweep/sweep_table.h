#pragma once
/// The table of a sweep: a row for each combination, with its options and measured values.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/sweep/sweep_file.h"

namespace torusim {

class SweepTable {
 public:
  /// `results`: the run.json of each point of the file, with its name; in the order of the points.
  struct Result {
    std::string name;
    nlohmann::ordered_json json;
  };
  SweepTable(const SweepFile& file, const std::vector<Result>& results);

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  /// Index of the column of that name, -1 if there is none.
  int column(const std::string& name) const;
  std::string csv() const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace torusim
