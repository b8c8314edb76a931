#include "testbench/results/packet_tables.h"

#include <fmt/ranges.h>

#include "models/contract/zero_load.h"
#include "models/sources/traffic_part.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

std::int64_t& part(LatencyParts& parts, LatencyPart which) { return parts[static_cast<std::size_t>(which)]; }

}  // namespace

const char* to_text(PacketKind kind) {
  constexpr std::array kNames = {"packet", "request", "reply", "round trip"};
  return kNames[static_cast<std::size_t>(kind)];
}

void PacketGroup::add(const PacketGroup& other) {
  latency.add(other.latency);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += other.parts[i];
}

std::array<double, kLatencyParts.size()> PacketGroup::means() const {
  std::array<double, kLatencyParts.size()> means{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    means[i] = static_cast<double>(parts[i]) / static_cast<double>(latency.count());
  }
  return means;
}

PacketTables::PacketTables(const TrafficOptions& options)
    : hardware_(options.hardware),
      packets_(options.traffic),
      bin_width_((packets_.window + kMostBins - 1) / kMostBins),
      nodes_(static_cast<std::size_t>(hardware_.topology.nodes())),
      bins_(static_cast<std::size_t>((packets_.window + bin_width_ - 1) / bin_width_)) {}

void PacketTables::offer(NodeId node, Cycle cycle, std::int64_t flits) {
  if (!in_window(cycle)) return;
  nodes_[static_cast<std::size_t>(node)].offered += flits;
  bin(cycle).offered += flits;
}

void PacketTables::started(Cycle cycle, const Worm& worm) {
  offer(worm.source, packets_.closed.on() ? cycle : worm.made, worm.flits);
}

void PacketTables::measure(PacketKind kind, int message_class, std::uint32_t flits, Cycle made, Cycle latency,
                           const LatencyParts& parts) {
  PacketGroup& group = groups_[{kind, message_class, flits}];
  group.latency.add(0, latency);
  for (std::size_t i = 0; i < parts.size(); ++i) group.parts[i] += parts[i];
  if (kind != PacketKind::kPacket && kind != PacketKind::kRoundTrip) return;
  ++bin(made).packets;
  bin(made).latency += latency;
}

void PacketTables::delivered(Cycle cycle, const Worm& worm) {
  if (in_window(cycle)) {
    nodes_[static_cast<std::size_t>(worm.source)].accepted += worm.flits;
    nodes_[static_cast<std::size_t>(worm.destination)].received += worm.flits;
    bin(cycle).accepted += worm.flits;
  }
  if (!in_window(worm.made)) return;
  const bool reply = worm.phase == TrafficPart::kReplies;
  const auto request = reply ? requests_.find(static_cast<std::uint32_t>(worm.transfer)) : requests_.end();
  const Cycle begin = reply ? request->second.arrived : worm.made;
  LatencyParts parts{};
  part(parts, LatencyPart::kService) = reply ? 1 + packets_.closed.service : 0;
  part(parts, LatencyPart::kQueue) = worm.started - begin - part(parts, LatencyPart::kService);
  part(parts, LatencyPart::kStartup) = packets_.startup;
  part(parts, LatencyPart::kHops) =
      zero_load_latency(hardware_, 0, path_times(hardware_, worm.source, worm.route), worm.flits);
  part(parts, LatencyPart::kBlocked) =
      cycle - worm.started - packets_.startup - part(parts, LatencyPart::kHops);
  const PacketKind kind = reply                  ? PacketKind::kReply
                          : packets_.closed.on() ? PacketKind::kRequest
                                                 : PacketKind::kPacket;
  measure(kind, worm.message_class, worm.flits, worm.made, cycle - begin, parts);
  if (kind == PacketKind::kRequest) {
    requests_[worm.number] = {cycle, worm.flits, worm.message_class, parts};
  }
  if (!reply) return;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += request->second.parts[i];
  measure(PacketKind::kRoundTrip, request->second.message_class, request->second.flits, worm.made,
          cycle - worm.made, parts);
  requests_.erase(request);
}

PacketGroup PacketTables::whole() const {
  PacketGroup all;
  for (const auto& [key, group] : groups_) {
    const PacketKind kind = std::get<0>(key);
    if (kind == PacketKind::kRequest || kind == PacketKind::kReply) continue;
    all.add(group);
  }
  return all;
}

void PacketTables::write(const std::filesystem::path& directory) const {
  OutputFile latency(directory / "latency.csv"), histogram(directory / "latency_histogram.csv");
  latency.print("kind,class,flits,packets,latency_mean,p50,p99,max,{}\n", fmt::join(kLatencyParts, ","));
  histogram.write("kind,class,flits,latency,packets\n");
  for (const auto& [key, group] : groups_) {
    const auto& [kind, message_class, flits] = key;
    const LatencyStatistics& all = group.latency;
    const std::string name = fmt::format("{},{},{}", to_text(kind), message_class, flits);
    latency.print("{},{},{},{},{},{},{}\n", name, all.count(), all.mean(), all.percentile(0.5),
                  all.percentile(0.99), all.max(), fmt::join(group.means(), ","));
    all.each([&](Cycle cycles, std::int64_t count) { histogram.print("{},{},{}\n", name, cycles, count); });
  }
  latency.close();
  histogram.close();

  OutputFile series(directory / "series.csv");
  series.write("begin,end,offered_flits,accepted_flits,packets,latency_mean\n");
  Cycle first = begin();
  for (const WindowSums& bin : bins_) {
    const Cycle next = std::min(first + bin_width_, end());
    series.print("{},{},{},{},{},{}\n", first, next, bin.offered, bin.accepted, bin.packets,
                 bin.packets == 0 ? ""
                                  : fmt::format("{}", static_cast<double>(bin.latency) /
                                                          static_cast<double>(bin.packets)));
    first = next;
  }
  series.close();

  OutputFile nodes(directory / "window_nodes.csv");
  nodes.write("node,offered_flits,accepted_flits,received_flits\n");
  NodeId node = 0;
  for (const WindowSums& window : nodes_) {
    nodes.print("{},{},{},{}\n", node++, window.offered, window.accepted, window.received);
  }
  nodes.close();
}

}  // namespace torusim
