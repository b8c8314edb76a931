#include "testbench/report/page_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/run/traffic_run.h"
#include "schedules/core/failures.h"
#include "testbench/config/bandwidth.h"
#include "testbench/results/packet_tables.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

/// bandwidth: bytes per second, of a run with --clock and --flit-bytes; traffic has no blocks.
void bandwidths(const Explanation& run, Json& json) {
  const Scale& scale = run.scale;
  const bool known = !run.traffic && run.result.verdict == Verdict::kVerified;
  if (!scale.timed() || !scale.sized() || !known) return;
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

/// Latencies in classes of one width: the first latency, the width, and the messages of each class.
Json latency_json(const LatencyStatistics& latencies) {
  if (latencies.count() == 0) return nullptr;
  const Cycle high = latencies.max();
  std::optional<Cycle> low;
  Cycle width = 1;
  std::vector<std::int64_t> counts;
  latencies.each([&](Cycle latency, std::int64_t count) {
    if (!low) {
      low = latency;
      width = std::max<Cycle>(1, (high - latency + 24) / 24);
      counts.assign(static_cast<std::size_t>((high - latency) / width + 1), 0);
    }
    counts[static_cast<std::size_t>((latency - *low) / width)] += count;
  });
  return {{"low", *low},
          {"width", width},
          {"counts", counts},
          {"p50", latencies.percentile(0.5)},
          {"p99", latencies.percentile(0.99)},
          {"max", high}};
}

/// The latencies of all messages, from the start of the send; of traffic, from the creation of a packet.
LatencyStatistics latencies_of(const Explanation& run) {
  if (run.traffic) return run.traffic->packets.whole().latency;
  LatencyStatistics latencies;
  for (const WormRecord& worm : run.history.worms()) {
    if (!worm.is_signal() && worm.tail_out >= 0) latencies.add(0, worm.tail_out - worm.started);
  }
  return latencies;
}

/// The window of traffic: rates of a node in flits per cycle, groups of packets with their mean parts of the
/// latency, flits by time and by node.
Json window_json(const MeasuredTraffic& traffic) {
  const PacketTables& packets = traffic.packets;
  Json json{{"accepted", traffic.result.accepted}, {"mean", traffic.result.latency.mean}};
  if (!traffic.options.traffic.closed.on()) json["offered"] = traffic.result.offered;
  json["parts"] = kLatencyParts;
  json["groups"] = page_table({"kind", "class", "flits", "packets", "mean", "parts", "latency"});
  for (const auto& [key, group] : packets.groups()) {
    const auto& [kind, message_class, flits] = key;
    json["groups"]["rows"].push_back({to_text(kind), message_class, flits, group.latency.count(),
                                      group.latency.mean(), group.means(), latency_json(group.latency)});
  }
  json["series_begin"] = packets.begin();
  json["window"] = packets.end() - packets.begin();
  json["series_bin"] = packets.bin_width();
  json["series"] = page_table({"offered", "accepted", "latency"});
  for (const WindowSums& bin : packets.bins()) {
    json["series"]["rows"].push_back(
        {bin.offered, bin.accepted, bin.packets == 0 ? 0 : bin.latency / bin.packets});
  }
  json["by_node"] = page_table({"offered", "accepted", "received"});
  for (const WindowSums& node : packets.nodes()) {
    json["by_node"]["rows"].push_back({node.offered, node.accepted, node.received});
  }
  return json;
}

}  // namespace

FlightBins::FlightBins(const Explanation& run)
    : table_(run.history.table()),
      first_(run.first()),
      bins_(run.last() - run.first(), kMostBins),
      flow_(bins_),
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
  json["verdict"] = run.traffic ? to_text(run.traffic->result.verdict) : to_text(run.result.verdict);
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
  if (run.traffic) {
    json["from"] = run.first();
    json["to"] = run.last() + 1;
    json["traffic"] = window_json(*run.traffic);
  }
  if (!run.history.overflowed()) {
    for (const char* later : {"flight_bin", "flight"}) json[later] = nullptr;  // see FlightBins
    json["latency"] = latency_json(latencies_of(run));
  }
  return json;
}

}  // namespace torusim
