#include "testbench/library/options_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/config/about.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

class Reader {
 public:
  Reader(const std::string& text, const std::string& door, const std::function<bool(const Option&)>& allowed,
         Command command)
      : words_(text), door_(door), allowed_(allowed), command_(command) {}

  void read(RunConfig& config) {
    for (std::string word; words_ >> word;) {
      if (!word.starts_with('-')) {
        set(positional(word), word, config);
        continue;
      }
      const std::size_t equals = word.find('=');
      const Option& option = flag(word.substr(0, equals));
      if (equals != std::string::npos) {
        set(option, word.substr(equals + 1), config);
      } else if (option.kind == Option::Kind::kFlag) {
        set(option, "true", config);
      } else if (std::string value; words_ >> value) {
        set(option, value, config);
      } else {
        throw UsageError(fmt::format("{} needs a value: {}", word, option.values));
      }
    }
    convert_units(config);
  }

 private:
  const Option& positional(const std::string& word) const {
    for (const Option& option : option_table()) {
      if (option.positional() && allowed_(option)) return option;
    }
    throw UsageError(fmt::format("'{}': {} has only options that begin with -", word, door_));
  }

  const Option& flag(const std::string& flag) const {
    std::vector<std::string> flags;
    for (const Option& option : option_table()) {
      if (option.positional() || !allowed_(option)) continue;
      flags.push_back("--" + option.name);
      if (flag == flags.back() || (option.letter != 0 && flag == std::string{'-', option.letter})) {
        return option;
      }
    }
    throw UsageError(
        fmt::format("{} has no {}{}", door_, flag, unknown_option(flag, command_ | kTraffic, flags)));
  }

  void set(const Option& option, const std::string& value, RunConfig& config) {
    const std::string name = (option.positional() ? "" : "--") + option.name;
    const auto [given, first] = given_.emplace(&option, value);
    if (!first && !option.repeats) throw UsageError(fmt::format("{} is given twice", name));
    if (!first) given->second += " " + value;
    const std::string& text = given->second;
    about(fmt::format("{} {}: ", name, text), [&] { give_values(option, config, text, command_); });
  }

  std::istringstream words_;
  const std::string& door_;
  const std::function<bool(const Option&)>& allowed_;
  const Command command_;
  std::map<const Option*, std::string> given_;  // texts, of an option that repeats all
};

}  // namespace

bool is_of_library(const Option& option, Command command) {
  constexpr std::array kUnrecorded{"rtl-models", "lockstep", "threads",       "monitor",
                                   "seed",       "deadlock", "load-libraries"};
  if (!option.of(command) || option.name == "hardwired") return false;
  return option.recorded() || std::ranges::find(kUnrecorded, option.name) != kUnrecorded.end();
}

bool is_of_runs(const Option& option) { return is_of_library(option, kRun); }

bool is_of_networks(const Option& option) {
  constexpr std::array kMore{"topology", "fail", "reroute", "routing", "seed", "packet", "threads"};
  return is_of_library(option, kTraffic) &&
         (option.group == rows::kHardware || option.group == rows::kUnits ||
          std::ranges::find(kMore, option.name) != kMore.end());
}

void read_options(const std::string& text, const std::string& door,
                  const std::function<bool(const Option&)>& allowed, RunConfig& config, Command command) {
  Reader(text, door, allowed, command).read(config);
}

}  // namespace torusim
