#include "testbench/library/options_text.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

class Reader {
 public:
  Reader(const std::string& text, const std::string& door, const std::function<bool(const Option&)>& allowed)
      : words_(text), door_(door), allowed_(allowed) {}

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
    const Option* const option = find_option("algorithm");
    if (option == nullptr || !allowed_(*option)) {
      throw UsageError(fmt::format("'{}': {} has only options that begin with -", word, door_));
    }
    return *option;
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
        fmt::format("{} has no {}{}", door_, flag, unknown_option(flag, kRun | kTraffic, flags)));
  }

  static void set(const Option& option, const std::string& value, RunConfig& config) {
    try {
      option.set(config, value);
    } catch (const UsageError& error) {
      throw UsageError(
          fmt::format("{}{} {}: {}", option.positional() ? "" : "--", option.name, value, error.what()));
    }
  }

  std::istringstream words_;
  const std::string& door_;
  const std::function<bool(const Option&)>& allowed_;
};

}  // namespace

bool is_of_runs(const Option& option) {
  if (!option.of(kRun) || option.name == "hardwired") return false;
  return option.recorded() || option.name == "rtl-models" || option.name == "lockstep" ||
         option.name == "threads" || option.name == "monitor" || option.name == "seed";
}

void read_options(const std::string& text, const std::string& door,
                  const std::function<bool(const Option&)>& allowed, RunConfig& config) {
  Reader(text, door, allowed).read(config);
}

}  // namespace torusim
