// torusim_command(): the commands of the program that answer in numbers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "testbench/cli/command_table.h"
#include "testbench/library/library_error.h"
#include "testbench/library/options_text.h"
#include "testbench/process/interrupt.h"

using namespace torusim;
using namespace torusim::library;

namespace {

bool answers(const CommandRow& row) { return find_option("json")->of(row.bit); }

const CommandRow& command_named(const std::string& name) {
  std::string names;
  for (const CommandRow& row : command_table()) {
    if (!answers(row)) continue;
    if (row.name == name) return row;
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  throw UsageError(fmt::format("torusim_command has no command '{}'; it has {}", name, names));
}

/// An explanation repeats its run at one level, and checks nothing but the results.
bool is_explained(const Option& option) {
  return is_of_runs(option) && option.name != "level" && option.name != "monitor";
}

RunConfig config_of(const CommandRow& row, const std::string& words) {
  const auto allowed = [&](const Option& option) {
    return is_of_library(option, row.bit) || (row.bit == kExplain && is_explained(option));
  };
  RunConfig config;
  read_options(words, fmt::format("torusim_command {}", row.name), allowed, config, row.bit);
  config.quiet = true;
  if (row.most_directories > 0 && std::filesystem::is_directory(config.algorithm)) {
    for (const std::string& name : config.given) {
      if (name == "algorithm" || find_option(name)->of(row.bit)) continue;
      throw UsageError(fmt::format("--{}: the run of {} is repeated as it was", name, config.algorithm));
    }
    config.directories = {std::move(config.algorithm)};
  }
  check_rules(config, row.bit);
  return config;
}

}  // namespace

const char* torusim_command(const char* command, torusim_pause pause, void* user) {
  return null_on_error([&] {
    const HostCall host([&] { return pause != nullptr && pause(user) != 0; });
    const std::string words = &given(command, "command");
    const std::size_t end = std::min(words.find(' '), words.size());
    const CommandRow& row = command_named(words.substr(0, end));
    nlohmann::ordered_json answer;
    row.run(config_of(row, words.substr(end)), &answer);
    static thread_local std::string text;
    text = answer.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return text.c_str();
  });
}
