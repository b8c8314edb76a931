#pragma once
/// Builders of options that set and get one member of a part of the configuration.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/suggestion.h"
#include "testbench/config/option.h"

namespace torusim {

/// The texts and attributes of an option of any type, as in Option.
struct OptionText {
  const char* name;
  const char* argument;
  const char* unit;
  const char* group;
  const char* meaning;
  unsigned commands;
  Option::Role role = Option::Role::kResult;
  char letter = 0;
};

/// Reads a number in low .. high. Throws UsageError `must be VALUES`, with `values`.
template <typename Number>
Number parse_number(std::string_view text, Number low, Number high, const std::string& values) {
  Number value{};
  if (!read_number(text, value) || !(value >= low && value <= high)) {
    throw UsageError(fmt::format("must be {}", values));
  }
  return value;
}

/// Values and their names, in the order in which they are listed.
template <typename Value>
using Names = std::vector<std::pair<std::string, Value>>;

/// The names of an enumeration that has to_text().
template <typename Value>
Names<Value> by_text(std::initializer_list<Value> values) {
  Names<Value> names;
  for (const Value value : values) names.emplace_back(to_text(value), value);
  return names;
}

/// Options of the members of one part. `Where` is a function from the configuration to that part.
template <typename Where>
class OptionsOf {
 public:
  constexpr explicit OptionsOf(Where where) : where_(where) {}

  /// An option that `parse` reads (text to value, throws UsageError `must be ..`) and `print` writes.
  template <typename Part, typename Value, typename Parse, typename Print>
  Option option(const OptionText& text, Option::Kind kind, std::string values, Value Part::*member,
                Parse parse, Print print) const {
    const auto where = where_;
    return {text.name,
            text.letter,
            text.argument,
            text.unit,
            std::move(values),
            text.group,
            text.meaning,
            kind,
            text.commands,
            text.role,
            false,
            [=](RunConfig& config, const std::string& value) { where(config).*member = parse(value); },
            [=](const RunConfig& config) { return print(where(config).*member); }};
  }

  template <typename Part, typename Number>
  Option number(const OptionText& text, std::type_identity_t<Number> low, std::type_identity_t<Number> high,
                Number Part::*member) const {
    // The text omits a limit that only prevents overflow of sums.
    const bool limitless = static_cast<double>(high) > 0x1p60;
    const std::string values =
        limitless ? fmt::format("a whole number from {}", low) : fmt::format("{}..{}", low, high);
    const auto parse = [=](const std::string& value) {
      return parse_number<Number>(value, low, high, values);
    };
    const auto print = [](Number number) { return fmt::format("{}", number); };
    return option(text, Option::Kind::kNumber, values, member, parse, print);
  }

  /// An option that is a number, or a word for none.
  template <typename Part>
  Option number_or(const char* word, const OptionText& text, int low, int high,
                   std::optional<int> Part::*member) const {
    const std::string values = fmt::format("{}..{} or {}", low, high, word);
    const auto parse = [=](const std::string& value) {
      return value == word ? std::nullopt : std::optional(parse_number<int>(value, low, high, values));
    };
    const auto print = [=](std::optional<int> number) {
      return number ? fmt::format("{}", *number) : std::string(word);
    };
    return option(text, Option::Kind::kNumber, values, member, parse, print);
  }

  template <typename Part>
  Option words(const OptionText& text, const char* values, std::string Part::*member) const {
    const auto same = [](const std::string& value) { return value; };
    return option(text, Option::Kind::kText, values, member, same, same);
  }

  template <typename Part>
  Option flag(const OptionText& text, bool Part::*member) const {
    return switched(text, member, true);
  }
  /// A flag that makes the member false.
  template <typename Part>
  Option flag_off(const OptionText& text, bool Part::*member) const {
    return switched(text, member, false);
  }

  /// An option that is one of `names`. `old` has former names, which are read but neither listed nor written.
  template <typename Part, typename Value>
  Option named(const OptionText& text, const Names<std::type_identity_t<Value>>& names, Value Part::*member,
               const Names<std::type_identity_t<Value>>& old = {}, const char* gone = "") const {
    std::string list;
    std::vector<std::string> known;
    for (const auto& [name, value] : names) {
      list += (list.empty() ? "" : "|") + name;
      known.push_back(name);
    }
    const auto parse = [=](const std::string& word) {
      for (const auto* list : {&names, &old}) {
        for (const auto& [name, value] : *list) {
          if (name == word) return value;
        }
      }
      throw UsageError(fmt::format("no such value{}{}", suggestion(word, known), gone));
    };
    const auto print = [=](const Value& wanted) {
      for (const auto& [name, value] : names) {
        if (value == wanted) return name;
      }
      return std::string();
    };
    return option(text, Option::Kind::kText, list, member, parse, print);
  }

 private:
  template <typename Part>
  Option switched(const OptionText& text, bool Part::*member, bool given) const {
    const auto parse = [=](const std::string& value) {
      if (value != "true" && value != "false") throw UsageError("must be true or false");
      return (value == "true") == given;
    };
    const auto print = [=](bool value) { return std::string(value == given ? "true" : "false"); };
    return option(text, Option::Kind::kFlag, "true|false", member, parse, print);
  }

  Where where_;
};

/// An option whose values are read and written by functions of option_values.h.
template <typename Where, typename Part, typename Value>
Option text_option(const OptionsOf<Where>& part, const OptionText& wording, const char* values,
                   Value Part::*member, Value (*parse)(const std::string&),
                   std::string (*print)(const Value&)) {
  return part.option(wording, Option::Kind::kText, values, member, parse, print);
}

}  // namespace torusim
