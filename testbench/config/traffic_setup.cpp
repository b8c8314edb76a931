#include "testbench/config/traffic_setup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/run/level_choice.h"
#include "models/sources/latency_statistics.h"
#include "schedules/core/error.h"
#include "testbench/config/automatic.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/foreign_routers.h"
#include "testbench/config/node_options.h"
#include "testbench/config/option.h"
#include "testbench/config/routing.h"
#include "testbench/config/run_hardware.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_file.h"
#include "testbench/config/waiting.h"
#include "testbench/process/exit_code.h"

namespace torusim {

namespace {

/// The table of a file, or null for a pattern. A trace sets the window: from its first cycle to its last.
std::shared_ptr<const TrafficTable> table_of(RunConfig& config, const Topology& topology) {
  const std::string& path = config.traffic.pattern;
  if (!names_traffic_file(path)) return nullptr;
  auto table = std::make_shared<const TrafficTable>(read_traffic_file(path, topology));
  OpenLoopOptions& packets = config.traffic.packets;
  const auto given = [&config](const char* option) { return find_option(option)->is_given(config); };
  if (table->has_lengths() && given("packet")) {
    throw UsageError(fmt::format("--packet {}: {} has lengths of its own", packets.packet.text(), path));
  }
  if (!table->is_trace()) return table;
  if (packets.closed.on()) {
    throw UsageError(fmt::format("--reply: the packets of the trace {} have their cycles", path));
  }
  const Cycle window = std::max<Cycle>(table->end(), LatencyStatistics::kBatches);
  if (given("load") || given("injection")) {
    throw UsageError(
        fmt::format("--load and --injection: the packets of the trace {} have their cycles", path));
  }
  if ((given("warmup") && packets.warm_up != 0) || (given("window") && packets.window != window)) {
    throw UsageError(
        fmt::format("--warmup and --window: the trace {} is measured whole, {} cycles", path, window));
  }
  packets.warm_up = 0;
  packets.window = window;
  return table;
}

/// Refuses packets that could deadlock on a graph, for which no rule of lanes is known.
void refuse_circles(const TrafficOptions& options) {
  const Topology& topology = options.hardware.topology;
  const RoutingOptions& routing = options.traffic.routing;
  const DeadlockVerdict verdict = judge_traffic(options.hardware, options.pattern, options.traffic.longest(),
                                                options.pairs.get(), routing);
  if (verdict.risk == DeadlockRisk::kFree) return;
  throw InputError(fmt::format(
      "{} on {}: worms could deadlock on this graph, for which no lanes are known; rings, paths "
      "and complete graphs are supported, and packets that form no circle",
      names_traffic_file(options.pattern.name) ? options.pattern.name : "traffic", topology.name()));
}

/// Chooses the classes, or refuses those that are given. A closed loop has its replies in other classes than
/// its requests, unless all are to share.
void settle_classes(RunConfig& config, const PairRoutes* pairs) {
  const int layers = pairs != nullptr ? pairs->classes() : 1;
  const bool closed = config.traffic.packets.closed.on();
  const int needed = closed ? 2 * layers : layers;
  if (!config.classes) config.classes = needed;
  if (config.traffic.by_caller) return;  // messages may have routes, and so classes, of their own
  if (*config.classes == needed || (closed && *config.classes == layers)) return;
  if (closed) {
    throw UsageError(
        fmt::format("--classes {}: with --reply there are {}, or {} that requests and replies share",
                    *config.classes, needed, layers));
  }
  if (pairs == nullptr) return;
  throw UsageError(fmt::format("--classes {}: with --fail and --reroute {} packets need {}, by their routes",
                               *config.classes, to_text(config.reroute), needed));
}

}  // namespace

TrafficOptions traffic_setup(RunConfig& config) {
  check_rules(config, kTraffic);
  const TrafficConfig& traffic = config.traffic;
  const auto& names = Pattern::names();
  if (traffic.pattern.empty()) {
    throw UsageError(fmt::format("name a pattern: {}, or a file of traffic", fmt::join(names, ", ")));
  }
  if (!names_traffic_file(traffic.pattern) &&
      std::find(names.begin(), names.end(), traffic.pattern) == names.end()) {
    throw UsageError(fmt::format("unknown pattern '{}'; there are {}; a file has a dot in its name",
                                 traffic.pattern, fmt::join(names, ", ")));
  }
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:16x16", traffic.pattern));
  }
  const auto given = [&config](const char* option) { return find_option(option)->is_given(config); };
  if (traffic.pattern != "hotspot" && (given("hotspot") || given("hotspot-share"))) {
    throw UsageError(
        fmt::format("--hotspot and --hotspot-share need the pattern hotspot, not {}", traffic.pattern));
  }
  const Topology intact = Topology::parse(config.topology);
  const Topology topology = with_failures(config, intact);
  config.topology = topology.name();
  const auto table = table_of(config, topology);
  const PacketMix packet = table && table->has_lengths() ? lengths_of(*table) : traffic.packets.packet;
  if (!config.alpha) config.alpha = 1;
  refuse_routing(config, topology);
  if (!config.lanes) config.lanes = lanes_for_routing(config, intact);
  const ClosedLoopOptions& closed = traffic.packets.closed;
  const std::int64_t longest = std::max<std::int64_t>(packet.longest(), closed.reply.value_or(0));
  if (!config.reserve) config.reserve = automatic_reserve(config, topology, longest);
  if (!traffic.by_caller) settle_packet_slots(config, longest);

  const auto hotspot = chosen_nodes("--hotspot", traffic.hotspot, topology, config.seed);
  if (hotspot.size() != 1) {
    throw UsageError(fmt::format("--hotspot {}: must be one node", traffic.hotspot));
  }
  TrafficOptions options;
  options.pattern = {traffic.pattern, hotspot.front(), traffic.hotspot_share, table};
  if (topology.failures() != nullptr) options.pairs = routes_of_pairs(config, topology, options.pattern);
  settle_classes(config, options.pairs.get());
  const bool halves = config.routing == Routing::kValiant || config.routing == Routing::kRomm;
  options.hardware = hardware_of(config, topology,
                                 halves          ? 2 * topology.dimensions()
                                 : options.pairs ? options.pairs->rerouting.runs
                                                 : 0);
  options.traffic = traffic.packets;
  options.traffic.packet = packet;
  options.traffic.startup = config.run.startup;
  options.traffic.seed = config.seed;
  // Adaptive routers choose for themselves.
  const bool adaptive = config.routing == Routing::kAdaptive;
  options.traffic.routing = {adaptive ? Routing::kDimensionOrder : config.routing, config.lane_choice};
  options.level = config.level;
  if (topology.has_graph() && closed.on()) {
    throw UsageError(
        fmt::format("--reply: {} is a graph, whose packets may form no circle of waits; requests "
                    "and replies are for rings, paths and complete graphs",
                    topology.name()));
  }
  if (topology.has_graph() && !config.deadlock && !traffic.by_caller) refuse_circles(options);
  place_foreign_routers(config, options.hardware, options);
  options.threads = useful_threads(config, config.level, options.hardware.topology, options);
  config.monitor |= !options.rtl_nodes.empty();
  options.monitor = config.monitor;
  if (options.level == Level::kDense && !traffic.by_caller) {
    const std::string reason = dense_unsupported_reason(options);
    if (!reason.empty()) throw UsageError(not_at_dense(reason));
  }
  return options;
}

namespace {

/// The lengths, or their range if there are many; those of a file without their shares.
std::string lengths_text(const TrafficOptions& options) {
  constexpr std::size_t kMany = 8;
  const PacketMix& packet = options.traffic.packet;
  if (packet.kinds().size() > kMany) {
    return fmt::format("{} to {}", std::ranges::min(packet.kinds(), {}, &PacketMix::Kind::flits).flits,
                       packet.longest());
  }
  if (options.pattern.table == nullptr) return packet.text();
  std::vector<int> lengths;
  for (const PacketMix::Kind& kind : packet.kinds()) lengths.push_back(kind.flits);
  return fmt::format("{}", fmt::join(lengths, ","));
}

}  // namespace

std::string packets_text(const TrafficOptions& options) {
  const ClosedLoopOptions& closed = options.traffic.closed;
  const std::string lengths = lengths_text(options);
  if (closed.on()) {
    return fmt::format("requests of {} flits, replies of {}, service {}", lengths, *closed.reply,
                       closed.service);
  }
  return fmt::format("packets of {} flits, {}", lengths,
                     options.trace() ? "in the cycles of the trace" : options.traffic.injection.text());
}

std::string traffic_title(const TrafficOptions& options) {
  const Hardware& hardware = options.hardware;
  const auto plural = [](int count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  const RoutingOptions& routing = options.traffic.routing;
  std::string rules;
  if (routing.routing != Routing::kDimensionOrder)
    rules += fmt::format(", routing {}", to_text(routing.routing));
  if (routing.lanes != LaneChoice::kDateline)
    rules += fmt::format(", lane choice {}", to_text(routing.lanes));
  return fmt::format("{} on {}: {} nodes, {} x {} of {} flits{}{}, {}, {}{}", options.pattern.name,
                     hardware.topology.name(), hardware.topology.nodes(),
                     plural(hardware.classes, "class", "classes"), plural(hardware.lanes, "lane", "lanes"),
                     hardware.reserve,
                     hardware.shared > 0 ? fmt::format(" and {} shared", hardware.shared) : std::string(),
                     hardware.adaptive ? ", adaptive" : "", plural(hardware.alpha, "port", "ports"),
                     packets_text(options), rules);
}

std::string shared_class_warning(const TrafficOptions& options) {
  const int layers = options.pairs ? options.pairs->classes() : 1;
  if (!options.traffic.closed.on() || options.hardware.classes > layers) return "";
  return "requests and replies share a class: nodes that cannot take all requests may deadlock, since a "
         "request "
         "that waits for its node blocks the replies behind it; the nodes of this model take every flit";
}

int exit_code(TrafficVerdict verdict) {
  switch (verdict) {
    case TrafficVerdict::kSteady:
    case TrafficVerdict::kDrifting:
    case TrafficVerdict::kSaturated:
      return kDone;
    case TrafficVerdict::kDeadlock:
      return kDeadlocked;
    case TrafficVerdict::kFailed:
      return kNotVerified;
    case TrafficVerdict::kInterrupted:
      return kInterrupted;
  }
  return kNotVerified;
}

}  // namespace torusim
