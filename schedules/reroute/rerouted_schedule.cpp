#include "schedules/reroute/rerouted_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/check/dimension_order.h"
#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/link_load.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/reroute/rerouter.h"

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

namespace {

struct OwnRoutes {
  std::vector<Route> all;
  Route first;  ///< that lives, else of all
  bool all_live = true;
};

OwnRoutes own_routes(const Topology& topology, NodeId from, NodeId to) {
  OwnRoutes own;
  own.all = dimension_order_routes(topology, from, to);
  // The first route rotates by pair, so that all routes are used alike.
  const std::uint32_t turn = even_way(topology, from, to, static_cast<std::uint32_t>(own.all.size()));
  std::rotate(own.all.begin(), own.all.begin() + turn, own.all.end());
  const auto alive = [&](const Route& route) { return lives(topology, from, route); };
  const auto first = std::ranges::find_if(own.all, alive);
  own.first = first == own.all.end() ? own.all.front() : *first;
  own.all_live = std::ranges::all_of(own.all, alive);
  return own;
}

}  // namespace

std::shared_ptr<const PairRoutes> rerouted_pairs(const Topology& topology, Reroute how, int lanes,
                                                 const EachPair& each_pair) {
  Rerouter rerouter(topology, how, lanes);
  each_pair([&](NodeId from, NodeId to) {
    const OwnRoutes own = own_routes(topology, from, to);
    rerouter.add(from, to, own.first, 0, 1);
    if (!own.all_live || how == Reroute::kSpread) return;
    for (const Route& route : own.all) rerouter.add(from, to, route, 0, 0);
  });
  rerouter.settle(Rerouter::Order::kMovedLast);
  auto pairs = std::make_shared<PairRoutes>(topology);
  Rerouting& rerouting = pairs->rerouting;
  rerouting.how = how;
  rerouting.failed = failures_text(topology, kMostNamedFailures);
  rerouting.phases = 1;
  each_pair([&](NodeId from, NodeId to) {
    const OwnRoutes own = own_routes(topology, from, to);
    const Rerouter::Place* const place = rerouter.find(from, to, own.first, 0);
    if (place != nullptr) {
      pairs->set(from, to, place->route, place->message_class);
    } else if (!own.all_live) {
      pairs->set(from, to, own.first, 0);
    }
    const Route& taken = place != nullptr ? place->route : own.first;
    ++rerouting.messages;
    rerouting.moved += taken == own.first ? 0 : 1;
    rerouting.hops_before += topology.distance(from, to);
    rerouting.hops += taken.hops(topology);
    rerouting.runs = std::max(rerouting.runs, taken.size());
  });
  rerouting.classes = rerouter.classes();
  return pairs;
}

namespace {

struct Totals {
  std::int64_t messages = 0, hops = 0, busiest = 0;
  int phases = 0, runs = 0;
  bool lives = true;
};

Totals totals_of(Schedule& schedule) {
  const Topology& topology = schedule.info().topology;
  Totals totals;
  LinkLoads loads(topology.with_failures(nullptr));
  loads.forget();
  schedule.rewind();
  for (Phase phase; schedule.next(phase); ++totals.phases) {
    loads.add(phase);
    for (const Transfer& transfer : phase.transfers) {
      ++totals.messages;
      totals.hops += transfer.route.hops(topology);
      totals.runs = std::max(totals.runs, transfer.route.size());
      totals.lives &= lives(topology, transfer.source, transfer.route);
    }
  }
  schedule.rewind();
  loads.sum_up();
  totals.busiest = loads.max_blocks();
  return totals;
}

/// The schedule with an info of its own.
class PlannedAgain : public Schedule, public MatrixHolder {
 public:
  PlannedAgain(std::unique_ptr<Schedule> schedule, ScheduleInfo info)
      : schedule_(std::move(schedule)), info_(std::move(info)) {}

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override { return schedule_->next(phase); }
  void rewind() override { schedule_->rewind(); }
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_of(*schedule_); }

 private:
  std::unique_ptr<Schedule> schedule_;
  ScheduleInfo info_;
};

}  // namespace

std::unique_ptr<Schedule> planned_round_failures(Schedule& intact, std::unique_ptr<Schedule> again) {
  const Totals before = totals_of(intact), after = totals_of(*again);
  if (!after.lives) return nullptr;
  Rerouting rerouting;
  rerouting.how = Reroute::kPlanned;
  rerouting.failed = failures_text(again->info().topology, kMostNamedFailures);
  rerouting.messages = after.messages;
  rerouting.hops_before = before.hops;
  rerouting.hops = after.hops;
  rerouting.busiest_before = before.busiest;
  rerouting.busiest = after.busiest;
  rerouting.phases_before = before.phases;
  rerouting.phases = after.phases;
  rerouting.runs = after.runs;
  ScheduleInfo info = again->info();
  info.generator += fmt::format(" --fail {}", failures_list(info.topology));
  info.rerouting = std::make_shared<const Rerouting>(std::move(rerouting));
  return std::make_unique<PlannedAgain>(std::move(again), std::move(info));
}

}  // namespace torusim
