#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/config/about.h"
#include "testbench/config/option.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

/// An option with the values that a rule names.
struct Side {
  const Option* option;
  std::string_view values;

  bool given(const RunConfig& config) const {
    if (values.empty()) return option->is_given(config);
    const std::string value = option->get(config);
    if (values.starts_with('.')) return value.ends_with(values);
    return fmt::format("|{}|", values).find(fmt::format("|{}|", value)) != std::string::npos;
  }
  /// The option as the user gave it, with its value if the rule holds for some values only.
  std::string text(const RunConfig& config) const {
    if (option->positional()) return option->get(config);
    return fmt::format("--{}{}", option->name, values.empty() ? "" : " " + option->get(config));
  }
  /// The option as the user should give it.
  std::string wanted() const {
    return fmt::format("--{} {}", option->name, values.empty() ? option->argument : values);
  }
};

void check_rule(const Option& option, const OptionRule& rule, const RunConfig& config) {
  const bool excludes = rule.kind == OptionRule::Kind::kExcludes;
  Side one{&option, rule.scope.values}, other{find_option(rule.other), rule.other_values};
  if (rule.kind == OptionRule::Kind::kNeededBy) std::swap(one, other);
  if (!one.given(config) || other.given(config) != excludes) return;
  std::string said = fmt::format("{} {} {}", one.text(config), excludes ? "does not go with" : "needs",
                                 excludes ? other.text(config) : other.wanted());
  if (said.ends_with(' ')) said.pop_back();  // a flag has no argument
  throw UsageError(fmt::format("{}{}{}", said, rule.why.empty() ? "" : ": ", rule.why));
}

/// Wires have no lanes, no buffers and no arbiters.
void exclude_wires(Option& option) {
  const auto of_wires = [](const OptionRule& rule) { return rule.other == "hardwired"; };
  if (!option.of(kRun) || option.of(kHardwired) || std::ranges::any_of(option.rules, of_wires)) return;
  option.excludes({"hardwired"}, "its routers are wires");
}

/// The text of an option with several values has all of them.
void accept_lists(Option& option) {
  if (option.joined_by == 0) return;
  option.get = [name = option.name, by = option.joined_by, plain = option.get](const RunConfig& config) {
    const auto list = config.lists.find(name);
    if (list == config.lists.end()) return plain(config);
    std::string text;
    for (const std::string& value : list->second) text += (text.empty() ? "" : std::string{by}) + value;
    return text;
  };
}

}  // namespace

std::string Option::standard() const { return get(RunConfig{}); }

bool Option::is_given(const RunConfig& config) const {
  const std::string value = standard();
  if (get(config) != value) return true;
  const bool a_value = (group == rows::kPackets || group == rows::kMeasurement) && kind != Kind::kFlag &&
                       value != "none" && value != "auto";
  return a_value && config.given.contains(name);
}

Option& Option::with(OptionRule::Kind kind, Others others, std::string_view why, RuleScope scope) {
  for (const std::string_view other : others) {
    const std::size_t end = std::min(other.find(' '), other.size());
    rules.push_back({kind, other.substr(0, end), other.substr(std::min(end + 1, other.size())), why, scope});
  }
  return *this;
}

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> options = rows::of_simulation();
    for (Option& option : rows::of_results()) options.push_back(std::move(option));
    for (Option& option : options) {
      accept_units(option);
      accept_lists(option);
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

void set_values(const Option& option, RunConfig& config, const std::string& text, Command command) {
  config.lists.erase(option.name);
  if (command != kCurve || option.joined_by == 0 || text.find(option.joined_by) == std::string::npos) {
    return option.set(config, text);
  }
  std::vector<std::string> values;
  for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(option.joined_by, begin), text.size());
    const std::string value = text.substr(begin, end - begin);
    if (value.empty()) throw UsageError("a value of the list is empty");
    if (std::ranges::find(values, value) != values.end()) {
      throw UsageError(fmt::format("'{}' is there twice", value));
    }
    RunConfig checked = config;
    about(fmt::format("'{}': ", value), [&] { option.set(checked, value); });
    values.push_back(value);
  }
  option.set(config, values.front());
  config.lists[option.name] = std::move(values);
}

void give_values(const Option& option, RunConfig& config, const std::string& text, Command command) {
  set_values(option, config, text, command);
  config.given.insert(option.name);
}

void check_rules(const RunConfig& config, Command command) {
  for (const Option& option : option_table()) {
    if (!option.of(command)) continue;
    for (const OptionRule& rule : option.rules) {
      if ((rule.scope.commands & command) != 0 && find_option(rule.other)->of(command)) {
        check_rule(option, rule, config);
      }
    }
  }
}

}  // namespace torusim
