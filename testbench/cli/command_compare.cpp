// compare: every algorithm that performs a collective on a network, side by side.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "testbench/cli/commands.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/units.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/process/text_table.h"
#include "testbench/results/chart_page.h"
#include "testbench/results/line_chart.h"
#include "testbench/results/output_file.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

constexpr std::size_t kNamedFailures = 8;

std::string headline(const RunConfig& config, const ComparedNetwork& network) {
  const Scale scale = scale_of(config);
  const auto cycles = static_cast<double>(config.run.startup);
  return fmt::format("{} on {}: {} nodes, {} port{}, {}startup {}\n", to_text(network.kind),
                     network.topology.name(), network.topology.nodes(), network.ports,
                     network.ports == 1 ? "" : "s",
                     scale.timed() && scale.sized() ? fmt::format("links of {}, ", rate_text(scale.rate(1)))
                                                    : std::string(),
                     scale.timed() ? time_text(scale.seconds(cycles))
                                   : fmt::format("{} cycles", config.run.startup)) +
         (network.topology.failures() == nullptr
              ? std::string()
              : fmt::format("failed {}\n", failures_text(network.topology, kNamedFailures)));
}

/// Algorithm and bus bandwidth, or dashes without units.
std::pair<std::string, std::string> rate_texts(const RunConfig& config, const ComparedNetwork& network,
                                               const VectorSize& size, double cycles) {
  const auto found = rates_of(config, network, size, cycles);
  if (!found) return {"-", "-"};
  return {rate_text(found->algorithm), rate_text(found->bus)};
}

void print_one(const RunConfig& config, const ComparedNetwork& network, const ComparedSize& compared) {
  fmt::print("size {} ({} flits of each rank)\n\n", compared.size.text, compared.size.flits);
  TextTable table({"algorithm", "time", "algorithm bandwidth", "bus bandwidth", "phases", "known by"}, 1);
  for (const ComparedRow& row : compared.rows) {
    const auto [algorithm, bus] =
        rate_texts(config, network, compared.size, static_cast<double>(row.choice.cycles));
    const bool known = row.choice.certainty != Certainty::kAtLeast;
    table.row({row.choice.candidate.name, time_of_row(config, row.choice), known ? algorithm : "-",
               known ? bus : "-", fmt::format("{}", row.phases),
               row.choice.certainty == Certainty::kPredicted  ? "prediction"
               : row.choice.certainty == Certainty::kMeasured ? "run"
                                                              : "bound"});
  }
  table.rule();
  const auto [algorithm, bus] = rate_texts(config, network, compared.size, std::max(1.0, compared.bound));
  table.row({"links allow", time_of_row(config, {{}, static_cast<std::int64_t>(compared.bound)}), algorithm,
             bus, "", ""});
  fmt::print("{}\n", table.text());
  const ComparedRow& first = compared.rows.front();
  fmt::print("quickest: {}\n  {}\n", first.choice.candidate.text(), command_of(config, network, first));
}

void print_several(const RunConfig& config, const ComparedNetwork& network,
                   const std::vector<ComparedSize>& sizes) {
  TextTable table({"size", "quickest", "time", "bus bandwidth", "next", "its time", "links allow"}, 2);
  for (const ComparedSize& compared : sizes) {
    const ComparedRow& first = compared.rows.front();
    const bool two = compared.rows.size() > 1;
    table.row({compared.size.text, first.choice.candidate.name, time_of_row(config, first.choice),
               rate_texts(config, network, compared.size, static_cast<double>(first.choice.cycles)).second,
               two ? compared.rows[1].choice.candidate.name : "-",
               two ? time_of_row(config, compared.rows[1].choice) : "-",
               time_of_row(config, {{}, static_cast<std::int64_t>(compared.bound)})});
  }
  fmt::print("\n{}quickest: {}\n", table.text(), winners_text(sizes));
}

// The files of a comparison.

/// The text of a value; numbers of cycles and flits as they are, others with six digits.
std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump();
}

/// The options that all rows have in common: network, startup, units and so on.
Json common_options(const RunConfig& config, const ComparedNetwork& network) {
  Json options{{"collective", to_text(network.kind)}};
  options.update(recorded_options(config, kCompare));
  options["topology"] = network.topology.name();
  options["alpha"] = network.ports;
  options.erase("algorithm");
  options.erase("size");
  return options;
}

void write_table(const std::filesystem::path& path, const std::vector<ComparedColumn>& columns,
                 const Json& rows, const Json& options) {
  OutputFile file(path);
  std::string head, common;
  for (const ComparedColumn& column : columns) head += (head.empty() ? "" : ",") + column.name;
  for (const auto& [name, value] : options.items()) {
    head += "," + name;
    common += "," + csv_field(cell(value));
  }
  file.write(head + "\n");
  for (const Json& row : rows) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
      line += (&value == &row.front() ? "" : ",") + csv_field(cell(value));
    }
    file.write(line + common + "\n");
  }
  file.close();
}

/// The axes of pictures and page: bus bandwidth, or else cycles, over the size.
struct Axes {
  std::string x, y;
  explicit Axes(const Scale& scale)
      : x(scale.sized() ? "size_bytes" : "size_flits"),
        y(scale.timed() && scale.sized() ? "busbw_gbs"
          : scale.timed()                ? "time_ns"
                                         : "cycles") {}
};

const std::string& label_of(const std::vector<ComparedColumn>& columns, const std::string& name) {
  return std::ranges::find(columns, name, &ComparedColumn::name)->label;
}

/// A curve for every algorithm that is among the best three of a size.
void draw(const std::filesystem::path& directory, const std::string& title,
          const std::vector<ComparedColumn>& columns, const Json& rows, const Axes& axes) {
  constexpr int kBest = 3;
  Chart chart{.title = title,
              .x_label = label_of(columns, axes.x),
              .y_label = label_of(columns, axes.y),
              .series = {}};
  if (axes.x == "size_bytes") chart.x_text = [](double bytes) { return bytes_text(bytes, false); };
  if (axes.y == "time_ns") chart.y_text = [](double ns) { return time_text(ns * 1e-9); };
  std::string size;
  int place = 0;
  for (const Json& row : rows) {
    if (row["size"] != size) place = 0;
    size = row["size"].get<std::string>();
    const bool drawn = std::ranges::find(chart.series, row["algorithm"].get<std::string>(),
                                         &ChartSeries::name) != chart.series.end();
    if (++place <= kBest && !drawn && row["left_out"].is_null()) {
      chart.series.push_back({row["algorithm"].get<std::string>(), {}});
    }
  }
  for (const Json& row : rows) {
    if (!row["left_out"].is_null() || row["known"] == "at least") continue;
    const auto series =
        std::ranges::find(chart.series, row["algorithm"].get<std::string>(), &ChartSeries::name);
    if (series == chart.series.end()) continue;
    series->points.push_back({row[axes.x].get<double>(), row[axes.y].get<double>()});
  }
  std::erase_if(chart.series, [](const ChartSeries& series) { return series.points.empty(); });
  write_chart(directory, "compare", chart);
}

std::string page_of(const std::string& title, const std::vector<ComparedColumn>& columns, const Json& rows,
                    const Json& options, const std::vector<ComparedSize>& sizes, const Axes& axes) {
  std::string common;
  for (const auto& [name, value] : options.items()) {
    common += fmt::format("{}{} {}", common.empty() ? "" : ", ", name, cell(value));
  }
  const bool several = sizes.size() > 1;
  ChartPage page{
      .title = title,
      .notes = {"Quickest: " + winners_text(sizes) + ".",
                std::string(kComparedBy) + " Hollow points are lower bounds.", "Options: " + common + ".",
                "The same table: compare.csv" +
                    std::string(several ? "; the chart for paper: compare.svg, compare.pdf." : ".")},
      .heading = "Algorithms",
      .columns = {},
      .rows = {},
      .hollow = {},
      .hollow_text = "a lower bound, not run",
      .settings = {{"x", several ? axes.x : "algorithm"},
                   {"y", Json::array({axes.y})},
                   {"along", several ? axes.x : "algorithm"},
                   {"swept", Json::array({"algorithm"})}}};
  if (several) page.settings["swept"].push_back(axes.x);
  if (axes.y == "busbw_gbs") page.settings["y"].push_back("time_ns");
  for (const ComparedColumn& column : columns) {
    const bool number =
        std::ranges::any_of(rows, [&](const Json& row) { return row[column.name].is_number(); });
    page.columns.push_back({.name = column.name, .label = column.label, .number = number});
  }
  for (const Json& row : rows) {
    auto& cells = page.rows.emplace_back();
    for (const Json& value : row) cells.push_back(cell(value));
    page.hollow.push_back(row["known"] == "at least");
  }
  return chart_page(page);
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

/// Writes compare.csv, compare.html, run.json and, for several sizes, compare.svg and compare.pdf into
/// `directory`. Throws InputError.
void write_comparison(const std::filesystem::path& directory, const RunConfig& config,
                      const ComparedNetwork& network, const std::vector<ComparedSize>& sizes) {
  const std::vector<ComparedColumn> columns = compared_columns(config);
  const Json rows = compared_rows(config, network, sizes), options = common_options(config, network);
  const Axes axes(scale_of(config));
  const std::string title = fmt::format("{} on {}", to_text(network.kind), network.topology.name());
  write_table(directory / "compare.csv", columns, rows, options);
  if (sizes.size() > 1) draw(directory, title, columns, rows, axes);
  write_text(directory / "compare.html", page_of(title, columns, rows, options, sizes, axes));
  Json json;
  json["schema"] = kResultSchema;
  json["verdict"] = "compared";
  json["title"] = title;
  json["ports"] = network.ports;
  json["assumptions"] = kComparedBy;
  json["versions"] = versions();
  json["config"] = recorded_options(config, kCompare);
  write_text(directory / "run.json", json.dump(2) + "\n");
}

}  // namespace

int compare_command(RunConfig config, Json* answer) {
  const ComparedNetwork network = compared_network(config);
  if (config.size.empty()) throw UsageError("compare needs --size, such as 1MB or 1MB..1GB");
  const std::vector<VectorSize> sizes = sizes_of(config);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  std::vector<ComparedSize> compared;
  for (const VectorSize& size : sizes) {
    compared.push_back(with_progress(config.quiet, fmt::format("comparing at {}", size.text).c_str(), [&] {
      return compare_algorithms(config, network, size, kSecondsOfSize);
    }));
  }
  if (answer != nullptr) {
    *answer = compared_rows(config, network, compared);
    return kDone;
  }
  fmt::print("{}", headline(config, network));
  sizes.size() == 1 ? print_one(config, network, compared.front()) : print_several(config, network, compared);
  std::vector<std::string> left_out;
  for (const LeftOut& one : compared.front().left_out) left_out.push_back(one.name);
  if (!left_out.empty()) {
    fmt::print("do not run there: {} (torusim info NAME says why)\n", fmt::join(left_out, ", "));
  }
  if (directory) {
    write_comparison(directory->staging(), config, network, compared);
    directory->commit();
    fmt::print("{}\n", directory->path().string());
  }
  return kDone;
}

}  // namespace torusim
