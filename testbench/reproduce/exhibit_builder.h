#pragma once
/// Functions that define the exhibits of a paper in code; each paper has one file, such as papers/tseng.cpp.

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "schedules/core/topology.h"
#include "testbench/reproduce/exhibit.h"

namespace torusim {

/// The text of a label or printed value. A number has the fewest digits that read back to it; an empty
/// optional gives an empty text.
std::string cell(double value);
inline std::string cell(std::string text) { return text; }
template <std::integral T>
std::string cell(T value) {
  return std::to_string(value);
}
template <typename T>
std::string cell(const std::optional<T>& value) {
  return value ? cell(*value) : std::string();
}

/// Fills one row of an exhibit. Members return the row, so that a row is one statement.
class Row {
 public:
  explicit Row(Exhibit& exhibit) : exhibit_(&exhibit), number_(exhibit.points.size() - 1) {}

  /// Sets the value that the paper prints; "<= 16" is a bound.
  template <typename T>
  Row& printed(const T& value) {
    point().printed = cell(value);
    return *this;
  }
  template <typename T>
  Row& printed_at_most(const T& value) {
    return printed("<= " + cell(value));
  }
  template <typename T>
  Row& printed_at_least(const T& value) {
    return printed(">= " + cell(value));
  }
  /// Sets the formula's value: a number, a quotient with a value(), or an optional of these.
  template <typename T>
  Row& formula(const T& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) formula(*value);
    } else if constexpr (requires { value.value(); }) {
      point().formula = value.value();
    } else {
      point().formula = static_cast<double>(value);
    }
    return *this;
  }

  /// Sets the command that measures the row, such as "run t4 -t torus:8x8", and the value from its outcome.
  Row& ask(const std::string& command, std::function<double(const Outcome&)> value);
  template <typename T>
  Row& ask(const std::string& command, T Outcome::*value) {
    return ask(command, [value](const Outcome& outcome) { return static_cast<double>(outcome.*value); });
  }
  /// Sets the command that gives the divisor of the measured value.
  Row& over(const std::string& command);
  /// Sets the seconds of budget below which the command is not run.
  Row& budget(double seconds);
  /// Counts the value by a function instead of a command, in about `seconds` of one core.
  Row& count(std::function<double()> value, double seconds = 0.01);

  Row& why(std::string reason);
  Row& note(std::string remark);

 private:
  Point& point() { return exhibit_->points[number_]; }

  Exhibit* exhibit_;
  std::size_t number_;
};

/// Adds a row with a label for each column.
template <typename... Labels>
Row row(Exhibit& exhibit, const Labels&... labels) {
  exhibit.points.push_back({{cell(labels)...}, "", std::nullopt});
  return Row(exhibit);
}

/// "torus:8x8x8" for three sides of 8.
std::string equal_torus(int side, int dimensions);
inline Topology torus_of(const std::string& sides) { return Topology::parse("torus:" + sides); }

}  // namespace torusim
