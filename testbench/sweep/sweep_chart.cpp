#include "testbench/sweep/sweep_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/suggestion.h"
#include "testbench/results/chart_page.h"

namespace torusim {
namespace {

using Row = std::vector<std::string>;

/// Algorithm and pattern. The names of curves distinguish other options only among curves of one algorithm or
/// pattern.
bool is_kind(std::string_view column) { return column == "algorithm" || column == "pattern"; }
/// Options whose values are shown without the option's name.
bool is_plain(std::string_view column) { return is_kind(column) || column == "topology"; }

std::string value_text(const std::string& column, const std::string& value) {
  return is_plain(column) ? value : column + " " + value;
}

void append(std::string& list, const std::string& text) { list += (list.empty() ? "" : ", ") + text; }

/// The rows of one curve.
struct Curve {
  std::vector<std::string> values;  ///< of the options by which curves differ
  std::vector<const Row*> rows;
};

class SweepCurves {
 public:
  SweepCurves(const SweepFile& file, const SweepTable& table, const std::string& y)
      : x_(table.column(file.x)),
        y_(table.column(y)),
        along_(table.column(file.along)),
        table_(table),
        worth_(unit_of(file.x) == "cycles" && file.cycle_ns() > 0 ? file.cycle_ns() : 1),
        numbers_(number_columns(table)) {
    for (const std::string& key : file.swept) {
      if (key == file.along) continue;
      if (key != kSeed) by_.push_back(key);
    }
    std::map<std::vector<std::string>, std::size_t> numbers;
    for (const Row& row : table.rows()) {
      if (row[x_].empty() || row[y_].empty()) continue;
      if (!numbers_[x_] && std::find(words_.begin(), words_.end(), row[x_]) == words_.end()) {
        words_.push_back(row[x_]);
      }
      std::vector<std::string> values;
      for (const std::string& key : by_) values.push_back(row[table.column(key)]);
      const auto [found, is_new] = numbers.try_emplace(values, curves_.size());
      if (is_new) curves_.push_back({std::move(values), {}});
      curves_[found->second].rows.push_back(&row);
    }
    for (const Curve& curve : curves_) {
      for (std::size_t i = 0; i < by_.size(); ++i) values_[{kind(curve, i), i}].insert(curve.values[i]);
    }
  }

  const std::vector<std::string>& words() const { return words_; }

  std::vector<ChartSeries> series() const {
    std::vector<ChartSeries> all;
    for (const Curve& curve : curves_) all.push_back({name(curve), points(curve)});
    return all;
  }

 private:
  std::string name(const Curve& curve) const {
    std::string text;
    for (std::size_t i = 0; i < by_.size(); ++i) {
      const bool differs = values_.at({kind(curve, i), i}).size() > 1;
      if (differs) append(text, value_text(by_[i], curve.values[i]));
    }
    return text.empty() ? "all" : text;
  }
  /// The group of curves that a value of option `i` must distinguish: all curves, or those of the same
  /// algorithm.
  std::string kind(const Curve& curve, std::size_t i) const {
    std::string text;
    for (std::size_t k = 0; k < by_.size(); ++k) {
      if (!is_plain(by_[i]) && is_kind(by_[k])) text += curve.values[k] + '\n';
    }
    return text;
  }

  double x_of(const Row& row) const {
    if (numbers_[x_]) return std::stod(row[x_]) * worth_;
    return static_cast<double>(std::find(words_.begin(), words_.end(), row[x_]) - words_.begin());
  }

  std::vector<ChartPoint> points(const Curve& curve) const {
    std::vector<std::pair<std::string, std::vector<const Row*>>> groups;
    std::map<std::string, std::size_t> numbers;
    for (const Row* row : curve.rows) {
      const std::string& at = along_ < 0 ? (*row)[x_] : (*row)[along_];
      const auto [found, is_new] = numbers.try_emplace(at, groups.size());
      if (is_new) groups.push_back({at, {}});
      groups[found->second].second.push_back(row);
    }
    if (along_ >= 0 && numbers_[along_]) {
      std::ranges::stable_sort(groups, {}, [](const auto& group) { return std::stod(group.first); });
    }
    std::vector<ChartPoint> points;
    for (const auto& [at, rows] : groups) points.push_back(point(rows));
    return points;
  }

  ChartPoint point(const std::vector<const Row*>& rows) const {
    ChartPoint mean;
    double low = 0, high = 0;
    for (const Row* row : rows) {
      const double y = std::stod((*row)[y_]);
      low = row == rows.front() ? y : std::min(low, y);
      high = row == rows.front() ? y : std::max(high, y);
      mean.x += x_of(*row);
      mean.y += y;
      mean.hollow |= is_hollow(table_, *row);
    }
    mean.x /= static_cast<double>(rows.size());
    mean.y /= static_cast<double>(rows.size());
    if (rows.size() > 1) mean.bar = {low, high};
    return mean;
  }

  const int x_, y_, along_;
  const SweepTable& table_;
  const double worth_;  // of a unit of x on its axis
  const std::vector<bool> numbers_;
  std::vector<std::string> by_, words_;
  std::vector<Curve> curves_;
  std::map<std::pair<std::string, std::size_t>, std::set<std::string>> values_;  ///< of kinds and options
};

}  // namespace

bool is_hollow(const SweepTable& table, const std::vector<std::string>& row) {
  constexpr std::array kSound = {"verified", "steady", "drifting"};
  const int column = table.column("verdict");
  return column >= 0 && !row[column].empty() && std::ranges::find(kSound, row[column]) == kSound.end();
}

std::string hollow_text(const SweepTable& table) {
  const bool any = std::ranges::any_of(table.rows(), [&](const auto& row) { return is_hollow(table, row); });
  return any ? "hollow: saturated or not verified" : "";
}

bool joins_seeds(const SweepFile& file) {
  return file.along != kSeed && std::find(file.swept.begin(), file.swept.end(), kSeed) != file.swept.end();
}

bool is_number(const std::string& text) {
  double value = 0;
  return read_number(text, value);
}

std::vector<bool> number_columns(const SweepTable& table) {
  std::vector<bool> numbers(table.columns().size(), false);
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (table.columns()[c] == "job") continue;
    bool words = false;
    for (const auto& row : table.rows()) {
      if (row[c].empty()) continue;
      if (is_number(row[c])) {
        numbers[c] = true;
      } else {
        words = true;
      }
    }
    if (words) numbers[c] = false;
  }
  return numbers;
}

std::string unit_of(const std::string& column) {
  const Option* option = find_option(column);
  return option == nullptr ? "" : option->unit;
}

std::vector<std::string> drawn_values(const SweepFile& file, const SweepTable& table) {
  const std::vector<bool> numbers = number_columns(table);
  std::vector<std::string> drawn;
  for (const std::string& y : file.y) {
    const int column = table.column(y);
    if (column < 0) {
      throw InputError(fmt::format("plot: y = {}: no such column{}", y, suggestion(y, table.columns())));
    }
    if (!numbers[column]) throw InputError(fmt::format("plot: y = {}: the column holds no numbers", y));
    drawn.push_back(y);
  }
  if (!file.y.empty()) return drawn;
  for (const auto& [usual, in_units] :
       {std::pair{"cycles", "time_ns"}, {"accepted", "accepted_gbs"}, {"latency_mean", "latency_ns"}}) {
    const bool of_traffic = usual != std::string_view("cycles");
    const int column = table.column(usual), better = table.column(in_units);
    if (of_traffic != (file.command == kTraffic) || column < 0 || !numbers[column]) continue;
    const bool all = better >= 0 && std::ranges::all_of(table.rows(), [&](const auto& row) {
                       return row[column].empty() || !row[better].empty();
                     });
    drawn.emplace_back(all ? in_units : usual);
  }
  return drawn;
}

Chart sweep_chart(const SweepFile& file, const SweepTable& table, const std::string& y) {
  const SweepCurves curves(file, table, y);
  std::string title = file.title;
  for (const std::string& key : file.title.empty() ? file.keys : std::vector<std::string>()) {
    const bool swept = std::find(file.swept.begin(), file.swept.end(), key) != file.swept.end();
    if (!swept && key != file.x) append(title, value_text(key, table.rows().front()[table.column(key)]));
  }
  if (joins_seeds(file)) title += (title.empty() ? "" : "; ") + std::string(kSeedsText);
  if (const std::string hollow = hollow_text(table); !hollow.empty()) {
    title += (title.empty() ? "" : "; ") + hollow;
  }
  const std::string own = unit_of(file.x), unit = own == "cycles" && file.cycle_ns() > 0 ? "ns" : own;
  return {.title = title,
          .x_label = !file.label(file.x).empty() ? file.label(file.x)
                     : unit.empty()              ? file.x
                                                 : fmt::format("{} [{}]", file.x, unit),
          .y_label = file.label(y).empty() ? y : file.label(y),
          .series = curves.series(),
          .words = curves.words()};
}

void check_plot(const SweepFile& file) {
  std::vector<std::string> known = file.measured();
  for (const std::string& key : file.keys) {
    const bool numbers = std::ranges::all_of(
        file.points, [&](const SweepPoint& point) { return is_number(find_option(key)->get(point.config)); });
    if (numbers) known.push_back(key);
  }
  for (const std::string& y : file.y) {
    if (std::find(known.begin(), known.end(), y) != known.end()) continue;
    throw InputError(fmt::format("plot: y = {}: no column of numbers{}", y, suggestion(y, known)));
  }
}

std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table) {
  const std::vector<bool> numbers = number_columns(table);
  const std::string hollow = hollow_text(table);
  ChartPage page{
      .title = file.title.empty() ? title : file.title,
      .notes = {fmt::format(
          "{} runs; the same table: sweep.csv; charts for paper: sweep-*.svg, sweep-*.pdf{}{}",
          table.rows().size(), joins_seeds(file) ? "; " + std::string(kSeedsText) : "",
          hollow.empty() ? "" : "; " + hollow)},
      .heading = "Runs",
      .columns = {},
      .rows = table.rows(),
      .hollow = {},
      .hollow_text = "saturated or not verified",
      .settings = {
          {"x", file.x}, {"y", drawn_values(file, table)}, {"along", file.along}, {"swept", file.swept}}};
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    const std::string& name = table.columns()[c];
    page.columns.push_back(
        {.name = name, .unit = unit_of(name), .label = file.label(name), .number = numbers[c]});
  }
  for (const auto& row : table.rows()) page.hollow.push_back(is_hollow(table, row));
  if (file.cycle_ns() > 0) page.settings["cycle_ns"] = file.cycle_ns();
  return chart_page(page);
}

}  // namespace torusim
