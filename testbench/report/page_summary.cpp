#include "testbench/report/page_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "schedules/core/failures.h"
#include "testbench/config/bandwidth.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

/// bandwidth: bytes per second, of a run with --clock and --flit-bytes.
void bandwidths(const Explanation& run, Json& json) {
  const Scale& scale = run.scale;
  if (!scale.timed() || !scale.sized() || run.result.verdict != Verdict::kVerified) return;
  const double block = run.config["block"].get<double>() * scale.flit_bytes;
  const auto all =
      throughput(run.schedule.collective, static_cast<double>(run.result.delivered_blocks) * block,
                 scale.seconds(static_cast<double>(run.result.cycles)));
  if (all) json["throughput"] = {{"all", *all}, {"node", *all / run.schedule.topology.nodes()}};
  const auto rates = bandwidth(run.schedule.topology, run.schedule.collective, block,
                               scale.seconds(static_cast<double>(run.result.cycles)));
  if (rates)
    json["bandwidth"] = {{"bytes", rates->bytes}, {"algorithm", rates->algorithm}, {"bus", rates->bus}};
}

/// Mean times of the ranks, and rows with the means of the neighbouring ranks in one column of the chart.
void ranks(const Explanation& run, Json& json) {
  constexpr std::size_t kMostColumns = 512;
  json["ranks"] = json_of(run.ranks, {});
  json["rank_columns"] = page_table({"first", "last", "computing", "hidden", "exposed"});
  const std::size_t width = (run.ranks.size() + kMostColumns - 1) / kMostColumns;
  for (std::size_t first = 0; first < run.ranks.size(); first += width) {
    const std::size_t end = std::min(first + width, run.ranks.size());
    const auto at = [&](std::size_t rank) { return run.ranks.begin() + static_cast<std::ptrdiff_t>(rank); };
    const MeanRankTime mean = mean_of({at(first), at(end)});
    json["rank_columns"]["rows"].push_back(
        {first, end - 1, std::round(mean.computing), std::round(mean.hidden), std::round(mean.exposed)});
  }
}

/// The phases; -1: the phase has no such time.
void phases(const Explanation& run, Json& json) {
  json["phases"] = page_table({"name", "start", "end", "predicted", "messages"});
  for (std::size_t i = 0; i < run.result.phases.size(); ++i) {
    const PhaseTime& phase = run.result.phases[i];
    const Cycle predicted = i < run.predicted.size() ? run.predicted[i] : -1;
    json["phases"]["rows"].push_back({phase.name, phase.start, phase.end, predicted, phase.messages});
  }
}

/// Messages by the time from the start of the send to the delivery: width of a class, first class, counts.
void latency(const Explanation& run, Json& json) {
  std::map<Cycle, std::int64_t> latencies;
  std::int64_t messages = 0;
  for (const WormRecord& worm : run.history.worms()) {
    if (worm.is_signal() || worm.tail_out < 0) continue;
    ++latencies[worm.tail_out - worm.started];
    ++messages;
  }
  json["latency"] = nullptr;
  if (latencies.empty()) return;
  const Cycle low = latencies.begin()->first, high = latencies.rbegin()->first;
  const Cycle width = std::max<Cycle>(1, (high - low + 24) / 24);
  std::vector<std::int64_t> counts((high - low) / width + 1, 0);
  for (const auto& [latency, count] : latencies) counts[(latency - low) / width] += count;
  const auto at = [&](double share) {
    auto before = static_cast<std::int64_t>(share * static_cast<double>(messages - 1));
    auto found = latencies.begin();
    while (before >= found->second) before -= (found++)->second;
    return found->first;
  };
  json["latency"] = {{"low", low},     {"width", width},  {"counts", counts},
                     {"p50", at(0.5)}, {"p99", at(0.99)}, {"max", high}};
}

}  // namespace

FlightBins::FlightBins(const Explanation& run)
    : table_(run.history.table()),
      bins_(run.timing.cycles, kMostBins),
      flow_(bins_, run.timing.cycles),
      enters_(table_.size()),
      leaves_(table_.size()) {
  for (ChannelId c = 0; c < table_.size(); ++c) {
    enters_[c] = run.hardwired ? between_routers(table_, c) : table_.injection(c);
    leaves_[c] = run.hardwired ? between_routers(table_, c) : table_.ejection(c);
  }
}

void FlightBins::write(Json& json) const {
  std::vector<double> mean = flow_.means();
  for (double& value : mean) value = std::round(value * 10) / 10;
  json["flight_bin"] = bins_.width();
  json["flight"] = mean;
}

void page_shape(const Topology& topology, Json& json) {
  json["sides"] = Json::array();
  for (int d = 0; d < topology.dimensions(); ++d) json["sides"].push_back(topology.side(d));
  if (topology.twisted()) json["twisted"] = true;
  if (const Failures* const failures = topology.failures()) {
    json["failed"] = page_table({"node", "port", "far"});
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        if (!failures->channel(node, port)) continue;
        json["failed"]["rows"].push_back({node, port, topology.neighbor(node, port)});
      }
    }
  }
  json["ports"] = page_table({"dimension", "step"});
  for (int port = 0; port < topology.network_ports(); ++port) {
    json["ports"]["rows"].push_back({topology.port_dimension(port), topology.port_step(port)});
  }
  json["names"] = Json::array();
  for (NodeId n = 0; n < topology.nodes(); ++n) json["names"].push_back(topology.node_name(n));
}

Json page_table(const std::vector<std::string>& columns) {
  return {{"columns", columns}, {"rows", Json::array()}};
}

bool between_routers(const ChannelTable& table, ChannelId channel) {
  return !table.injection(channel) && !table.ejection(channel);
}

Json page_summary(const Explanation& run) {
  Json json;
  json["title"] = fmt::format("{} on {}", run.schedule.name, run.schedule.topology.name());
  json["sync"] = to_text(run.timing.sync);
  json["verdict"] = to_text(run.result.verdict);
  json["findings"] = run.result.findings;
  json["cycles"] = run.result.cycles;
  if (run.scale.timed()) json["cycle_seconds"] = run.scale.seconds(1);
  json["hardwired"] = run.hardwired;
  json["messages"] = run.result.messages;
  json["settings"] = run.config;
  bandwidths(run, json);
  const Efficiency& e = run.efficiency;
  json["efficiency"] = {
      {"ports", e.ports},         {"all_ports", e.all_ports}, {"own_ports", e.own_ports},
      {"bound", e.bound},         {"model", e.model},         {"all_ports_bound", e.all_ports_bound},
      {"predicted", e.predicted}, {"measured", e.measured},   {"program", e.program}};
  if (!run.jobs.is_null()) json["jobs"] = run.jobs;
  if (!run.ranks.empty()) ranks(run, json);
  if (e.routes > 0) json["efficiency"]["routes"] = e.routes;
  page_shape(run.schedule.topology, json);
  phases(run, json);
  if (!run.history.overflowed()) {
    for (const char* later : {"flight_bin", "flight"}) json[later] = nullptr;  // see FlightBins
    latency(run, json);
  }
  return json;
}

}  // namespace torusim
