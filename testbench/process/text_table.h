#pragma once
/// Tables for people: columns as wide as their cells, numbers aligned right.

#include <string>
#include <vector>

namespace torusim {

class TextTable {
 public:
  /// `left`: number of leading columns, which are texts and aligned left.
  TextTable(std::vector<std::string> heads, int left);
  /// Adds a row with a cell for each head.
  void row(std::vector<std::string> cells);
  /// Adds a line of dashes.
  void rule();
  std::string text() const;

 private:
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;  // an empty one is a rule
};

}  // namespace torusim
