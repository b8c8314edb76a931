#include "testbench/sweep/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/toml_file.h"
#include "testbench/config/units.h"
#include "testbench/sweep/measured_values.h"

namespace torusim {
namespace {

constexpr std::size_t kMostPoints = 100'000;
constexpr std::size_t kMostTables = 1'000;

/// One option and all its values.
struct Axis {
  const Option* option;
  std::vector<std::string> values;
  const TomlValue* place;  ///< of messages
};

class SweepReader {
 public:
  SweepFile read(const TomlValue& root) {
    if (const TomlValue* command = root.find("command")) take_command(*command);
    std::vector<Axis> shared = axes(root, {"command", "runs", "plot"});
    if (const TomlValue* runs = root.find("runs")) {
      const auto table = [](const TomlValue& run) { return run.kind == Kind::kTable; };
      if (runs->list.empty() || !std::ranges::all_of(runs->list, table)) {
        runs->fail("runs is a list of tables: [[runs]]");
      }
      if (runs->list.size() > kMostTables) {
        runs->fail(fmt::format("more than {} tables of [[runs]]; write lists of values", kMostTables));
      }
      for (const TomlValue& run : runs->list) combine(overridden(shared, axes(run, {})));
    } else {
      combine(shared);
    }
    if (const TomlValue* plot = root.find("plot")) take_plot(*plot);
    const bool measured = !file_.x.empty() && !is_key(file_.x);
    file_.along = file_.x.empty() || measured ? usual_axis() : file_.x;
    if (file_.x.empty()) file_.x = file_.along;
    return std::move(file_);
  }

 private:
  using Kind = TomlValue::Kind;

  void take_command(const TomlValue& value) {
    if (value.text == "traffic") {
      file_.command = kTraffic;
    } else if (value.text != "run") {
      value.fail(fmt::format("command is \"run\" or \"traffic\", not '{}'", value.text));
    }
  }

  /// The texts of a list, or of one value.
  static std::vector<std::string> words(const TomlValue& value, const std::string& key) {
    if (value.kind != Kind::kList) return {value.word(key)};
    std::vector<std::string> texts;
    for (const TomlValue& each : value.list) texts.push_back(each.word("the list of " + key));
    if (texts.empty()) value.fail(fmt::format("the list of {} is empty", key));
    return texts;
  }

  std::vector<Axis> axes(const TomlValue& table, const std::set<std::string>& others) const {
    std::vector<Axis> result;
    for (const auto& [key, value] : table.table) {
      if (others.contains(key)) continue;
      const Option* const option = find_option(key);
      if (option == nullptr || !option->is_swept(file_.command)) unknown(key, value);
      check_values(result.emplace_back(Axis{option, words(value, key), &value}));
    }
    return result;
  }

  [[noreturn]] void unknown(const std::string& key, const TomlValue& value) const {
    std::vector<std::string> known = {"command", "runs", "plot"};
    for (const Option& option : option_table()) {
      if (option.is_swept(file_.command)) known.push_back(option.name);
    }
    value.fail(fmt::format("unknown key '{}'{}", key, unknown_option(key, file_.command, known)));
  }

  void check_values(const Axis& axis) const {
    std::set<std::string> seen;
    for (const std::string& value : axis.values) {
      if (!seen.insert(value).second)
        axis.place->fail(fmt::format("{} = {} occurs twice", axis.option->name, value));
      try {
        RunConfig config;
        axis.option->set(config, value);
      } catch (const UsageError& error) {
        axis.place->fail(fmt::format("{} = {}: {}", axis.option->name, value, error.what()));
      }
    }
  }

  /// A table of [[runs]] overrides the keys above it.
  static std::vector<Axis> overridden(std::vector<Axis> shared, std::vector<Axis> own) {
    std::erase_if(shared, [&](const Axis& axis) {
      return std::any_of(own.begin(), own.end(),
                         [&](const Axis& mine) { return mine.option == axis.option; });
    });
    own.insert(own.end(), shared.begin(), shared.end());
    return own;
  }

  void combine(const std::vector<Axis>& axes) {
    std::size_t count = 1;
    for (const Axis& axis : axes) {
      count *= axis.values.size();
      if (count + file_.points.size() > kMostPoints) {
        axis.place->fail(fmt::format("more than {} combinations", kMostPoints));
      }
      if (!is_key(axis.option->name)) file_.keys.push_back(axis.option->name);
    }
    for (std::size_t i = 0; i < count; ++i) {
      SweepPoint& point = file_.points.emplace_back();
      std::size_t rest = i;
      for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        point.given.emplace_back(axis->option->name, axis->values[rest % axis->values.size()]);
        rest /= axis->values.size();
      }
      std::reverse(point.given.begin(), point.given.end());
      for (const auto& [key, value] : point.given) {
        give_values(*find_option(key), point.config, value, file_.command);
      }
      try {
        convert_units(point.config);
      } catch (const UsageError& error) {
        axes.front().place->fail(error.what());
      }
    }
  }

  void take_plot(const TomlValue& plot) {
    if (plot.kind != Kind::kTable) plot.fail("plot is a table: [plot]");
    for (const auto& [key, value] : plot.table) {
      if (key == "x") {
        file_.x = value.word(key);
        check_column(value, "x = " + file_.x, file_.x);
      } else if (key == "y") {
        file_.y = words(value, key);
      } else if (key == "title") {
        file_.title = value.word(key);
      } else if (key == "labels") {
        if (value.kind != Kind::kTable)
          value.fail("labels is a table: labels = { block = \"size of a block\" }");
        for (const auto& [column, label] : value.table) {
          check_column(label, "labels: " + column, column);
          file_.labels[column] = label.word(column);
        }
      } else {
        value.fail(
            fmt::format("unknown key '{}' of plot{}", key, suggestion(key, {"x", "y", "title", "labels"})));
      }
    }
  }

  /// Refuses a name that is no column of the table.
  void check_column(const TomlValue& value, const std::string& what, const std::string& name) const {
    std::vector<std::string> known = file_.keys;
    for (std::string& measured : file_.measured()) known.push_back(std::move(measured));
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    value.fail(fmt::format("{}: the file gives no such option, and no run measures it{}", what,
                           suggestion(name, known)));
  }

  bool is_key(const std::string& name) const {
    return std::find(file_.keys.begin(), file_.keys.end(), name) != file_.keys.end();
  }

  /// The option of numbers that has most values.
  std::string usual_axis() const {
    std::map<std::string, std::set<std::string>> values;
    for (const SweepPoint& point : file_.points) {
      for (const auto& [key, value] : point.given) values[key].insert(value);
    }
    std::size_t most = 1;
    std::string axis;
    for (const std::string& key : file_.keys) {
      if (key == kSeed) continue;
      const auto& all = values[key];
      const bool counted = find_option(key)->kind == Option::Kind::kNumber;
      const bool numbers = std::all_of(all.begin(), all.end(), [&](const std::string& value) {
        return !value.empty() &&
               (value.find_first_not_of("0123456789.") == std::string::npos || (counted && has_unit(value)));
      });
      if (!numbers || all.size() <= most) continue;
      most = all.size();
      axis = key;
    }
    return axis;
  }

  SweepFile file_;
};

SweepFile sweep_of(const TomlValue& root) {
  SweepFile file = SweepReader().read(root);
  std::map<std::string, std::set<std::string>> values;
  for (const SweepPoint& point : file.points) {
    for (const std::string& key : file.keys) values[key].insert(point.value(key));
  }
  for (const std::string& key : file.keys) {
    if (values[key].size() > 1) file.swept.push_back(key);
  }
  if (file.along.empty() && !file.swept.empty()) {
    const auto axis = std::ranges::find_if(file.swept, [](const std::string& key) { return key != kSeed; });
    file.along = axis == file.swept.end() ? file.swept.front() : *axis;
    if (file.x.empty()) file.x = file.along;
  }
  return file;
}

}  // namespace

std::string SweepPoint::value(const std::string& key) const {
  const Option& option = *find_option(key);
  std::string value = option.get(config);
  if (value != option.standard()) return value;
  const auto own = std::ranges::find(given, key, &std::pair<std::string, std::string>::first);
  return own == given.end() || key != "link" ? value : own->second;
}

std::vector<std::string> SweepFile::measured() const {
  std::vector<Scale> scales;
  for (const SweepPoint& point : points) scales.push_back(scale_of(point.config));
  return measured_numbers(command, scales);
}

double SweepFile::cycle_ns() const {
  const double clock = points.front().config.clock;
  const bool same =
      std::ranges::all_of(points, [&](const auto& point) { return point.config.clock == clock; });
  return same && clock > 0 ? scale_of(points.front().config).nanoseconds(1) : 0;
}

SweepFile read_sweep_text(const std::string& text, const std::string& name) {
  return sweep_of(read_toml_text(text, name));
}

SweepFile read_sweep(const std::string& path) { return sweep_of(read_toml(path)); }

}  // namespace torusim
