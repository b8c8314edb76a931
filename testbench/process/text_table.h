#pragma once
/// Tables for people: columns as wide as they need, numbers to the right.

#include <string>
#include <vector>

namespace torusim {

class TextTable {
 public:
  /// `left`: how many columns, from the first, are texts and stand to the left.
  TextTable(std::vector<std::string> heads, int left);
  /// As many cells as there are heads.
  void row(std::vector<std::string> cells);
  /// A line of dashes.
  void rule();
  std::string text() const;

 private:
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;  // an empty one is a rule
};

}  // namespace torusim
