// Rules between options: each is refused at every command that has both options, and nowhere else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/cli/command_table.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

/// All values that a rule names, or one that is not the default.
std::vector<std::string> values_of(const Option& option, std::string_view named) {
  if (named.starts_with('.')) return {"name" + std::string(named)};
  std::vector<std::string> values;
  std::istringstream words{std::string(named.empty() ? option.values : named)};
  for (std::string word; std::getline(words, word, '|');) values.push_back(word);
  if (!named.empty()) return values;
  for (const char* value : {"1", "7", "true", "(0,0)+x", "1/2", "4;5", "0=9", "a=b", "0:9", "1GHz", "o=1",
                            "bursty:9", "0.1:0.2:0.1", "all-reduce=ring", "all"}) {
    values.emplace_back(value);
  }
  for (const std::string& value : values) {
    RunConfig config;
    const std::string said = test::refusal<UsageError>([&] { option.set(config, value); });
    if (said == "accepted" && option.get(config) != option.standard()) return {value};
  }
  ADD_FAILURE() << "no value of --" << option.name;
  return {};
}

/// Gives an option, and those that it needs.
void give(const Option& option, const std::string& value, Command command, RunConfig& config) {
  option.set(config, value);
  const auto need = [&](const Option& other, std::string_view values) {
    if (other.of(command) && other.get(config) == other.standard()) {
      give(other, values_of(other, values).front(), command, config);
    }
  };
  for (const Option& each : option_table()) {
    for (const OptionRule& rule : each.rules) {
      if ((rule.scope.commands & command) == 0) continue;
      if (rule.kind == OptionRule::Kind::kNeededBy && rule.other == option.name)
        need(each, rule.scope.values);
      if (rule.kind == OptionRule::Kind::kNeeds && &each == &option &&
          (rule.scope.values.empty() || rule.scope.values.find(value) != rule.scope.values.npos)) {
        need(*find_option(rule.other), rule.other_values);
      }
    }
  }
}

std::string refusal(const RunConfig& config, Command command) {
  return test::refusal<UsageError>([&] { check_rules(config, command); });
}

void expect_excluded(const Option& a, const std::string& of_a, const Option& b, const std::string& of_b,
                     Command command) {
  SCOPED_TRACE(a.name + " " + of_a + ", " + b.name + " " + of_b);
  RunConfig first, second, both, reversed;
  give(a, of_a, command, first);
  give(b, of_b, command, second);
  EXPECT_EQ(refusal(first, command), "accepted");
  EXPECT_EQ(refusal(second, command), "accepted");
  give(a, of_a, command, both);
  give(b, of_b, command, both);
  give(b, of_b, command, reversed);
  give(a, of_a, command, reversed);
  const std::string said = refusal(both, command);
  EXPECT_NE(said.find(" does not go with "), std::string::npos) << said;
  EXPECT_EQ(refusal(reversed, command), said);
}

void expect_needed(const Option& a, const std::string& of_a, const Option& b, Command command) {
  SCOPED_TRACE(a.name + " " + of_a + ", " + b.name);
  RunConfig alone, both;
  a.set(alone, of_a);
  const std::string said = refusal(alone, command);
  EXPECT_TRUE(said.starts_with("--" + a.name)) << said;
  EXPECT_NE(said.find(" needs --" + b.name), std::string::npos) << said;
  give(a, of_a, command, both);
  EXPECT_EQ(refusal(both, command), "accepted");
}

TEST(OptionRules, EachIsRefusedAtEveryCommandThatHasBothOptions) {
  for (const Option& option : option_table()) {
    for (const OptionRule& rule : option.rules) {
      const Option* const other = find_option(rule.other);
      ASSERT_NE(other, nullptr) << option.name << ": " << rule.other;
      int commands = 0;
      for (const CommandRow& row : command_table()) {
        const Command command = row.bit;
        if (!option.of(command) || !other->of(command) || (rule.scope.commands & command) == 0) continue;
        SCOPED_TRACE(row.name);
        ++commands;
        for (const std::string& value : values_of(option, rule.scope.values)) {
          for (const std::string& of_other : values_of(*other, rule.other_values)) {
            switch (rule.kind) {
              case OptionRule::Kind::kExcludes:
                expect_excluded(option, value, *other, of_other, command);
                break;
              case OptionRule::Kind::kNeeds:
                expect_needed(option, value, *other, command);
                break;
              case OptionRule::Kind::kNeededBy:
                expect_needed(*other, of_other, option, command);
                break;
            }
          }
        }
      }
      EXPECT_GT(commands, 0) << option.name << ": " << rule.other;
    }
  }
}

/// Gives an option its default, as a flag does.
RunConfig with_default(const Option& option, RunConfig config, Command command) {
  give_values(option, config, option.standard(), command);
  return config;
}

TEST(OptionRules, ADefaultThatIsAValueIsGivenToo) {
  RunConfig closed, loads;
  find_option("reply")->set(closed, "4");
  find_option("loads")->set(loads, "0.1:0.2:0.1");
  for (const char* const name : {"load", "injection"}) {
    EXPECT_EQ(
        refusal(with_default(*find_option(name), closed, kTraffic), kTraffic),
        fmt::format("--reply does not go with --{}: a node creates a request when another has its reply",
                    name));
  }
  EXPECT_EQ(refusal(with_default(*find_option("points"), loads, kCurve), kCurve),
            "--points does not go with --loads: these are the loads");
  for (const char* const name : {"outstanding", "service"}) {
    EXPECT_EQ(refusal(with_default(*find_option(name), {}, kTraffic), kTraffic),
              fmt::format("--{} needs --reply FLITS", name));
  }
  // Most defaults are the absence of something: every rule holds as if they were not given.
  for (const CommandRow& row : command_table()) {
    RunConfig all;
    for (const Option& option : option_table()) {
      const bool a_value = option.is_given(with_default(option, {}, row.bit));
      if (option.of(row.bit) && !a_value) all = with_default(option, all, row.bit);
    }
    EXPECT_EQ(refusal(all, row.bit), "accepted") << row.name;
  }
}

TEST(OptionRules, TheReasonEndsTheSentence) {
  RunConfig config;
  config.json = true;
  config.output = "out";
  EXPECT_EQ(refusal(config, kTraffic), "--json does not go with --output: DIR has the same");
  EXPECT_EQ(refusal(config, kCheck), "--output needs --deadlock: a schedule is correct or not without it");
  config.sync = Synchronisation::kSwitch;
  config.algorithm = "two.toml";
  EXPECT_EQ(refusal(config, kRun),
            "--sync switch does not go with two.toml: parts and jobs have no phase gates");
}

}  // namespace
}  // namespace torusim
