#include "testbench/reproduce/exhibit.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace torusim {
namespace {

/// Half of the last digit of a decimal number, and what it stands for.
struct Printed {
  double value;
  double half;
};

std::optional<Printed> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const auto point = text.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
  return Printed{value, decimals == 0 ? 0 : 0.5 * std::pow(10, -decimals)};
}

}  // namespace

std::optional<double> Point::difference() const {
  const std::optional<double> own = measured ? measured : formula;
  if (!own) return std::nullopt;
  std::optional<Printed> reference = number(printed);
  if (!printed.empty() && !reference) return std::nullopt;
  if (!reference && measured && formula) reference = Printed{*formula, 0};
  if (!reference) return std::nullopt;
  constexpr double kRounding = 1e-9;
  const double difference = *own - reference->value;
  return std::abs(difference) <= reference->half + kRounding * std::abs(*own) ? 0 : difference;
}

bool Point::differs() const {
  const std::optional<double> known = difference();
  return known ? *known != 0 : !printed.empty();
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
