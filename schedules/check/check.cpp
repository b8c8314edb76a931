#include "schedules/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schedules/check/channel_dependencies.h"
#include "schedules/check/holdings.h"
#include "schedules/check/violation.h"

namespace torusim {
namespace {

// The rules of a phase that do not depend on blocks: nodes, ports, routes, channels, classes, signals.

class PhaseRules {
 public:
  /// `info` and `log` must outlive the rules.
  PhaseRules(const ScheduleInfo& info, ViolationLog& log);

  /// Checks the phases of a schedule, in order.
  void check(int index, const Phase& phase);

  bool nodes_exist(const Transfer& transfer) const;
  /// Whether the route uses only channels of the topology; its end may be any node.
  bool route_exists(const Transfer& transfer) const;

 private:
  /// Logs a violation. `with` and a block of the transfer follow `what` if its blocks have names.
  void add(ViolationKind kind, NodeId node, const std::string& what, const Transfer& transfer,
           const char* with = ", with");
  void check_ports(const Phase& phase);
  void check_route(const Transfer& transfer);
  void check_channels(int index, const Phase& phase);
  void check_signals(int index, const Phase& phase);
  bool exists(NodeId node) const { return node >= 0 && node < topology_.nodes(); }
  bool exists(NodeId from, const Route& route) const;

  const ScheduleInfo& info_;
  const Topology& topology_;
  ViolationLog& log_;
  /// Sends and receives of each node in this phase.
  std::vector<int> sends_, receives_;
  /// [phase][node], only where signals refer to it.
  std::vector<std::vector<bool>> sent_, received_;
  struct ChannelUse {
    int phase = -1;
    NodeId source = 0;
  };
  std::vector<ChannelUse> channels_;  // [node * ports + port]: the last use
};

PhaseRules::PhaseRules(const ScheduleInfo& info, ViolationLog& log)
    : info_(info),
      topology_(info.topology),
      log_(log),
      sends_(topology_.nodes()),
      receives_(topology_.nodes()),
      channels_(info.claims.link_disjoint
                    ? static_cast<std::size_t>(topology_.nodes()) * topology_.network_ports()
                    : 0) {}

void PhaseRules::add(ViolationKind kind, NodeId node, const std::string& what, const Transfer& transfer,
                     const char* with) {
  if (transfer.blocks.empty()) return log_.add(kind, node, what);
  log_.add(kind, node, what + with, transfer.blocks.front(topology_));
}

bool PhaseRules::nodes_exist(const Transfer& transfer) const {
  return exists(transfer.source) && exists(transfer.destination);
}

bool PhaseRules::route_exists(const Transfer& transfer) const {
  return exists(transfer.source) && exists(transfer.source, transfer.route);
}

bool PhaseRules::exists(NodeId from, const Route& route) const {
  for (const Run& run : route) {
    if (!topology_.has_run(from, run.dimension, run.hops)) return false;
    from = topology_.displaced(from, run.dimension, run.hops);
  }
  return true;
}

void PhaseRules::check(int index, const Phase& phase) {
  for (const Transfer& transfer : phase.transfers) {
    if (!exists(transfer.source)) {
      log_.add(ViolationKind::kBadNode, transfer.source, "sends, but does not exist");
    } else if (!exists(transfer.destination)) {
      log_.add(ViolationKind::kBadNode, transfer.source,
               fmt::format("sends to node #{}, which does not exist", transfer.destination));
    } else if (transfer.source == transfer.destination) {
      log_.add(ViolationKind::kBadNode, transfer.source, "sends to itself");
    } else {
      check_route(transfer);
    }
    if (transfer.unnamed < 0 || (transfer.unnamed > 0 && info_.collective.named())) {
      log_.add(
          ViolationKind::kNotHeld, transfer.source,
          fmt::format("sends {} unnamed blocks in a {}", transfer.unnamed, to_text(info_.collective.kind)));
    }
    if (transfer.blocks.empty() && info_.collective.named())
      log_.add(ViolationKind::kEmptyMessage, transfer.source, "sends a message of no blocks");
    if (transfer.message_class < 0) {
      log_.add(ViolationKind::kMessageClass, transfer.source,
               fmt::format("sends with message class {}", transfer.message_class));
    }
  }
  check_ports(phase);
  if (info_.claims.link_disjoint) check_channels(index, phase);
  if (info_.has_signals) check_signals(index, phase);
}

void PhaseRules::check_route(const Transfer& transfer) {
  const auto to = [&] { return topology_.node_name(transfer.destination); };
  if (!exists(transfer.source, transfer.route)) {
    add(ViolationKind::kRoute, transfer.source,
        fmt::format("route {} to {} uses a channel that does not exist{}", transfer.route.text(), to(),
                    topology_.failures() != nullptr ? " or has failed" : ""),
        transfer);
    return;
  }
  const NodeId end = transfer.route.end_node(topology_, transfer.source);
  if (end != transfer.destination) {
    add(ViolationKind::kRoute, transfer.source,
        fmt::format("route {} ends at {}, not at {}", transfer.route.text(), topology_.node_name(end), to()),
        transfer);
  } else if (info_.claims.shortest_paths &&
             transfer.route.hops(topology_) != topology_.distance(transfer.source, transfer.destination)) {
    add(ViolationKind::kNotShortest, transfer.source,
        fmt::format("route {} to {} is not a shortest path", transfer.route.text(), to()), transfer);
  }
}

void PhaseRules::check_ports(const Phase& phase) {
  std::fill(sends_.begin(), sends_.end(), 0);
  std::fill(receives_.begin(), receives_.end(), 0);
  for (const Transfer& transfer : phase.transfers) {
    if (exists(transfer.source) && ++sends_[transfer.source] > info_.ports) {
      add(ViolationKind::kPorts, transfer.source,
          fmt::format("sends {} messages, but has {} ports", sends_[transfer.source], info_.ports), transfer,
          "; the last with");
    }
    if (exists(transfer.destination) && ++receives_[transfer.destination] > info_.ports) {
      add(ViolationKind::kPorts, transfer.destination,
          fmt::format("receives {} messages, but has {} ports", receives_[transfer.destination], info_.ports),
          transfer, "; the last with");
    }
  }
}

void PhaseRules::check_channels(int index, const Phase& phase) {
  for (const Transfer& transfer : phase.transfers) {
    if (!route_exists(transfer)) continue;
    bool reported = false;  // two routes that overlap on many channels are one violation
    transfer.route.for_each_channel(topology_, transfer.source, [&](NodeId node, int port) {
      ChannelUse& use = channels_[static_cast<std::size_t>(node) * topology_.network_ports() + port];
      if (use.phase == index && !reported) {
        add(ViolationKind::kChannelShared, transfer.source,
            fmt::format("shares channel {}{} with the message from {}", topology_.node_name(node),
                        topology_.port_name(port), topology_.node_name(use.source)),
            transfer);
        reported = true;
      }
      use = {index, transfer.source};
    });
  }
}

void PhaseRules::check_signals(int index, const Phase& phase) {
  const auto took_part = [](const std::vector<int>& counts) {
    std::vector<bool> result(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) result[i] = counts[i] > 0;
    return result;
  };
  sent_.push_back(took_part(sends_));
  received_.push_back(took_part(receives_));
  for (const Signal& signal : phase.signals) {
    const auto wrong = [&](const std::string& why) {
      const std::string to =
          exists(signal.to) ? topology_.node_name(signal.to) : fmt::format("#{}", signal.to);
      log_.add(ViolationKind::kSignal, signal.from, fmt::format("signal to node {}: {}", to, why));
    };
    if (!exists(signal.from) || !exists(signal.to)) {
      wrong("a node does not exist");
    } else if (!exists(signal.from, signal.route) ||
               signal.route.end_node(topology_, signal.from) != signal.to) {
      wrong(fmt::format("route {} does not lead there", signal.route.text()));
    } else if (signal.gates != index) {
      wrong(fmt::format("listed in phase {}, but gates phase {}", index, signal.gates));
    } else if (signal.after < 0 || signal.after >= index) {
      wrong(fmt::format("is triggered by phase {}, which is not before phase {}", signal.after, index));
    } else if (signal.trigger == Signal::Trigger::kSent && !sent_[signal.after][signal.from]) {
      wrong(fmt::format("waits for a message that is not sent in phase {}", signal.after));
    } else if (signal.trigger == Signal::Trigger::kReceived && !received_[signal.after][signal.from]) {
      wrong(fmt::format("waits for a message that is not received in phase {}", signal.after));
    } else if (!sent_[index][signal.to]) {
      wrong("gates a node that sends nothing in this phase");
    }
  }
}

}  // namespace

PhaseReport check_phases(Schedule& schedule) {
  ViolationLog log(schedule.info(), 1);
  PhaseRules rules(schedule.info(), log);
  schedule.rewind();
  Phase phase;
  for (int index = 0; schedule.next(phase); ++index) {
    log.enter(index, phase.name);
    rules.check(index, phase);
  }
  schedule.rewind();
  PhaseReport report{log.count(), ""};
  if (report.violation_count > 0) report.first = log.take().front().text;
  return report;
}

CheckReport check(Schedule& schedule, const CheckOptions& options) {
  schedule.rewind();
  const ScheduleInfo& info = schedule.info();
  const Topology& topology = info.topology;
  CheckReport report;
  ViolationLog log(info, options.keep);
  PhaseRules rules(info, log);
  const auto holdings = make_holdings(schedule);
  ChannelDependencies in_phase(topology, options.lanes);
  ChannelDependencies overall(topology, options.lanes);

  Phase phase;
  for (int index = 0; schedule.next(phase); ++index) {
    log.enter(index, phase.name);
    check_dimensions(topology, phase);
    rules.check(index, phase);
    holdings->apply(
        phase, [&](const Transfer& t) { return rules.nodes_exist(t); }, log);

    report.phases.push_back(summarize(topology, phase));
    report.transfers += static_cast<std::int64_t>(phase.transfers.size());
    in_phase.clear();
    for (const Transfer& transfer : phase.transfers) {
      report.block_hops += transfer.block_count() * transfer.route.hops(topology);
      if (!options.dependencies || !rules.route_exists(transfer)) continue;
      in_phase.add(transfer.source, transfer.route, transfer.message_class);
      overall.add(transfer.source, transfer.route, transfer.message_class);
    }
    if (report.cycles.in_phase.empty()) {
      report.cycles.in_phase = in_phase.names(in_phase.cycle());
      if (!report.cycles.in_phase.empty()) report.cycles.phase = phase.name;
    }
  }
  const auto phases = static_cast<int>(report.phases.size());
  log.enter(phases, "");
  holdings->report_undelivered(log);
  report.repeats = holdings->repeats();
  if (phases != info.phases) {
    log.add(ViolationKind::kPhaseCount, 0, fmt::format("{} phases, but {} announced", phases, info.phases));
  }
  report.cycles.overall = overall.names(overall.cycle());
  report.cost = cost(report.phases);
  report.violation_count = log.count();
  report.violations = log.take();
  schedule.rewind();
  return report;
}

}  // namespace torusim
