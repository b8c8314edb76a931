#include "testbench/compare/comparison_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/config/recorded_options.h"
#include "testbench/config/units.h"
#include "testbench/results/line_chart.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

constexpr double kBytesOfGb = 1e9;

const char* how(Certainty certainty) {
  switch (certainty) {
    case Certainty::kPredicted:
      return "predicted";
    case Certainty::kMeasured:
      return "run";
    case Certainty::kAtLeast:
      return "at least";
  }
  return "?";
}

void write_table(const std::filesystem::path& path, const RunConfig& config, const ComparedNetwork& network,
                 const std::vector<ComparedSize>& sizes) {
  const Scale scale = scale_of(config);
  OutputFile file(path);
  file.write("size,size_flits,algorithm,cycles,known,phases,block_flits,bound_cycles");
  if (scale.timed()) file.write(",time_ns");
  if (scale.timed() && scale.sized()) file.write(",algbw_gbs,busbw_gbs");
  file.write(",command,left_out\n");
  for (const ComparedSize& size : sizes) {
    for (const ComparedRow& row : size.rows) {
      const auto cycles = static_cast<double>(row.choice.cycles);
      file.print("{},{},{},{},{},{},{},{:.0f}", csv_field(size.size.text), size.size.flits,
                 csv_field(row.choice.candidate.name), row.choice.cycles, how(row.choice.certainty),
                 row.phases, row.block, row.bound);
      if (scale.timed()) file.print(",{:.6g}", scale.nanoseconds(cycles));
      if (scale.timed() && scale.sized()) {
        const auto rates = rates_of(config, network, size.size, cycles);
        file.print(",{:.6g},{:.6g}", rates ? rates->algorithm / kBytesOfGb : 0,
                   rates ? rates->bus / kBytesOfGb : 0);
      }
      file.print(",{},\n", csv_field(command_of(config, network, row)));
    }
    for (const LeftOut& one : size.left_out) {
      file.print("{},{},{},,,,,", csv_field(size.size.text), size.size.flits, csv_field(one.name));
      if (scale.timed()) file.write(",");
      if (scale.timed() && scale.sized()) file.write(",,");
      file.print(",,{}\n", csv_field(one.why));
    }
  }
  file.close();
}

/// A curve for every algorithm that is among the best three of a size.
void draw(const std::filesystem::path& directory, const RunConfig& config, const ComparedNetwork& network,
          const std::vector<ComparedSize>& sizes) {
  constexpr std::size_t kBest = 3;
  const Scale scale = scale_of(config);
  std::vector<std::string> names;
  for (const ComparedSize& size : sizes) {
    for (std::size_t i = 0; i < std::min(kBest, size.rows.size()); ++i) {
      const std::string& name = size.rows[i].choice.candidate.name;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  const bool units = scale.timed() && scale.sized();
  Chart chart{.title = fmt::format("{} on {}", to_text(network.kind), network.topology.name()),
              .x_label = scale.sized() ? "vector of a rank, bytes" : "vector of a rank, flits",
              .y_label = units ? "bus bandwidth, GB/s" : "cycles",
              .series = {}};
  for (const std::string& name : names) {
    ChartSeries series{name, {}};
    for (const ComparedSize& size : sizes) {
      const auto row = std::ranges::find(size.rows, name, [](const ComparedRow& r) -> const std::string& {
        return r.choice.candidate.name;
      });
      if (row == size.rows.end() || row->choice.certainty == Certainty::kAtLeast) continue;
      const auto cycles = static_cast<double>(row->choice.cycles);
      const auto rates = rates_of(config, network, size.size, cycles);
      series.points.push_back({static_cast<double>(size.size.flits) * (scale.sized() ? scale.flit_bytes : 1),
                               units && rates ? rates->bus / kBytesOfGb : cycles});
    }
    if (series.points.empty()) continue;
    chart.series.push_back(std::move(series));
  }
  write_chart(directory, "compare", chart);
}

}  // namespace

std::optional<Bandwidth> rates_of(const RunConfig& config, const ComparedNetwork& network,
                                  const VectorSize& size, double cycles) {
  const Scale scale = scale_of(config);
  if (!scale.timed() || !scale.sized()) return std::nullopt;
  Collective collective;
  collective.kind = network.kind;
  const NodeId nodes = network.topology.nodes();
  const double block =
      static_cast<double>(size.flits) * scale.flit_bytes / *collective_bytes(nodes, collective, 1);
  return bandwidth(nodes, collective, block, scale.seconds(cycles));
}

std::string time_of_row(const RunConfig& config, const Choice& choice) {
  const Scale scale = scale_of(config);
  const char* const least = choice.certainty == Certainty::kAtLeast ? ">= " : "";
  return scale.timed() ? least + time_text(scale.seconds(static_cast<double>(choice.cycles)))
                       : fmt::format("{}{} cycles", least, choice.cycles);
}

void write_comparison(const std::filesystem::path& directory, const RunConfig& config,
                      const ComparedNetwork& network, const std::vector<ComparedSize>& sizes) {
  write_table(directory / "compare.csv", config, network, sizes);
  if (sizes.size() > 1) draw(directory, config, network, sizes);
  nlohmann::ordered_json json;
  json["schema"] = kResultSchema;
  json["verdict"] = "compared";
  json["title"] = fmt::format("{} on {}", to_text(network.kind), network.topology.name());
  json["ports"] = network.ports;
  json["assumptions"] =
      "phases between barriers of no latency; predicted: no two messages of a phase share a channel, so a "
      "run "
      "takes these cycles; run: simulated at the fast or dense level; at least: a lower bound, not run";
  json["versions"] = versions();
  json["config"] = recorded_options(config, kCompare);
  OutputFile file(directory / "run.json");
  file.write(json.dump(2));
  file.write("\n");
  file.close();
}

}  // namespace torusim
