#include "testbench/config/config_file.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/toml_file.h"

namespace torusim {
namespace {

void take_over(const TomlValue& file, RunConfig& config, Command command) {
  for (const auto& [key, value] : file.table) {
    const Option* option = find_option(key);
    if (option == nullptr || !option->is_key(command)) {
      std::vector<std::string> known;
      for (const Option& each : option_table()) {
        if (each.is_key(command)) known.push_back(each.name);
      }
      value.fail(fmt::format("unknown key '{}'{}", key, unknown_option(key, command, known)));
    }
    const std::string& text = value.word(key);
    try {
      set_values(*option, config, text, command);
    } catch (const UsageError& error) {
      value.fail(fmt::format("{} = {}: {}", key, text, error.what()));
    }
  }
}

/// Whether TOML reads it as the same text without quotes.
bool is_bare(const Option& option, const std::string& value) {
  constexpr std::size_t kDigits = 18;  // of a whole number that TOML reads
  if (option.kind == Option::Kind::kFlag) return true;
  return option.kind == Option::Kind::kNumber && value.size() <= kDigits &&
         value.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

void read_config(const std::string& path, RunConfig& config, Command command) {
  take_over(read_toml(path), config, command);
}

void read_config_text(const std::string& text, const std::string& name, RunConfig& config, Command command) {
  take_over(read_toml_text(text, name), config, command);
}

std::string config_text(const RunConfig& config, Command command, const char* name) {
  std::string result = fmt::format("# Configuration of torusim {}: --config reads it back.\n", name);
  std::string group;
  for (const Option& option : option_table()) {
    if (!option.is_key(command)) continue;
    if (option.group != group) {
      group = option.group;
      result += fmt::format("\n# {}\n", group);
    }
    const std::string value = option.get(config);
    result += fmt::format("\n# {} [{}{}{}]\n{} = {}\n", option.meaning, option.values,
                          option.unit.empty() ? "" : "; ", option.unit, option.name,
                          is_bare(option, value) ? value : toml_quoted(value));
  }
  return result;
}

}  // namespace torusim
