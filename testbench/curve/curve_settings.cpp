#include "testbench/curve/curve_settings.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "testbench/config/option.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostDraws = 1000;
constexpr std::size_t kMostSettings = 1000;

/// Removes `5*` from the front of a set of failures; returns the number of draws.
std::int64_t take_draws(std::string& set) {
  const std::size_t star = set.find('*');
  if (star == std::string::npos || set.find('(') < star) return 1;
  const std::string count = set.substr(0, star);
  std::int64_t draws = 1;
  if (!read_number(count, draws) || draws < 1 || draws > kMostDraws) {
    throw UsageError(
        fmt::format("--fail {}: '{}' must be a number of draws from 1 to {}, such as 5*random:2%", set, count,
                    kMostDraws));
  }
  set.erase(0, star + 1);
  return draws;
}

std::vector<std::string> values_of(const RunConfig& config, const Option& option) {
  const auto list = config.lists.find(option.name);
  return list == config.lists.end() ? std::vector{option.get(config)} : list->second;
}

class Settings {
 public:
  explicit Settings(const RunConfig& config) {
    RunConfig first = config;
    first.lists.clear();
    result_.settings.push_back({{}, "", std::move(first)});
  }

  /// Every setting so far with every value of the option.
  void add(const Option& option, const std::vector<std::string>& values) {
    const bool several = values.size() > 1;
    std::vector<CurveSetting> settings;
    for (const CurveSetting& before : result_.settings) {
      for (const std::string& value : values) {
        CurveSetting& setting = settings.emplace_back(before);
        option.set(setting.config, value);
        convert_units(setting.config);
        if (several) append(setting, option, value);
      }
    }
    take(std::move(settings));
    if (several) result_.columns.push_back(option.name);
  }

  void add_failures(const Option& option, const std::vector<std::string>& sets) {
    bool drawn = false;
    std::vector<std::string> plain;
    std::vector<std::int64_t> draws;
    for (std::string set : sets) {
      draws.push_back(take_draws(set));
      drawn |= draws.back() > 1;
      plain.push_back(std::move(set));
    }
    std::vector<CurveSetting> settings;
    for (const CurveSetting& before : result_.settings) {
      for (std::size_t i = 0; i < plain.size(); ++i) {
        for (std::int64_t draw = 0; draw < draws[i]; ++draw) {
          CurveSetting& setting = settings.emplace_back(before);
          RunConfig& config = setting.config;
          option.set(config, plain[i]);
          // Nothing is rerouted in the intact network.
          if (plain[i] == option.standard()) config.reroute = RunConfig().reroute;
          config.seed += static_cast<std::uint64_t>(draw);
          if (plain.size() > 1) append(setting, option, plain[i]);
          if (!drawn) continue;
          setting.values.push_back(fmt::format("{}", config.seed));
          setting.name += fmt::format("{}seed {}", setting.name.empty() ? "" : ", ", config.seed);
        }
      }
    }
    take(std::move(settings));
    if (plain.size() > 1) result_.columns.push_back(option.name);
    if (drawn) result_.columns.emplace_back("fail_seed");
  }

  CurveSettings result() && { return std::move(result_); }

 private:
  void append(CurveSetting& setting, const Option& option, const std::string& value) {
    setting.values.push_back(value);
    setting.name += setting.name.empty() ? "" : ", ";
    setting.name += option.positional() ? value : option.name + " " + value;
  }
  void take(std::vector<CurveSetting> settings) {
    if (settings.size() > kMostSettings) {
      throw UsageError(
          fmt::format("{} settings or more; a curve has at most {}", settings.size(), kMostSettings));
    }
    result_.settings = std::move(settings);
  }

  CurveSettings result_;
};

}  // namespace

CurveSettings curve_settings(const RunConfig& config) {
  Settings settings(config);
  std::vector<int> outstanding;
  for (const Option& option : option_table()) {
    if (option.joined_by == 0) continue;
    const std::vector<std::string> values = values_of(config, option);
    if (option.name == "outstanding") {
      for (const std::string& value : values) outstanding.push_back(std::stoi(value));
    } else if (option.name == "fail") {
      settings.add_failures(option, values);
    } else if (values.size() > 1) {
      settings.add(option, values);
    }
  }
  CurveSettings result = std::move(settings).result();
  const ClosedLoopOptions& closed = config.traffic.packets.closed;
  if (!closed.on()) return result;
  if (outstanding.size() == 1 && closed.outstanding == ClosedLoopOptions().outstanding) {
    outstanding = {1, 2, 4, 8, 16, 32, 64};
  }
  result.outstanding = std::move(outstanding);
  return result;
}

}  // namespace torusim
