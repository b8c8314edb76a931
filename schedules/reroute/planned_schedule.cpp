#include "schedules/reroute/planned_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/failed_network.h"
#include "schedules/core/link_load.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/reroute/rerouter.h"

namespace torusim {
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
