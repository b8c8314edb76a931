#include "testbench/reproduce/exhibit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace torusim {
namespace {

std::string optional_text(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

std::string difference_text(const Point& point) {
  const std::optional<double> difference = point.difference();
  if (!difference) return "";
  const bool bound = point.printed.starts_with("<= ") || point.printed.starts_with(">= ");
  if (*difference == 0) return bound ? "holds" : "=";
  const double reference = (point.measured ? *point.measured : *point.formula) - *difference;
  const std::string sign = *difference > 0 ? "+" : "";
  if (reference == 0) return sign + number_text(*difference);
  const double percent = 100 * *difference / reference;
  const std::string share =
      std::abs(percent) < 0.05 ? fmt::format("{:+.1g}", percent) : fmt::format("{:+.1f}", percent);
  return fmt::format("{}{} ({} %)", sign, number_text(*difference), share);
}

/// a), .., z), aa), ..
std::string letter(std::size_t index) {
  constexpr std::size_t kLetters = 26;
  const std::string before = index < kLetters ? "" : letter(index / kLetters - 1);
  return before.substr(0, before.find(')')) + static_cast<char>('a' + index % kLetters) + ")";
}

}  // namespace

ExhibitTable::ExhibitTable(const Exhibit& exhibit) : heads(exhibit.columns) {
  heads.insert(heads.end(), {"printed", "formula", "measured", "difference", "how", ""});
  for (const Point& point : exhibit.points) {
    std::vector<std::string> row = point.labels;
    row.push_back(point.printed);
    row.push_back(optional_text(point.formula));
    row.push_back(optional_text(point.measured));
    row.push_back(difference_text(point));
    row.push_back(to_text(point.origin) + (point.note.empty() ? "" : ": " + point.note));
    row.emplace_back();
    if (point.differs() && !point.why.empty()) {
      auto note = std::find(notes.begin(), notes.end(), point.why);
      if (note == notes.end()) note = notes.insert(note, point.why);
      row.back() = letter(static_cast<std::size_t>(note - notes.begin()));
    }
    rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < notes.size(); ++i) notes[i] = letter(i) + ' ' + notes[i];
}

std::string tally(const std::vector<Exhibit>& exhibits) {
  int all = 0, origins[4] = {}, printed = 0, equal = 0;
  for (const Exhibit& exhibit : exhibits) {
    for (const Point& point : exhibit.points) {
      ++all;
      ++origins[static_cast<int>(point.origin)];
      if (point.printed.empty() || !point.difference()) continue;
      ++printed;
      equal += point.difference() == 0.0;
    }
  }
  const auto of = [&](Origin origin) { return origins[static_cast<int>(origin)]; };
  std::string text = fmt::format("{} values: {} ran, {} counted, {} formula", all, of(Origin::kRan),
                                 of(Origin::kCounted), of(Origin::kFormula));
  if (of(Origin::kNotVerified) > 0) text += fmt::format(", {} NOT VERIFIED", of(Origin::kNotVerified));
  return text + fmt::format("; of {} printed numbers {} are met", printed, equal);
}

}  // namespace torusim
