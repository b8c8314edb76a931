// The table of a comparison, for text, files, pages and the library.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/config/collective_comparison.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

const char* const kComparedBy =
    "Phases lie between barriers of no latency. Predicted: no two messages of a phase share a channel, so a "
    "run "
    "takes these cycles. Run: simulated at the fast or dense level. At least: a lower bound, not run.";

std::optional<Bandwidth> rates_of(const RunConfig& config, const ComparedNetwork& network,
                                  const VectorSize& size, double cycles) {
  const Scale scale = scale_of(config);
  if (!scale.timed() || !scale.sized()) return std::nullopt;
  Collective collective;
  collective.kind = network.kind;
  const double block =
      static_cast<double>(size.flits) * scale.flit_bytes / *collective_bytes(network.topology, collective, 1);
  return bandwidth(network.topology, collective, block, scale.seconds(cycles));
}

std::string time_of_row(const RunConfig& config, const Choice& choice) {
  const Scale scale = scale_of(config);
  const char* const least = choice.certainty == Certainty::kAtLeast ? ">= " : "";
  return scale.timed() ? least + time_text(scale.seconds(static_cast<double>(choice.cycles)))
                       : fmt::format("{}{} cycles", least, choice.cycles);
}

std::string winners_text(const std::vector<ComparedSize>& sizes) {
  const auto winner = [&](std::size_t i) -> const std::string& {
    return sizes[i].rows.front().choice.candidate.name;
  };
  std::string text;
  for (std::size_t first = 0, last = 0; first < sizes.size(); first = last + 1) {
    last = first;
    while (last + 1 < sizes.size() && winner(last + 1) == winner(first)) ++last;
    text += text.empty() ? "" : ", ";
    text += sizes[first].size.text;
    if (last > first) text += " to " + sizes[last].size.text;
    text += " " + winner(first);
  }
  return text;
}

std::vector<ComparedColumn> compared_columns(const RunConfig& config) {
  const Scale scale = scale_of(config);
  std::vector<ComparedColumn> columns{{"size", ""}, {"size_flits", "vector of a rank, flits"}};
  if (scale.sized()) columns.push_back({"size_bytes", "vector of a rank"});
  columns.insert(columns.end(), {{"algorithm", ""},
                                 {"cycles", "cycles"},
                                 {"known", ""},
                                 {"phases", "phases"},
                                 {"block_flits", "flits of a block"},
                                 {"bound_cycles", "cycles that the links allow"}});
  if (scale.timed()) columns.push_back({"time_ns", "time"});
  if (scale.timed() && scale.sized()) {
    columns.push_back({"algbw_gbs", "algorithm bandwidth, GB/s"});
    columns.push_back({"busbw_gbs", "bus bandwidth, GB/s"});
  }
  columns.push_back({"command", ""});
  columns.push_back({"left_out", ""});
  return columns;
}

Json compared_rows(const RunConfig& config, const ComparedNetwork& network,
                   const std::vector<ComparedSize>& sizes) {
  const Scale scale = scale_of(config);
  const std::vector<ComparedColumn> columns = compared_columns(config);
  Json rows = Json::array();
  const auto begin = [&](const ComparedSize& compared, const std::string& algorithm) -> Json& {
    Json& row = rows.emplace_back(Json::object());
    for (const ComparedColumn& column : columns) row[column.name] = nullptr;
    row["size"] = compared.size.text;
    row["size_flits"] = compared.size.flits;
    if (scale.sized()) row["size_bytes"] = compared.size.flits * scale.flit_bytes;
    row["algorithm"] = algorithm;
    return row;
  };
  for (const ComparedSize& compared : sizes) {
    for (const ComparedRow& each : compared.rows) {
      Json& row = begin(compared, each.choice.candidate.name);
      const auto cycles = static_cast<double>(each.choice.cycles);
      row["cycles"] = each.choice.cycles;
      row["known"] = how(each.choice.certainty);
      row["phases"] = each.phases;
      row["block_flits"] = each.block;
      row["bound_cycles"] = static_cast<std::int64_t>(each.bound);
      if (scale.timed()) row["time_ns"] = scale.nanoseconds(cycles);
      if (const auto rates = rates_of(config, network, compared.size, cycles)) {
        row["algbw_gbs"] = rates->algorithm / kBytesOfGb;
        row["busbw_gbs"] = rates->bus / kBytesOfGb;
      }
      row["command"] = command_of(config, network, each);
    }
    for (const LeftOut& one : compared.left_out) begin(compared, one.name)["left_out"] = one.why;
  }
  return rows;
}

}  // namespace torusim
