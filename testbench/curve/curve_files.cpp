#include "testbench/curve/curve_files.h"

#include <algorithm>

#include "models/sources/open_loop.h"
#include "schedules/core/read_number.h"
#include "testbench/process/parse_json.h"
#include "testbench/process/text_table.h"
#include "testbench/results/chart_page.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kGiga = 1e9;

std::vector<std::string> heads_of(const CurveRecord& record) {
  std::vector<std::string> heads = record.columns;
  const auto add = [&](std::initializer_list<const char*> names) {
    heads.insert(heads.end(), names.begin(), names.end());
  };
  record.closed ? add({"outstanding", "answered"}) : add({"load", "offered"});
  add({"accepted", "verdict", "latency_mean", "half_width", "p50", "p99", "max", "network_latency_mean",
       "zero_load_latency", "hops"});
  record.closed ? add({"measured_requests", "most_held"}) : add({"measured_packets"});
  add({"flit_hops", "cycles", "ejection_hash", "seed"});
  if (record.scale.timed() && record.scale.sized()) {
    if (!record.closed) add({"offered_gbs"});
    add({"accepted_gbs"});
  }
  if (record.scale.timed()) add({"latency_mean_ns", "p50_ns", "p99_ns"});
  return heads;
}

std::vector<std::string> cells_of(const CurveRecord& record, const RecordedCurve& curve,
                                  const CurvePoint& point) {
  const TrafficResult& r = point.result;
  const Scale& scale = record.scale;
  std::vector<std::string> cells = curve.values;
  const auto add = [&](const auto& value) { cells.push_back(fmt::format("{}", value)); };
  const auto round = [&](double value, int digits) {
    cells.push_back(fmt::format("{:.{}f}", value, digits));
  };
  // Of no packet there is no latency.
  const auto measured = [&](double value, int digits) {
    cells.push_back(r.measured > 0 ? fmt::format("{:.{}f}", value, digits) : "");
  };
  record.closed ? add(static_cast<int>(point.load)) : round(point.load, 6);
  round(record.closed ? r.answered : r.offered, 6);
  round(r.accepted, 6);
  add(to_text(r.verdict));
  measured(r.latency.mean, 4);
  measured(r.latency.half_width.value_or(0), 4);
  for (const Cycle latency : {r.latency.p50, r.latency.p99, r.latency.max})
    measured(static_cast<double>(latency), 0);
  measured(r.network_latency.mean, 4);
  round(r.zero_load_latency, 4);
  measured(r.mean_hops, 4);
  add(r.measured);
  if (record.closed) add(r.most_held);
  add(r.flit_hops);
  add(r.cycles);
  cells.push_back(fmt::format("{:016x}", r.ejection_hash));
  add(point.seed);
  const auto in_units = [&](double value) { cells.push_back(fmt::format("{:.6g}", value)); };
  if (scale.timed() && scale.sized()) {
    if (!record.closed) in_units(scale.rate(r.offered) / kGiga);
    in_units(scale.rate(r.accepted) / kGiga);
  }
  if (scale.timed()) {
    const auto percentile = [](Cycle cycles) { return static_cast<double>(cycles); };
    for (const double latency : {r.latency.mean, percentile(r.latency.p50), percentile(r.latency.p99)}) {
      cells.push_back(r.measured > 0 ? fmt::format("{:.6g}", scale.nanoseconds(latency)) : "");
    }
  }
  return cells;
}

void write_points(const std::filesystem::path& path, const CurveRecord& record,
                  std::vector<CurvePoint> LoadCurve::*points) {
  OutputFile file(path);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (text.empty() ? "" : ",") + csv_field(cell);
    file.write(text + "\n");
  };
  line(heads_of(record));
  for (const RecordedCurve& recorded : record.curves) {
    for (const CurvePoint& point : recorded.curve.*points) line(cells_of(record, recorded, point));
  }
  file.close();
}

void write_whole(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

/// The saturation of a curve. A closed loop has none.
Json json_of(const LoadCurve& curve, bool closed) {
  Json json{{"zero_load_latency", curve.zero_load_latency()}};
  if (closed) return json;
  json["saturation"] = {{"taken", curve.taken},
                        {"not_taken", curve.not_taken > 0 ? Json(curve.not_taken) : nullptr},
                        {"accepted_share", kAcceptedShare},
                        {"latency_factor", kLatencyFactor}};
  json["full_load"] = {{"load", curve.full_load}, {"accepted", curve.full_accepted}};
  return json;
}

Json record_json(const CurveRecord& record) {
  Json json;
  json["schema"] = kResultSchema;
  json["verdict"] = "measured";
  json["title"] = record.title;
  for (const RecordedCurve& recorded : record.curves) {
    Json one;
    for (std::size_t i = 0; i < record.columns.size(); ++i) one[record.columns[i]] = recorded.values[i];
    one.update(json_of(recorded.curve, record.closed));
    if (!recorded.failures.is_null()) one["failures"] = recorded.failures;
    record.several() ? json["curves"].push_back(std::move(one)) : json.update(one);
  }
  json["checked"] = checked_json(record.monitored);
  json["seed"] = record.seed;
  if (!record.warnings.empty()) json["warnings"] = record.warnings;
  json["versions"] = versions();
  json["config"] = record.config;
  return json;
}

std::string curve_page(const CurveRecord& record) {
  const char* const x = record.closed ? "outstanding" : "load";
  ChartPage page{.title = record.title,
                 .notes = {fmt::format(
                     "The same table: curve.csv; the chart{} for paper: curve.svg, curve.pdf{}.",
                     record.closed ? "s" : "", record.closed ? ", throughput.svg, throughput.pdf" : "")},
                 .heading = "Points",
                 .columns = {},
                 .rows = {},
                 .hollow = {},
                 .hollow_text = record.closed ? "saturated" : "load not accepted",
                 .settings = {{"x", x},
                              {"y", {"latency_mean", record.closed ? "answered" : "accepted"}},
                              {"along", x},
                              {"swept", record.columns}}};
  page.settings["swept"].push_back(x);
  for (const RecordedCurve& recorded : record.curves) {
    for (const CurvePoint& point : recorded.curve.points) {
      page.rows.push_back(cells_of(record, recorded, point));
      page.hollow.push_back(is_hollow(record, point.result));
    }
  }
  const std::vector<std::string> heads = heads_of(record);
  for (std::size_t c = 0; c < heads.size(); ++c) {
    const auto number = [&](const auto& row) {
      double value = 0;
      return read_number(row[c], value);
    };
    page.columns.push_back(
        {.name = heads[c], .number = heads[c] != "ejection_hash" && std::ranges::all_of(page.rows, number)});
  }
  return chart_page(page);
}

}  // namespace

bool is_hollow(const CurveRecord& record, const TrafficResult& result) {
  return record.closed ? result.verdict == TrafficVerdict::kSaturated : !is_taken(result);
}

std::string points_text(const CurveRecord& record) {
  const bool several = record.several();
  std::vector<std::string> heads;
  if (several) heads.emplace_back("setting");
  for (const char* name : {record.closed ? "outstanding" : "load", record.closed ? "answered" : "offered",
                           "accepted", "latency_mean", "95 %", "p50", "p99"}) {
    heads.emplace_back(name);
  }
  if (record.scale.timed()) heads.emplace_back("latency_mean_ns");
  heads.emplace_back("verdict");
  TextTable table(heads, several ? 1 : 0);
  for (const RecordedCurve& recorded : record.curves) {
    for (const auto& [load, seed, r] : recorded.curve.points) {
      const bool any = r.measured > 0;
      std::vector<std::string> cells;
      if (several) cells.push_back(recorded.name);
      cells.push_back(record.closed ? fmt::format("{:.0f}", load) : fmt::format("{:.4f}", load));
      cells.push_back(record.closed ? fmt::format("{:.5f}", r.answered) : fmt::format("{:.4f}", r.offered));
      cells.push_back(fmt::format("{:.4f}", r.accepted));
      cells.push_back(any ? fmt::format("{:.2f}", r.latency.mean) : "-");
      cells.push_back(any ? fmt::format("+- {:.2f}", r.latency.half_width.value()) : "-");
      cells.push_back(any ? fmt::format("{}", r.latency.p50) : "-");
      cells.push_back(any ? fmt::format("{}", r.latency.p99) : "-");
      if (record.scale.timed()) {
        cells.push_back(any ? fmt::format("{:.6g}", record.scale.nanoseconds(r.latency.mean)) : "-");
      }
      cells.emplace_back(to_text(r.verdict));
      table.row(std::move(cells));
    }
  }
  return table.text();
}

std::string saturation_text(const CurveRecord& record) {
  if (!record.several()) {
    const LoadCurve& curve = record.curves.front().curve;
    const std::string zero_load =
        fmt::format("zero load  {:.2f} cycles (closed form)\n", curve.zero_load_latency());
    if (record.closed) return zero_load;
    return zero_load +
           (curve.not_taken == 0
                ? fmt::format("saturation none: load {:.4f}, the highest possible, is accepted\n",
                              curve.full_load)
                : fmt::format(
                      "saturation between load {:.4f} (accepted) and {:.4f} (not: accepted < {} offered or "
                      "latency > {} x zero load)\n",
                      curve.taken, curve.not_taken, kAcceptedShare, kLatencyFactor)) +
           fmt::format("full load  {:.4f} accepted of {:.4f}\n", curve.full_accepted, curve.full_load);
  }
  std::vector<std::string> heads{"setting", "zero load"};
  if (!record.closed) heads.insert(heads.end(), {"saturation", "not accepted", "full load"});
  TextTable table(heads, 1);
  for (const RecordedCurve& recorded : record.curves) {
    const LoadCurve& curve = recorded.curve;
    std::vector<std::string> cells{recorded.name, fmt::format("{:.2f}", curve.zero_load_latency())};
    if (!record.closed) {
      cells.push_back(fmt::format("{:.4f}", curve.taken));
      cells.push_back(curve.not_taken > 0 ? fmt::format("{:.4f}", curve.not_taken) : "none");
      cells.push_back(fmt::format("{:.4f}", curve.full_accepted));
    }
    table.row(std::move(cells));
  }
  return table.text() +
         (record.closed
              ? ""
              : fmt::format("saturation: the highest load measured as accepted (accepted >= {} offered, "
                            "latency <= {} x zero load)\n",
                            kAcceptedShare, kLatencyFactor));
}

Json curve_json(const CurveRecord& record) {
  Json json = record_json(record);
  const std::vector<std::string> heads = heads_of(record);
  for (const RecordedCurve& recorded : record.curves) {
    for (const CurvePoint& point : recorded.curve.points) {
      const std::vector<std::string> cells = cells_of(record, recorded, point);
      Json& row = json["points"].emplace_back();
      for (std::size_t c = 0; c < heads.size(); ++c) {
        Json& value = row[heads[c]] = cells[c].empty() ? Json() : parse_json(cells[c], false);
        if (heads[c] == "ejection_hash" || value.is_discarded()) value = cells[c];
      }
    }
  }
  return json;
}

void write_curves(const std::filesystem::path& directory, const CurveRecord& record) {
  write_whole(directory / "run.json", record_json(record).dump(2) + "\n");
  write_points(directory / "curve.csv", record, &LoadCurve::points);
  if (!record.closed) write_points(directory / "search.csv", record, &LoadCurve::search);
  write_whole(directory / "curve.html", curve_page(record));
  write_curve_charts(directory, record);
}

}  // namespace torusim
