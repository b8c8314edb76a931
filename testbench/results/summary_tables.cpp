#include "testbench/results/summary_tables.h"

#include <algorithm>
#include <array>

#include "testbench/results/link_figures.h"
#include "testbench/results/output_file.h"

namespace torusim {

TransferGroup& TransferSummary::group_of(const Worm& worm) {
  Groups& groups = worm.is_signal() ? signals_ : transfers_;
  return groups[{worm.phase, worm.message_class, worm.route.hops(topology_)}];
}

void TransferSummary::started(Cycle cycle, const Worm& worm) {
  TransferGroup& group = group_of(worm);
  if (group.messages == 0) group.started_first = cycle;
  group.started_last = cycle;
  ++group.messages;
  group.blocks += worm.blocks;
  group.flits += worm.flits;
}

void TransferSummary::delivered(Cycle cycle, const Worm& worm) {
  TransferGroup& group = group_of(worm);
  const Cycle latency = cycle - worm.started;
  if (group.delivered == 0) {
    group.delivered_first = cycle;
    group.latency_least = group.latency_most = latency;
  }
  group.delivered_last = cycle;
  group.latency_least = std::min(group.latency_least, latency);
  group.latency_most = std::max(group.latency_most, latency);
  group.latency_sum += latency;
  ++group.delivered;
}

namespace {

constexpr NodeId kMostNodes = 65'536;  // networks with more nodes have summaries

/// Sum and extremes of a quantity over many channels or nodes.
struct Spread {
  std::int64_t sum = 0, least = 0, most = 0, count = 0;
  void add(std::int64_t value) {
    sum += value;
    least = count == 0 ? value : std::min(least, value);
    most = count == 0 ? value : std::max(most, value);
    ++count;
  }
};

/// All channels of one port.
struct Direction {
  std::string name;
  Spread flits, busy, credit, allocation, preemption, arbitration, occupancy;
  void add(const LinkStatistics& link) {
    flits.add(link.flits);
    busy.add(link.busy);
    credit.add(link.stalled_credit);
    allocation.add(link.stalled_allocation);
    preemption.add(link.stalled_preemption);
    arbitration.add(link.stalled_arbitration);
    occupancy.add(link.peak_occupancy);
  }
};

void write_ports(const std::filesystem::path& path, const Hardware& hardware,
                 const NetworkStatistics& statistics, Cycle last_cycle) {
  const ChannelTable& table = statistics.table();
  std::vector<Direction> directions(hardware.ports() + hardware.alpha);
  each_link(statistics, last_cycle, [&](ChannelId channel, const LinkStatistics& link) {
    Direction& direction = directions[table.port(channel)];
    if (direction.flits.count == 0) direction.name = port_text(hardware, table, channel);
    direction.add(link);
  });
  OutputFile file(path);
  file.write(
      "port,channels,flits,flits_min,flits_max,busy,busy_min,busy_max,stalled_credit,stalled_allocation,"
      "stalled_preemption,stalled_arbitration,peak_occupancy\n");
  for (const Direction& d : directions) {
    if (d.flits.count == 0) continue;
    file.print("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", d.name, d.flits.count, d.flits.sum, d.flits.least,
               d.flits.most, d.busy.sum, d.busy.least, d.busy.most, d.credit.sum, d.allocation.sum,
               d.preemption.sum, d.arbitration.sum, d.occupancy.most);
  }
  file.close();
}

void write_spreads(const std::filesystem::path& path, NodeId nodes, const NetworkStatistics& counted) {
  constexpr std::array kNames = {"flits_injected", "flits_ejected", "messages_sent", "messages_received"};
  std::array<Spread, kNames.size()> spreads;
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeStatistics& statistics = counted.node(node);
    const std::array values = {statistics.flits_injected, statistics.flits_ejected, statistics.messages_sent,
                               statistics.messages_received};
    for (std::size_t i = 0; i < values.size(); ++i) spreads[i].add(values[i]);
  }
  OutputFile file(path);
  file.write("quantity,nodes,sum,min,max\n");
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    file.print("{},{},{},{},{}\n", kNames[i], nodes, spreads[i].sum, spreads[i].least, spreads[i].most);
  }
  file.close();
}

void write_groups(const std::filesystem::path& path, const TransferSummary::Groups& groups) {
  OutputFile file(path);
  file.write(
      "phase,class,hops,messages,delivered,blocks,flits,started_first,started_last,delivered_first,"
      "delivered_last,latency_min,latency_mean,latency_max\n");
  for (const auto& [key, group] : groups) {
    const auto& [phase, message_class, hops] = key;
    file.print("{},{},{},{},{},{},{},{},{}", phase + 1, message_class, hops, group.messages, group.delivered,
               group.blocks, group.flits, group.started_first, group.started_last);
    if (group.delivered == 0) {
      file.write(",,,,,\n");
      continue;
    }
    file.print(",{},{},{},{:.1f},{}\n", group.delivered_first, group.delivered_last, group.latency_least,
               static_cast<double>(group.latency_sum) / static_cast<double>(group.delivered),
               group.latency_most);
  }
  file.close();
}

}  // namespace

bool summarised(const RunConfig& config, const Topology& topology) {
  return config.tables == Tables::kSummary ||
         (config.tables == Tables::kAuto && topology.nodes() > kMostNodes);
}

void write_network_summary(const std::filesystem::path& directory, const Hardware& hardware,
                           const NetworkStatistics& statistics, Cycle last_cycle) {
  write_ports(directory / "link_summary.csv", hardware, statistics, last_cycle);
  write_spreads(directory / "node_summary.csv", hardware.topology.nodes(), statistics);
}

void write_transfer_summary(const std::filesystem::path& directory, const TransferSummary& summary) {
  write_groups(directory / "transfer_summary.csv", summary.transfers());
  if (!summary.signals().empty()) write_groups(directory / "signal_summary.csv", summary.signals());
}

}  // namespace torusim
