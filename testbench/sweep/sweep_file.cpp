#include "testbench/sweep/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <toml.hpp>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/line_source.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/units.h"
#include "testbench/sweep/sweep_table.h"

namespace torusim {
namespace {

using Value = toml::basic_value<toml::discard_comments, std::map>;

constexpr std::size_t kMostPoints = 100'000;
// The library counts the lines before a key to say where it is, and looks through a line for every value in
// it.
constexpr std::size_t kMostTables = 1'000;
constexpr std::size_t kMostBytes = 1u << 20;
constexpr std::size_t kLongestLine = 1u << 14;

/// One option and all its values.
struct Axis {
  const Option* option;
  std::vector<std::string> values;
  std::uint32_t line;
};

class SweepReader {
 public:
  explicit SweepReader(std::string name) : name_(std::move(name)) {}

  SweepFile read(const std::string& text) {
    check_nesting(text);
    check_utf8(text);
    std::istringstream stream(text);
    Value root;
    try {
      root = toml::parse<toml::discard_comments, std::map>(stream, name_);
    } catch (const toml::exception& error) {
      fail(error.location().line(), first_line(error.what()));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      throw InputError(fmt::format("{}: {}", name_, first_line(error.what())));
    }
    const auto& table = root.as_table();
    if (const auto command = table.find("command"); command != table.end()) take_command(command->second);
    std::vector<Axis> shared = axes(table, {"command", "runs", "plot"});
    const auto runs = table.find("runs");
    if (runs == table.end()) {
      combine(shared);
    } else {
      if (!runs->second.is_array()) fail(runs->second, "runs is a list of tables: [[runs]]");
      if (runs->second.as_array().size() > kMostTables) {
        throw InputError(
            fmt::format("{}: more than {} tables of [[runs]]; write lists of values", name_, kMostTables));
      }
      for (const Value& run : runs->second.as_array()) {
        if (!run.is_table()) fail(run, "runs is a list of tables: [[runs]]");
        combine(overridden(shared, axes(run.as_table(), {})));
      }
    }
    if (const auto plot = table.find("plot"); plot != table.end()) take_plot(plot->second);
    const bool measured = !file_.x.empty() && !is_key(file_.x);
    file_.along = file_.x.empty() || measured ? usual_axis() : file_.x;
    if (file_.x.empty()) file_.x = file_.along;
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line, what));
  }
  [[noreturn]] void fail(const Value& value, const std::string& what) const {
    fail(value.location().line(), what);
  }

  /// The library goes down a level of the stack for each bracket.
  void check_nesting(const std::string& text) const {
    constexpr int kDeepest = 32;
    int depth = 0, deepest = 0;
    for (const char c : text) {
      if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
      if (c == ']' || c == '}') depth = std::max(0, depth - 1);
    }
    if (deepest > kDeepest) throw InputError(fmt::format("{}: brackets are nested too deeply", name_));
  }

  /// TOML is UTF-8, and the library (3.7.1) reads past the end of a text in quotes that is not.
  void check_utf8(const std::string& text) const {
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size();) {
      const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
      };
      const unsigned first = byte(i);
      const int more = first < 0x80   ? 0
                       : first < 0xc2 ? -1
                       : first < 0xe0 ? 1
                       : first < 0xf0 ? 2
                       : first < 0xf5 ? 3
                                      : -1;
      bool good = more >= 0;
      for (int k = 1; k <= more; ++k) good &= (byte(i + k) & 0xc0) == 0x80;
      // Longer than needed, surrogates, past the last character.
      good &= !(first == 0xe0 && byte(i + 1) < 0xa0) && !(first == 0xed && byte(i + 1) > 0x9f);
      good &= !(first == 0xf0 && byte(i + 1) < 0x90) && !(first == 0xf4 && byte(i + 1) > 0x8f);
      if (!good) fail(line, "the file is not UTF-8");
      if (first == '\n') ++line;
      i += static_cast<std::size_t>(more) + 1;
    }
  }

  /// `[error] toml::parse_x: what` and a picture of the place, of which `what` is enough.
  static std::string first_line(std::string text) {
    text = text.substr(0, text.find('\n'));
    for (const std::string_view prefix : {"[error] ", "toml::"}) {
      if (text.starts_with(prefix)) text.erase(0, prefix.size());
    }
    if (text.starts_with("parse_") && text.find(": ") != std::string::npos)
      text.erase(0, text.find(": ") + 2);
    return "not TOML: " + text;
  }

  void take_command(const Value& value) {
    const std::string command = value.is_string() ? std::string(value.as_string()) : "";
    if (command == "traffic") {
      file_.command = kTraffic;
    } else if (command != "run") {
      fail(value, fmt::format("command is \"run\" or \"traffic\", not '{}'", command));
    }
  }

  std::string scalar(const Value& value, const std::string& key) const {
    if (value.is_string()) return std::string(value.as_string());
    if (value.is_integer()) return fmt::format("{}", value.as_integer());
    if (value.is_floating()) return fmt::format("{}", value.as_floating());
    if (value.is_boolean()) return value.as_boolean() ? "true" : "false";
    fail(value, fmt::format("{} has values of text, numbers, true and false, or a list of them", key));
  }

  std::vector<Axis> axes(const std::map<std::string, Value>& table,
                         const std::set<std::string>& others) const {
    std::vector<Axis> result;
    for (const auto& [key, value] : table) {
      if (others.contains(key)) continue;
      Axis axis{find_option(key), {}, static_cast<std::uint32_t>(value.location().line())};
      if (axis.option == nullptr || !axis.option->is_swept(file_.command)) unknown(key, value);
      if (value.is_array()) {
        for (const Value& each : value.as_array()) axis.values.push_back(scalar(each, key));
        if (axis.values.empty()) fail(value, fmt::format("the list of {} is empty", key));
      } else {
        axis.values.push_back(scalar(value, key));
      }
      check_values(axis);
      result.push_back(std::move(axis));
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Axis& a, const Axis& b) { return a.line < b.line; });
    return result;
  }

  [[noreturn]] void unknown(const std::string& key, const Value& value) const {
    std::vector<std::string> known = {"command", "runs", "plot"};
    for (const Option& option : option_table()) {
      if (option.is_swept(file_.command)) known.push_back(option.name);
    }
    fail(value, fmt::format("unknown key '{}'{}", key, unknown_option(key, file_.command, known)));
  }

  void check_values(const Axis& axis) const {
    std::set<std::string> seen;
    for (const std::string& value : axis.values) {
      if (!seen.insert(value).second)
        fail(axis.line, fmt::format("{} = {} occurs twice", axis.option->name, value));
      try {
        RunConfig config;
        axis.option->set(config, value);
      } catch (const UsageError& error) {
        fail(axis.line, fmt::format("{} = {}: {}", axis.option->name, value, error.what()));
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
        fail(axis.line, fmt::format("more than {} combinations", kMostPoints));
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
      for (const auto& [key, value] : point.given) find_option(key)->set(point.config, value);
      try {
        convert_units(point.config);
      } catch (const UsageError& error) {
        fail(axes.front().line, error.what());
      }
    }
  }

  void take_plot(const Value& plot) {
    if (!plot.is_table()) fail(plot, "plot is a table: [plot]");
    for (const auto& [key, value] : plot.as_table()) {
      if (key == "x") {
        file_.x = scalar(value, key);
        std::vector<std::string> known = file_.keys;
        for (std::string& name : measured_numbers(file_)) known.push_back(std::move(name));
        if (std::find(known.begin(), known.end(), file_.x) == known.end()) {
          fail(value, fmt::format("x = {}: the file gives no such option, and no run measures it{}", file_.x,
                                  suggestion(file_.x, known)));
        }
      } else if (key == "y") {
        if (!value.is_array()) {
          file_.y = {scalar(value, key)};
          continue;
        }
        for (const Value& each : value.as_array()) file_.y.push_back(scalar(each, key));
      } else {
        fail(value, fmt::format("unknown key '{}' of plot{}", key, suggestion(key, {"x", "y"})));
      }
    }
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

  const std::string name_;
  SweepFile file_;
};

}  // namespace

SweepFile read_sweep_text(const std::string& text, const std::string& name) {
  SweepFile file = SweepReader(name).read(text);
  std::map<std::string, std::set<std::string>> values;
  for (const SweepPoint& point : file.points) {
    for (const std::string& key : file.keys) values[key].insert(find_option(key)->get(point.config));
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

SweepFile read_sweep(const std::string& path) {
  text::LineSource source = text::LineSource::open(path, text::HashComments::kNo);
  std::string text;
  for (std::string_view line; source.next(line);) {
    if (line.size() > kLongestLine) {
      throw InputError(
          fmt::format("{}:{}: a line of {} bytes; at most {}, so write a long list over several lines", path,
                      source.line_number(), line.size(), kLongestLine));
    }
    text.append(line).push_back('\n');
    if (text.size() > kMostBytes) {
      throw InputError(fmt::format("{}: more than {} MB: not a sweep file", path, kMostBytes >> 20));
    }
  }
  return read_sweep_text(text, path);
}

}  // namespace torusim
