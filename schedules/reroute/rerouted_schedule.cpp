#include "schedules/reroute/rerouted_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/link_load.h"

namespace torusim {
namespace {

void refuse_failed(const ScheduleInfo& info, const Failures& failures, NodeId node,
                   const std::string& where) {
  if (!failures.node(node)) return;
  throw InputError(fmt::format("{} on {} needs node {}, which has failed: it has a message in {}", info.name,
                               info.topology.name(), info.topology.node_name(node), where));
}

/// Counts what failures change, message by message.
void count(const Topology& topology, const Route& before, const Route& after, Rerouting& rerouting) {
  ++rerouting.messages;
  rerouting.moved += before == after ? 0 : 1;
  rerouting.hops_before += before.hops(topology);
  rerouting.hops += after.hops(topology);
  rerouting.runs = std::max(rerouting.runs, after.size());
}

}  // namespace

ReroutedSchedule::ReroutedSchedule(std::unique_ptr<Schedule> schedule, const Topology& topology, Reroute how,
                                   int lanes)
    : schedule_(std::move(schedule)),
      info_(schedule_->info()),
      messages_(topology, how, lanes),
      signals_(topology, Reroute::kLayered, lanes) {
  rerouting_.how = how;
  rerouting_.failed = failures_text(topology, kMostNamedFailures);
  info_.topology = topology;
  if (!info_.generator.empty()) {
    info_.generator += fmt::format(" --fail {} --reroute {}", failures_list(topology), to_text(how));
  }
  find_routes();
  count_loads();
  rerouting_.classes_before = messages_.classes_before();
  rerouting_.classes = messages_.classes();
  info_.claims.link_disjoint &= rerouting_.apart_lost == 0;
  info_.claims.shortest_paths &= rerouting_.moved == 0;
  info_.rerouting = std::make_shared<const Rerouting>(rerouting_);
}

void ReroutedSchedule::find_routes() {
  const Failures& failures = *info_.topology.failures();
  schedule_->rewind();
  for (Phase phase; schedule_->next(phase);) {
    ++rerouting_.phases;
    check_dimensions(info_.topology, phase);
    for (const Transfer& transfer : phase.transfers) {
      for (const NodeId node : {transfer.source, transfer.destination}) {
        refuse_failed(info_, failures, node, "phase " + phase.name);
      }
      messages_.add(transfer.source, transfer.destination, transfer.route, transfer.message_class,
                    transfer.block_count());
    }
    for (const Signal& signal : phase.signals) {
      for (const NodeId node : {signal.from, signal.to}) {
        refuse_failed(info_, failures, node, "a signal for phase " + phase.name);
      }
      signals_.add(signal.from, signal.to, signal.route, 0, 1);
    }
  }
  schedule_->rewind();
  messages_.settle();
  signals_.settle();
}

void ReroutedSchedule::count_loads() {
  const Topology intact = info_.topology.with_failures(nullptr);
  LinkLoads before(intact), after(intact), all_before(intact), all(intact);
  all_before.forget();
  all.forget();
  schedule_->rewind();
  for (Phase phase; schedule_->next(phase);) {
    before.count(phase);
    all_before.add(phase);
    std::vector<Route> routes;
    for (const Transfer& transfer : phase.transfers) routes.push_back(transfer.route);
    move(phase);
    after.count(phase);
    all.add(phase);
    for (std::size_t i = 0; i < routes.size(); ++i) {
      count(info_.topology, routes[i], phase.transfers[i].route, rerouting_);
    }
    if (before.max() > 1) continue;
    ++rerouting_.apart_before;
    if (after.max() <= 1) continue;
    ++rerouting_.apart_lost;
    if (after.max() <= rerouting_.worst) continue;
    rerouting_.worst = after.max();
    rerouting_.worst_phase = phase.name;
  }
  schedule_->rewind();
  all_before.sum_up();
  all.sum_up();
  rerouting_.busiest_before = all_before.max_blocks();
  rerouting_.busiest = all.max_blocks();
}

void ReroutedSchedule::move(Phase& phase) const {
  for (Transfer& transfer : phase.transfers) {
    const Rerouter::Place* const place =
        messages_.find(transfer.source, transfer.destination, transfer.route, transfer.message_class);
    if (place != nullptr) transfer.route = place->route;
    transfer.message_class =
        place != nullptr ? place->message_class : transfer.message_class + messages_.shift();
  }
  for (Signal& signal : phase.signals) {
    if (const auto* const place = signals_.find(signal.from, signal.to, signal.route, 0)) {
      signal.route = place->route;  // signals have one class
    }
  }
}

bool ReroutedSchedule::next(Phase& phase) {
  if (!schedule_->next(phase)) return false;
  move(phase);
  return true;
}

ProgramSchedule rerouted_program(ProgramSchedule schedule, const Topology& topology, Reroute how, int lanes) {
  ProgramSettings settings = schedule.settings();
  const auto node_of = [&](std::int32_t rank) {
    return settings.node_of_rank[static_cast<std::size_t>(rank)];
  };
  const Failures& failures = *topology.failures();
  for (std::int32_t rank = 0; rank < schedule.program().ranks(); ++rank) {
    const NodeId node = node_of(rank);
    if (!failures.node(node)) continue;
    throw InputError(
        fmt::format("rank {} of {} is on node {}, which has failed; --map FILE places it elsewhere", rank,
                    schedule.program().name, topology.node_name(node)));
  }
  Rerouter rerouter(topology, how, lanes);
  const auto each_send = [&](auto& operations, const auto& visit) {
    for (auto& operation : operations) {
      if (operation.kind != Operation::Kind::kSend) continue;
      const NodeId from = node_of(operation.rank), to = node_of(operation.peer);
      if (from != to) visit(operation, from, to);
    }
  };
  Rerouting rerouting;
  rerouting.how = how;
  rerouting.failed = failures_text(topology, kMostNamedFailures);
  rerouting.phases = 1;
  const Topology intact = topology.with_failures(nullptr);
  LinkLoads before(intact), after(intact);
  Phase phase;
  each_send(schedule.program().operations, [&](const Operation& send, NodeId from, NodeId to) {
    Transfer& transfer = phase.transfers.emplace_back();
    transfer.source = from;
    transfer.destination = to;
    transfer.route = schedule.route(send);
    transfer.blocks = BlockSet(topology.dimensions());
    transfer.unnamed = schedule.flits(send);
    rerouter.add(from, to, transfer.route, schedule.program().ways[send.way].message_class, transfer.unnamed);
  });
  rerouter.settle();
  before.count(phase);
  std::size_t at = 0;
  Program program = std::move(schedule).release();
  std::vector<Way> ways = program.ways;
  each_send(program.operations, [&](Operation& send, NodeId from, NodeId to) {
    Route& route = phase.transfers[at++].route;
    const Way& own = program.ways[send.way];
    const Rerouter::Place* const place = rerouter.find(from, to, route, own.message_class);
    count(topology, route, place ? place->route : route, rerouting);
    // A route that the program chose in turn among equally short ones stays: without those that moved, the
    // turns are others.
    const bool in_turn = own.route.empty() && dimension_order_ways(intact, from, to) > 1;
    if (place == nullptr && rerouter.shift() == 0 && !in_turn) return;
    if (place != nullptr) route = place->route;
    send.way = static_cast<std::uint32_t>(ways.size());
    ways.push_back({route, place != nullptr ? place->message_class : own.message_class + rerouter.shift(),
                    own.ejection_channel});
  });
  program.ways = std::move(ways);
  after.count(phase);
  rerouting.busiest_before = before.max_blocks();
  rerouting.busiest = after.max_blocks();
  rerouting.classes_before = rerouter.classes_before();
  rerouting.classes = rerouter.classes();
  settings.rerouting = std::make_shared<const Rerouting>(rerouting);
  return ProgramSchedule(std::move(program), topology, std::move(settings));
}

}  // namespace torusim
