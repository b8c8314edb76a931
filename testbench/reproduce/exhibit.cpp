#include "testbench/reproduce/exhibit.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "schedules/core/read_number.h"

namespace torusim {
namespace {

/// A decimal number with half of its last digit, or a bound on numbers.
struct Printed {
  double value;
  double half = 0;
  double below = 0, above = 0;  // how far below and above it a number may lie

  double to(double other) const {
    const double difference = other - value, rounding = 1e-9 * std::abs(other);
    const bool agrees = difference >= -(half + below + rounding) && difference <= half + above + rounding;
    return agrees ? 0 : difference;
  }
};

std::optional<Printed> number(const std::string& whole) {
  const bool at_most = whole.starts_with("<= "), at_least = whole.starts_with(">= ");
  const std::string text = at_most || at_least ? whole.substr(3) : whole;
  double value = 0;
  if (!read_number(text, value)) return std::nullopt;
  const auto point = text.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  return Printed{value, decimals == 0 ? 0 : 0.5 * std::pow(10, -decimals), at_most ? kFar : 0,
                 at_least ? kFar : 0};
}

}  // namespace

std::optional<double> Point::difference() const {
  const std::optional<double> own = measured ? measured : formula;
  if (!own) return std::nullopt;
  std::optional<Printed> reference = number(printed);
  if (!printed.empty() && !reference) return std::nullopt;
  if (!reference && measured && formula) reference = Printed{*formula};
  if (!reference) return std::nullopt;
  return reference->to(*own);
}

bool Point::differs() const {
  const std::optional<double> known = difference();
  return known ? *known != 0 : !printed.empty();
}

std::vector<std::string> commands_of(const Point& point) {
  std::vector<std::string> commands;
  if (point.experiment) commands.push_back(command_of(*point.experiment));
  if (point.over) commands.push_back(command_of(*point.over));
  return commands;
}

std::string number_text(double value) {
  constexpr double kExact = 1e15;  // doubles hold whole numbers up to there
  if (value == std::floor(value) && std::abs(value) < kExact) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

const char* to_text(Origin origin) {
  switch (origin) {
    case Origin::kFormula:
      return "formula";
    case Origin::kCounted:
      return "counted";
    case Origin::kRan:
      return "ran";
    case Origin::kNotVerified:
      return "not verified";
  }
  return "";
}

}  // namespace torusim
