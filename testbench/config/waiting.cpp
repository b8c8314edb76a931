#include "testbench/config/waiting.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "models/contract/worm.h"
#include "models/sources/packet_routes.h"
#include "schedules/check/dimension_order.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "testbench/config/automatic.h"
#include "testbench/config/named_files.h"
#include "testbench/config/run_hardware.h"

namespace torusim {
namespace {

/// Packets between pairs of nodes as a schedule without synchronisation, a phase for each source.
class Packets : public Schedule {
 public:
  /// Adds the packets from one node to another, on each of their routes.
  using Each = std::function<void(NodeId from, NodeId to, std::vector<Transfer>& packets)>;

  Packets(const Topology& topology, Each each) : each_(std::move(each)) {
    info_.topology = topology;
    info_.collective.kind = Collective::Kind::kMessages;
    info_.phases = topology.nodes();
  }

  const ScheduleInfo& info() const override { return info_; }
  void rewind() override { source_ = 0; }
  bool next(Phase& phase) override {
    if (source_ == info_.topology.nodes()) return false;
    phase = {};
    for (NodeId to = 0; to < info_.topology.nodes(); ++to) {
      if (to != source_) each_(source_, to, phase.transfers);
    }
    ++source_;
    return true;
  }

 private:
  Each each_;
  ScheduleInfo info_;
  NodeId source_ = 0;
};

Transfer packet(NodeId from, NodeId to, const Route& route, int message_class = 0) {
  Transfer transfer;
  transfer.source = from;
  transfer.destination = to;
  transfer.route = route;
  transfer.message_class = message_class;
  return transfer;
}

/// All packets of a pattern, on their way of `pairs` or on all shortest routes in dimension order.
Packets packets_of_pairs(const Topology& topology, const Pattern& pattern, const PairRoutes& pairs) {
  return {topology, [&](NodeId from, NodeId to, std::vector<Transfer>& packets) {
            const Failures* const failures = topology.failures();
            if (!pattern.sends(from) || pattern.only_destination(from).value_or(to) != to ||
                (failures != nullptr && failures->node(to)) ||
                (pattern.table() != nullptr && pattern.probability(from, to) == 0)) {
              return;
            }
            if (const PairRoutes::Way* const way = pairs.find(from, to)) {
              packets.push_back(packet(from, to, way->route, way->message_class));
              return;
            }
            for (const Route& route : dimension_order_routes(topology, from, to))
              packets.push_back(packet(from, to, route));
          }};
}

/// The longest runs of each ring and line on every lane that a run may name. They suffice: each half of a
/// route has its own pair of lanes and takes dimensions in order, so a cycle lies within a ring.
StoredSchedule longest_runs(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  const LaneChooser chooser(topology, hardware.lanes);
  StoredSchedule lines = dimension_order_lines(topology);
  std::vector<Transfer> runs;
  for (const Transfer& line : lines.phases().front().transfers) {
    const auto add = [&](const Route& route) {
      runs.push_back(packet(line.source, line.destination, route));
    };
    chooser.each(line.source, false, line.route, add);
    Run run = line.route[0];
    while (run.hops != 0 && chooser.crosses_dateline(line.source, run)) run.hops -= run.hops > 0 ? 1 : -1;
    if (line.route.size() == 1 && run.hops != 0) chooser.each(line.source, false, {run}, add);
  }
  ScheduleInfo info;
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  return {info, std::vector<Phase>{{"all", std::move(runs), {}, false}}};
}

}  // namespace

WaitingModel waiting_model(const Hardware& hardware, Synchronisation sync, int block_flits,
                           std::int64_t longest) {
  WaitingModel model{sync, hardware.lanes, block_flits, hardware.reserve};
  // A circuit holds its channels until it is whole, however short the message.
  if (hardware.switching == Switching::kCircuit) model.reserve = 0;
  if (hardware.bubbles()) {
    // A head that enters a ring asks for two packet slots: it gets them where that many messages pass.
    model.reserve = hardware.packet_slots - 1;
    model.bubble = true;
  }
  if (!hardware.buffers_whole_worms() || longest <= hardware.reserve) return model;
  model.reserve += hardware.shared;
  model.pooled = hardware.vcs() > 1;
  model.whole = model.pooled && hardware.switching == Switching::kStoreAndForward;
  return model;
}

namespace {

/// Judges packets that may be longer than a buffer and are all under way together.
DeadlockVerdict judge_packets(Schedule& packets, const Hardware& hardware, std::int64_t longest) {
  WaitingModel model = waiting_model(hardware, Synchronisation::kNone, 0, longest);
  model.reserve = 0;
  return judge_deadlock(packets, model);
}

}  // namespace

DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest) {
  StoredSchedule all_pairs = dimension_order_lines(hardware.topology);
  return judge_packets(all_pairs, hardware, longest);
}

namespace {

/// Judges packets with routes by `--routing` and `--lane-choice`: all of them on networks of up to 64 nodes,
/// else the longest runs. Throws InputError if the lanes are too few for these.
DeadlockVerdict judge_routed(const Hardware& hardware, const Pattern& pattern, std::int64_t longest,
                             const RoutingOptions& options) {
  constexpr NodeId kMostNodes = 64;
  if (hardware.topology.nodes() > kMostNodes) {
    if (options.routing != Routing::kDimensionOrder && hardware.lanes < kLanesOfHalves) {
      throw InputError(
          fmt::format("check --deadlock of --routing {} with --lanes {} is for networks of up to {} nodes",
                      to_text(options.routing), hardware.lanes, NodeId{kMostNodes}));
    }
    StoredSchedule runs = longest_runs(hardware);
    return judge_packets(runs, hardware, longest);
  }
  const PacketRoutes minimal(hardware.topology);
  const SourceRouting routing(hardware, minimal, options);
  Packets packets(hardware.topology, [&](NodeId from, NodeId to, std::vector<Transfer>& all) {
    if (!pattern.sends(from) || pattern.only_destination(from).value_or(to) != to) return;
    routing.each(from, to, [&](const Route& route) { all.push_back(packet(from, to, route)); });
  });
  return judge_packets(packets, hardware, longest);
}

}  // namespace

DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& options, std::int64_t longest,
                              const PairRoutes* pairs, const RoutingOptions& routing) {
  const Pattern pattern(options, hardware.topology);
  DeadlockVerdict verdict;
  if (!routing.plain()) {
    verdict = judge_routed(hardware, pattern, longest, routing);
  } else if (pairs != nullptr) {
    Packets packets = packets_of_pairs(hardware.topology, pattern, *pairs);
    verdict = judge_packets(packets, hardware, longest);
  } else {
    verdict = judge_all_pairs(hardware, longest);
  }
  if (pairs == nullptr && routing.plain() && verdict.risk != DeadlockRisk::kFree &&
      pattern.table() != nullptr && hardware.topology.nodes() <= PairRoutes::kMostNodes) {
    const PairRoutes none(hardware.topology);
    Packets packets = packets_of_pairs(hardware.topology, pattern, none);
    verdict = judge_packets(packets, hardware, longest);
  } else if (pairs == nullptr && routing.plain() && verdict.risk != DeadlockRisk::kFree &&
             pattern.table() == nullptr && pattern.only_destination(0)) {
    StoredSchedule packets = dimension_order_messages(
        hardware.topology, [&](NodeId node) { return *pattern.only_destination(node); });
    verdict = judge_packets(packets, hardware, longest);
  }
  for (std::string& message : verdict.messages) {
    if (!message.empty()) message.replace(0, message.find(" ("), "a packet");
  }
  return verdict;
}

WaitingModel model_of(const RunConfig& config, Schedule& schedule, const Hardware& hardware) {
  const std::int64_t longest =
      hardware.buffers_whole_worms() ? message_needs(schedule, *config.block).most_flits : 0;
  // All messages of a program may be under way together, whatever separates the phases of its jobs.
  return waiting_model(hardware, sync_of_phases(config, schedule), *config.block, longest);
}

bool known_free(const RunConfig& config, const Schedule& schedule, const Hardware& hardware) {
  if (!plain_direct(config, schedule) || config.lane_choice != LaneChoice::kDateline) return false;
  return judge_all_pairs(hardware, message_flits(1, *config.block)).risk == DeadlockRisk::kFree;
}

namespace {

/// The prevention that also replaces bubble flow control, which has no choice of lanes.
std::string other_switching(const std::string& prevention) {
  return prevention.empty() ? "" : "--switching wormhole " + prevention;
}

/// Whether a run with these options is refused or can deadlock.
bool closes(RunConfig tried, Schedule& schedule) {
  try {
    const Hardware hardware = settled_hardware(tried, schedule);
    return !known_free(tried, schedule, hardware) &&
           !find_circle_of_waits(schedule, model_of(tried, schedule, hardware)).channels.empty();
  } catch (const UsageError&) {
    return true;
  } catch (const InputError&) {
    return true;
  }
}

}  // namespace

std::string prevention(RunConfig asked, Schedule& schedule) {
  RunConfig settled = asked;
  fill_defaults(settled, schedule);
  const auto with = [&asked](Synchronisation sync, int lanes) {
    RunConfig tried = asked;
    tried.sync = sync;
    tried.lanes = lanes;
    return tried;
  };
  if (asked.run.hardware.bubbles()) {
    if (!closes(with(Synchronisation::kBarrier, 1), schedule)) return "--sync barrier prevents it";
    asked.run.hardware.switching = Switching::kWormhole;
    return other_switching(prevention(asked, schedule));
  }
  for (const auto& [sync, lanes] : {std::pair(*settled.sync, 2),
                                    {Synchronisation::kBarrier, *settled.lanes},
                                    {Synchronisation::kBarrier, 2}}) {
    if (!closes(with(sync, lanes), schedule)) {
      return fmt::format("--sync {} --lanes {} prevents it", to_text(sync), lanes);
    }
  }
  if (!asked.run.hardware.buffers_whole_worms()) return "";
  // Each lane holds a whole worm.
  asked.reserve = static_cast<int>(message_needs(schedule, *settled.block).most_flits);
  for (const int lanes : {*settled.lanes, 2}) {
    if (!closes(with(*settled.sync, lanes), schedule)) {
      return fmt::format("--reserve {} --lanes {} prevents it", *asked.reserve, lanes);
    }
  }
  return "";
}

std::string prevention(Hardware hardware, const PatternOptions& pattern, std::int64_t longest,
                       const PairRoutes* pairs, const RoutingOptions& routing) {
  const int lanes = hardware.lanes;
  const auto closes = [&] {
    return judge_traffic(hardware, pattern, longest, pairs, routing).risk != DeadlockRisk::kFree;
  };
  if (hardware.bubbles()) {
    hardware.switching = Switching::kWormhole;
    return other_switching(prevention(hardware, pattern, longest, pairs, routing));
  }
  const int enough = routing.routing == Routing::kDimensionOrder ? 2 : kLanesOfHalves;
  hardware.lanes = enough;
  if (!closes()) return fmt::format("--lanes {} prevents it", enough);
  if (!hardware.buffers_whole_worms()) return "";
  hardware.reserve = std::max(hardware.reserve, static_cast<int>(longest));
  for (const int tried : {lanes, enough}) {
    hardware.lanes = tried;
    if (!closes()) return fmt::format("--reserve {} --lanes {} prevents it", hardware.reserve, tried);
  }
  return "";
}

void refuse_circles(const RunConfig& asked, const RunConfig& config, Schedule& schedule,
                    const Hardware& hardware) {
  const ScheduleInfo& info = schedule.info();
  if (!info.rerouting && (!info.topology.has_graph() || names_file(config.algorithm))) return;
  const WaitingModel model = model_of(config, schedule, hardware);
  const CircleOfWaits circle = find_circle_of_waits(schedule, model);
  if (circle.channels.empty()) return;
  std::string setting = fmt::format("--lanes {}", *config.lanes), moved, nearest;
  if (info.rerouting) {
    // Messages in classes of their own wait in no circle (rerouter.h). Where the classes are those of phases
    // or do not count, they may, and then the circle must be one of the intact network too.
    auto* const rerouted = dynamic_cast<ReroutedSchedule*>(&schedule);
    if (rerouted && !find_circle_of_waits(rerouted->intact(), model).channels.empty()) return;
    const bool planned = info.rerouting->how == Reroute::kPlanned;
    setting = planned ? "--fail" : fmt::format("--reroute {}", to_text(config.reroute));
    moved = " round failed links";
    nearest = planned ? "--sync barrier keeps its phases apart"
                      : "--sync none, barrier or switch has classes for them";
  } else {
    nearest = prevention(asked, schedule);
    if (nearest.empty()) nearest = "no synchronisation or number of lanes prevents it";
  }
  throw InputError(fmt::format(
      "{} on {} with --sync {} and {} can deadlock: messages{}{} can form a cycle of {} channels, "
      "beginning with {}; {}",
      info.name, info.topology.name(), to_text(*config.sync), setting,
      circle.phase.empty() ? "" : " of phase " + circle.phase, moved, circle.channels.size(),
      ChannelDependencies(info.topology, *config.lanes).names(circle.channels).front(), nearest));
}

}  // namespace torusim
