#include "testbench/results/traffic_record.h"

#include <fmt/format.h>

#include <string>

#include "testbench/config/named_files.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

/// A value of the measured packets; null where there are none.
template <typename Value>
Json measured_value(const TrafficResult& result, Value value) {
  return result.measured > 0 ? Json(value) : Json();
}

Json latency_json(const TrafficResult& result, const LatencySummary& latency) {
  return {{"mean", measured_value(result, latency.mean)},
          {"half_width", latency.half_width ? Json(*latency.half_width) : Json()},
          {"p50", measured_value(result, latency.p50)},
          {"p99", measured_value(result, latency.p99)},
          {"max", measured_value(result, latency.max)}};
}

template <typename Value>
std::optional<Value> read_measured(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<Value>(json);
}

LatencySummary read_latency(const Json& json) {
  const auto cycles = [&](const char* name) { return read_measured<Cycle>(json.at(name)).value_or(0); };
  return {read_measured<double>(json.at("mean")).value_or(0), read_measured<double>(json.at("half_width")),
          cycles("p50"), cycles("p99"), cycles("max")};
}

}  // namespace

Json traffic_json(const TrafficResult& result, bool closed) {
  Json json;
  json["verdict"] = to_text(result.verdict);
  json["findings"] = result.findings;
  if (closed) {
    json["answered"] = result.answered;
  } else {
    json["offered"] = result.offered;
  }
  json["accepted"] = result.accepted;
  json[closed ? "measured_requests" : "measured_packets"] = result.measured;
  json["latency"] = latency_json(result, result.latency);
  json["network_latency"] = latency_json(result, result.network_latency);
  json["zero_load_latency"] = result.zero_load_latency;
  json["mean_hops"] = measured_value(result, result.mean_hops);
  if (closed) json["most_held"] = result.most_held;
  json["packets"] = result.packets;
  json["flit_hops"] = result.flit_hops;
  json["cycles"] = result.cycles;
  json["ejection_hash"] = fmt::format("{:016x}", result.ejection_hash);
  return json;
}

Json checked_json(bool monitored) { return monitored ? Json{"flits", "contract"} : Json::array({"flits"}); }

void add_units(Json& json, const TrafficResult& result, const Scale& scale) {
  if (!scale.timed()) return;
  json["latency_ns"] = measured_value(result, scale.nanoseconds(result.latency.mean));
  json["p99_ns"] = measured_value(result, scale.nanoseconds(static_cast<double>(result.latency.p99)));
  if (!scale.sized()) return;
  constexpr double kGiga = 1e9;
  json["offered_gbs"] = scale.rate(result.offered) / kGiga;
  json["accepted_gbs"] = scale.rate(result.accepted) / kGiga;
}

Json traffic_record(const RunConfig& config, const TrafficOptions& options, const TrafficResult& result) {
  Json record = traffic_json(result, options.traffic.closed.on());
  add_units(record, result, scale_of(config));
  record["checked"] = checked_json(config.monitor);
  if (options.pairs) record["failures"] = json_of(options.hardware.topology, options.pairs->rerouting);
  record["seed"] = config.seed;
  if (std::string warning = shared_class_warning(options); !warning.empty()) {
    record["warnings"] = Json::array({std::move(warning)});
  }
  return record;
}

void write_traffic_json(const std::filesystem::path& directory, const RunConfig& config,
                        const TrafficOptions& options, const TrafficResult& result) {
  Json record{{"schema", kResultSchema}};
  record.update(traffic_record(config, options, result));
  record["versions"] = versions();
  record["config"] = recorded_options(config, kTraffic);
  if (const auto inputs = input_files(config); !inputs.empty()) record["contents"] = contents_of(inputs);
  OutputFile file(directory / "run.json");
  file.write(record.dump(2) + "\n");
  file.close();
}

TrafficResult read_traffic_json(const Json& json) {
  TrafficResult result;
  const std::string verdict = json.at("verdict");
  for (const auto known :
       {TrafficVerdict::kSteady, TrafficVerdict::kDrifting, TrafficVerdict::kSaturated,
        TrafficVerdict::kDeadlock, TrafficVerdict::kFailed, TrafficVerdict::kInterrupted}) {
    if (verdict == to_text(known)) result.verdict = known;
  }
  result.findings = json.at("findings").get<std::vector<std::string>>();
  const bool closed = json.contains("answered");
  result.accepted = json.at("accepted");
  result.offered = closed ? result.accepted : json.at("offered").get<double>();
  result.answered = closed ? json.at("answered").get<double>() : 0;
  result.most_held = closed ? json.at("most_held").get<std::int64_t>() : 0;
  result.measured = json.at(closed ? "measured_requests" : "measured_packets");
  result.latency = read_latency(json.at("latency"));
  result.network_latency = read_latency(json.at("network_latency"));
  result.zero_load_latency = json.at("zero_load_latency");
  result.mean_hops = read_measured<double>(json.at("mean_hops")).value_or(0);
  result.packets = json.at("packets");
  result.flit_hops = json.at("flit_hops");
  result.cycles = json.at("cycles");
  result.ejection_hash = std::stoull(json.at("ejection_hash").get<std::string>(), nullptr, 16);
  return result;
}

}  // namespace torusim
