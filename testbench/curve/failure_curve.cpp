#include "testbench/curve/failure_curve.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/core/read_number.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/process/text_table.h"
#include "testbench/process/worker_processes.h"
#include "testbench/results/line_chart.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostDraws = 1000;

/// The setup of one draw.
TrafficOptions network_of(RunConfig config, const std::string& fail, std::uint64_t seed) {
  config.fail = fail;
  config.seed = seed;
  return traffic_setup(config);
}

/// What a process measures of a draw, in words that it sends to its parent.
nlohmann::ordered_json measured_draw(const RunConfig& config, const std::string& fail, std::uint64_t seed) {
  const TrafficOptions options = network_of(config, fail, seed);
  LoadCurve curve;
  bisect_saturation(highest_load(options), curve, [&](double load) {
    const TrafficOptions at = at_load(options, load);
    return CurvePoint{load, at.traffic.seed, simulate_traffic(at)};
  });
  const Failures* const failures = options.hardware.topology.failures();
  return {{"links", failures == nullptr ? 0 : failures->links().size()},
          {"nodes", failures == nullptr ? 0 : failures->nodes().size()},
          {"zero_load_latency", curve.search.front().result.zero_load_latency},
          {"taken", curve.taken},
          {"not_taken", curve.not_taken},
          {"full_load", curve.full_load},
          {"full_accepted", curve.full_accepted}};
}

void read_draw(const nlohmann::ordered_json& json, FailureDraw& draw) {
  if (json.contains("failed")) throw PointError(json["verdict"].get<TrafficVerdict>(), json["failed"]);
  draw.links = json["links"];
  draw.nodes = json["nodes"];
  draw.zero_load_latency = json["zero_load_latency"];
  draw.curve.taken = json["taken"];
  draw.curve.not_taken = json["not_taken"];
  draw.curve.full_load = json["full_load"];
  draw.curve.full_accepted = json["full_accepted"];
}

struct Spread {
  double mean = 0, low = 0, high = 0;
  std::string range() const { return fmt::format("{:.3f} - {:.3f}", low, high); }
};

template <typename Value>
Spread spread_of(const FailureSet& set, Value value) {
  Spread spread{0, value(set.draws.front()), value(set.draws.front())};
  for (const FailureDraw& draw : set.draws) {
    spread.mean += value(draw) / static_cast<double>(set.draws.size());
    spread.low = std::min<double>(spread.low, value(draw));
    spread.high = std::max<double>(spread.high, value(draw));
  }
  return spread;
}

double links_of(const FailureDraw& draw) { return draw.links; }
double full_of(const FailureDraw& draw) { return draw.curve.full_accepted; }
double saturation_of(const FailureDraw& draw) { return draw.saturation(); }

}  // namespace

bool names_failure_sets(const std::string& fail) { return fail.find_first_of(";*") != std::string::npos; }

std::vector<FailureSet> failure_sets(const std::string& fail, std::uint64_t seed) {
  std::vector<FailureSet> sets;
  for (std::size_t begin = 0; begin <= fail.size();) {
    const std::size_t end = std::min(fail.find(';', begin), fail.size());
    std::string set = fail.substr(begin, end - begin);
    begin = end + 1;
    std::int64_t draws = 1;
    if (const std::size_t star = set.find('*'); star != std::string::npos) {
      const std::string count = set.substr(0, star);
      if (!read_number(count, draws) || draws < 1 || draws > kMostDraws) {
        throw UsageError(
            fmt::format("--fail {}: '{}' must be a number of draws from 1 to {}, such as 5*random:2%", fail,
                        count, kMostDraws));
      }
      set.erase(0, star + 1);
    }
    if (set.empty()) throw UsageError(fmt::format("--fail {}: a set between semicolons is empty", fail));
    sets.push_back({set, {}});
    for (std::int64_t d = 0; d < draws; ++d)
      sets.back().draws.push_back({seed + static_cast<std::uint64_t>(d)});
  }
  return sets;
}

void measure_failures(const RunConfig& config, std::vector<FailureSet>& sets,
                      const std::function<bool()>& interrupted, const std::function<void(int)>& ended) {
  std::vector<std::pair<const FailureSet*, FailureDraw*>> draws;
  for (FailureSet& set : sets) {
    for (FailureDraw& draw : set.draws) draws.emplace_back(&set, &draw);
  }
  // Before anything is measured: what is refused is refused at once.
  for (const auto& [set, draw] : draws) network_of(config, set->fail, draw->seed);
  const auto task = [&](int i) {
    const auto& [set, draw] = draws[static_cast<std::size_t>(i)];
    try {
      return measured_draw(config, set->fail, draw->seed).dump();
    } catch (const PointError& error) {
      return nlohmann::ordered_json{{"failed", error.what()}, {"verdict", error.verdict()}}.dump();
    }
  };
  const auto answers =
      run_in_processes(config.jobs, static_cast<int>(draws.size()), task, interrupted, ended);
  for (std::size_t i = 0; i < draws.size(); ++i) {
    read_draw(nlohmann::ordered_json::parse(answers[i]), *draws[i].second);
  }
}

std::string failure_table(const std::vector<FailureSet>& sets) {
  TextTable table(
      {"failed", "draws", "links", "saturation", "lowest - highest", "full load", "lowest - highest"}, 1);
  for (const FailureSet& set : sets) {
    const Spread saturation = spread_of(set, saturation_of), full = spread_of(set, full_of);
    table.row({set.fail, fmt::format("{}", set.draws.size()),
               fmt::format("{:g}", spread_of(set, links_of).mean), fmt::format("{:.3f}", saturation.mean),
               saturation.range(), fmt::format("{:.3f}", full.mean), full.range()});
  }
  return table.text();
}

void write_failure_files(const std::filesystem::path& directory, const std::vector<FailureSet>& sets,
                         const std::string& title, const nlohmann::ordered_json& config) {
  OutputFile csv(directory / "failures.csv");
  csv.write(
      "fail,seed,failed_links,failed_nodes,taken,not_taken,full_load,full_accepted,zero_load_latency\n");
  ChartSeries saturation{"saturation; bars: lowest to highest draw", {}}, full{"accepted at full load", {}};
  for (const FailureSet& set : sets) {
    for (const FailureDraw& draw : set.draws) {
      const LoadCurve& c = draw.curve;
      csv.print("\"{}\",{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.4f}\n", set.fail, draw.seed, draw.links,
                draw.nodes, c.taken, c.not_taken, c.full_load, c.full_accepted, draw.zero_load_latency);
    }
    const auto point = [&](const Spread& y) {
      return ChartPoint{spread_of(set, links_of).mean, y.mean, std::pair(y.low, y.high)};
    };
    saturation.points.push_back(point(spread_of(set, saturation_of)));
    full.points.push_back(point(spread_of(set, full_of)));
  }
  csv.close();
  for (ChartSeries* series : {&saturation, &full})
    std::ranges::stable_sort(series->points, {}, &ChartPoint::x);
  write_chart(directory, "failures",
              {title, "failed links", "flits per node and cycle", {saturation, full}, {}, {}, {}, false});
  OutputFile file(directory / "run.json");
  const nlohmann::ordered_json json{{"schema", kResultSchema},
                                    {"verdict", "measured"},
                                    {"title", title},
                                    {"versions", versions()},
                                    {"config", config}};
  file.write(json.dump(2) + "\n");
  file.close();
}

}  // namespace torusim
