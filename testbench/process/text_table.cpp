#include "testbench/process/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {

TextTable::TextTable(std::vector<std::string> heads, int left) : left_(left) {
  rows_.push_back(std::move(heads));
  rule();
}

void TextTable::row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

void TextTable::rule() { rows_.emplace_back(); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  std::size_t whole = 2 * (widths.size() - 1);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const std::size_t width : widths) whole += width;
  std::string result;
  for (const auto& row : rows_) {
    std::string line = row.empty() ? std::string(whole, '-') : "";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += i < left_ ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("{:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace torusim
