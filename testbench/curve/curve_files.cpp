#include "testbench/curve/curve_files.h"

#include "models/sources/open_loop.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

constexpr double kGiga = 1e9;

/// The loads and latencies of a point in time and bytes, as far as units are specified.
std::string in_units(const TrafficResult& r, const Scale& scale) {
  std::string text;
  if (scale.timed() && scale.sized()) {
    text += fmt::format(",{:.6g},{:.6g}", scale.rate(r.offered) / kGiga, scale.rate(r.accepted) / kGiga);
  }
  if (scale.timed()) {
    for (const double latency :
         {r.latency.mean, static_cast<double>(r.latency.p50), static_cast<double>(r.latency.p99)}) {
      text += fmt::format(",{:.6g}", scale.nanoseconds(latency));
    }
  }
  return text;
}

void write_points(const std::filesystem::path& path, const std::vector<CurvePoint>& points,
                  const Scale& scale) {
  OutputFile file(path);
  file.write(
      "load,offered,accepted,verdict,latency,half_width,p50,p99,max,network_latency,zero_load_latency,hops,"
      "measured_packets,flit_hops,cycles,ejection_hash,seed");
  if (scale.timed() && scale.sized()) file.write(",offered_gbs,accepted_gbs");
  if (scale.timed()) file.write(",latency_ns,p50_ns,p99_ns");
  file.write("\n");
  for (const auto& [load, seed, r] : points) {
    file.print("{:.6f},{:.6f},{:.6f},{},{:.4f},{:.4f},{},{},{},{:.4f},{:.4f},{:.4f},{},{},{},{:016x},{}{}\n",
               load, r.offered, r.accepted, to_text(r.verdict), r.latency.mean,
               r.latency.half_width.value_or(0), r.latency.p50, r.latency.p99, r.latency.max,
               r.network_latency.mean, r.zero_load_latency, r.mean_hops, r.measured, r.flit_hops, r.cycles,
               r.ejection_hash, seed, in_units(r, scale));
  }
  file.close();
}

}  // namespace

void write_curve_json(const std::filesystem::path& directory, const CurveRecord& record) {
  const LoadCurve& curve = record.curve;
  nlohmann::ordered_json json;
  json["schema"] = kResultSchema;
  json["verdict"] = "measured";
  json["title"] = record.title;
  json["zero_load_latency"] = curve.search.front().result.zero_load_latency;
  json["saturation"] = {
      {"taken", curve.taken},
      {"not_taken", curve.not_taken > 0 ? nlohmann::ordered_json(curve.not_taken) : nullptr},
      {"accepted_share", kAcceptedShare},
      {"latency_factor", kLatencyFactor}};
  json["full_load"] = {{"load", curve.full_load}, {"accepted", curve.full_accepted}};
  json["checked"] = checked_json(record.monitored);
  if (!record.failures.is_null()) json["failures"] = record.failures;
  json["seed"] = record.seed;
  json["versions"] = versions();
  json["config"] = record.config;
  OutputFile file(directory / "run.json");
  file.write(json.dump(2));
  file.write("\n");
  file.close();
}

void write_curves_json(const std::filesystem::path& directory, const std::string& title,
                       const nlohmann::ordered_json& config) {
  const nlohmann::ordered_json json{{"schema", kResultSchema},
                                    {"verdict", "measured"},
                                    {"title", title},
                                    {"versions", versions()},
                                    {"config", config}};
  OutputFile file(directory / "run.json");
  file.write(json.dump(2) + "\n");
  file.close();
}

void write_curve_csv(const std::filesystem::path& directory, const CurveRecord& record) {
  write_points(directory / "curve.csv", record.curve.points, record.scale);
  write_points(directory / "search.csv", record.curve.search, record.scale);
}

}  // namespace torusim
