#pragma once
/// Builders of options: what they say, and those that set a member of a part of the configuration, such as
/// RunConfig::traffic.

#include <fmt/format.h>

#include <charconv>

#include "schedules/core/error.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// What an option is called and says, whatever its type; as in Option.
struct OptionText {
  const char* name;
  const char* argument;
  const char* unit;
  const char* group;
  const char* meaning;
  unsigned commands;
  bool recorded = true;
  char letter = 0;
};

/// An option that sets and gets nothing yet.
inline Option option_of(const OptionText& text, Option::Kind kind, std::string values) {
  return {text.name,    text.letter, text.argument, text.unit,     std::move(values), text.group,
          text.meaning, kind,        text.commands, text.recorded, nullptr,           nullptr};
}

/// The whole text as a number; false if it is none.
template <typename Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// A number of this range. Throws UsageError `must be` and `values`.
template <typename Number>
Number parse_number(std::string_view text, Number low, Number high, const std::string& values) {
  Number value{};
  if (!read_number(text, value) || !(value >= low && value <= high)) {
    throw UsageError(fmt::format("must be {}", values));
  }
  return value;
}

/// Options of the members of one part.
template <typename Part>
class ConfigPart {
 public:
  constexpr explicit ConfigPart(Part RunConfig::*part) : part_(part) {}

  /// Read by `parse` (text to value, throws UsageError `must be ..`) and written by `print`.
  template <typename Value, typename Parse, typename Print>
  Option option(const OptionText& text, Option::Kind kind, std::string values, Value Part::*member,
                Parse parse, Print print) const {
    Option result = option_of(text, kind, std::move(values));
    const auto part = part_;
    result.set = [=](RunConfig& config, const std::string& value) { config.*part.*member = parse(value); };
    result.get = [=](const RunConfig& config) { return print(config.*part.*member); };
    return result;
  }

  template <typename Number>
  Option number(const OptionText& text, Number low, Number high, Number Part::*member) const {
    const std::string values = fmt::format("{}..{}", low, high);
    const auto parse = [=](const std::string& value) { return parse_number(value, low, high, values); };
    const auto print = [](Number number) { return fmt::format("{}", number); };
    return option(text, Option::Kind::kNumber, values, member, parse, print);
  }

  Option words(const OptionText& text, const char* values, std::string Part::*member) const {
    const auto same = [](const std::string& value) { return value; };
    return option(text, Option::Kind::kText, values, member, same, same);
  }

 private:
  Part RunConfig::*part_;
};

}  // namespace torusim
