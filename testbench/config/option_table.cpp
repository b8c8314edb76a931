#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/config/option.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

/// Whether it has one of these values, as a rule names them.
bool is_given(const Option& option, const RunConfig& config, std::string_view values) {
  const std::string value = option.get(config);
  if (values.empty()) return value != option.standard();
  if (values.starts_with('.')) return value.ends_with(values);
  return fmt::format("|{}|", values).find(fmt::format("|{}|", value)) != std::string::npos;
}

/// As the user gave it, with its value where a rule holds for some values only.
std::string given_text(const Option& option, const RunConfig& config, std::string_view values) {
  if (option.positional()) return option.get(config);
  return fmt::format("--{}{}", option.name, values.empty() ? "" : " " + option.get(config));
}

[[noreturn]] void refuse(const std::string& given, const char* relation, const std::string& other,
                         std::string_view why) {
  throw UsageError(fmt::format("{} {} {}{}{}", given, relation, other, why.empty() ? "" : ": ", why));
}

void check_rule(const Option& option, const OptionRule& rule, const RunConfig& config) {
  const Option& other = *find_option(rule.other);
  const bool here = is_given(option, config, rule.values);
  const bool there = is_given(other, config, rule.other_values);
  const auto missing = [](const Option& needed, std::string_view values) {
    const std::string value(values.empty() ? needed.argument : values);
    return fmt::format("--{}{}{}", needed.name, value.empty() ? "" : " ", value);
  };
  if (rule.kind == OptionRule::Kind::kExcludes && here && there) {
    refuse(given_text(option, config, rule.values), "does not go with",
           given_text(other, config, rule.other_values), rule.why);
  }
  if (rule.kind == OptionRule::Kind::kNeeds && here && !there) {
    refuse(given_text(option, config, rule.values), "needs", missing(other, rule.other_values), rule.why);
  }
  if (rule.kind == OptionRule::Kind::kNeededBy && there && !here) {
    refuse(given_text(other, config, rule.other_values), "needs", missing(option, rule.values), rule.why);
  }
}

/// Wires have no lanes, no buffers and no arbiters.
void exclude_wires(Option& option) {
  const auto of_wires = [](const OptionRule& rule) { return rule.other == "hardwired"; };
  if (!option.of(kRun) || option.of(kHardwired) || std::ranges::any_of(option.rules, of_wires)) return;
  option.excludes({.other = "hardwired", .why = "its routers are wires"});
}

}  // namespace

std::string Option::standard() const { return get(RunConfig{}); }

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> options = rows::of_simulation();
    for (Option& option : rows::of_results()) options.push_back(std::move(option));
    for (Option& option : options) {
      accept_units(option);
      exclude_wires(option);
    }
    return options;
  }();
  return table;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

void check_rules(const RunConfig& config, Command command) {
  for (const Option& option : option_table()) {
    if (!option.of(command)) continue;
    for (const OptionRule& rule : option.rules) {
      if ((rule.commands & command) != 0 && find_option(rule.other)->of(command)) {
        check_rule(option, rule, config);
      }
    }
  }
}

}  // namespace torusim
