#include "testbench/reproduce/outline.h"

#include "schedules/core/read_number.h"

namespace torusim {

std::string OutlineLine::joined() const {
  std::string text = rest;
  for (const OutlineLine& line : block) {
    text += (text.empty() ? "" : " ") + line.key;
    if (const std::string more = line.joined(); !more.empty()) text += ' ' + more;
  }
  return text;
}

std::vector<OutlineLine> read_outline(std::string_view text) {
  std::vector<OutlineLine> top;
  // Where a line of this indentation or more goes to, from the outermost block on.
  std::vector<std::pair<std::size_t, std::vector<OutlineLine>*>> open;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t indentation = line.find_first_not_of(' ');
    if (indentation == std::string_view::npos || line[indentation] == '#') continue;
    while (!open.empty() && open.back().first >= indentation) open.pop_back();
    std::vector<OutlineLine>& block = open.empty() ? top : *open.back().second;
    const std::string_view content = trimmed(line);
    const std::string_view key = content.substr(0, content.find(' '));
    block.push_back({number, std::string(key), std::string(trimmed(content.substr(key.size())))});
    open.emplace_back(indentation, &block.back().block);
  }
  return top;
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    if (separator != ' ' || !part.empty()) parts.emplace_back(trimmed(part));
    if (part.size() == text.size()) break;
    text.remove_prefix(part.size() + 1);
    if (text.empty() && separator != ' ') parts.emplace_back();
  }
  return parts;
}

}  // namespace torusim
