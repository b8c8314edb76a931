#include "testbench/config/routing.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/laned_schedule.h"
#include "schedules/core/program_schedule.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/config/automatic.h"

namespace torusim {
namespace {

/// A schedule whose messages take shortest paths, dimension by dimension. An adaptive head takes a path of
/// the same length.
class ShortestRoutes : public Schedule, public MatrixHolder {
 public:
  explicit ShortestRoutes(std::unique_ptr<Schedule> schedule) : schedule_(std::move(schedule)) {}

  const ScheduleInfo& info() const override { return schedule_->info(); }
  void rewind() override { schedule_->rewind(); }
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_of(*schedule_); }
  bool next(Phase& phase) override {
    if (!schedule_->next(phase)) return false;
    const Topology& topology = info().topology;
    for (Transfer& transfer : phase.transfers) {
      transfer.route = dimension_order_route(topology, transfer.source, transfer.destination);
    }
    for (Signal& signal : phase.signals) {
      signal.route = dimension_order_route(topology, signal.from, signal.to);
    }
    return true;
  }

 private:
  const std::unique_ptr<Schedule> schedule_;
};

}  // namespace

void refuse_routing(const RunConfig& config, const Topology& topology) {
  if (config.routing == Routing::kAdaptive) return;
  const std::string reason = SourceRouting::unsupported_reason(topology, config.routing);
  if (!reason.empty()) {
    throw UsageError(fmt::format("--routing {} has no routes {}", to_text(config.routing), reason));
  }
  const bool uneven = !config.link_delays.empty() || config.link_rates != LinkRules();
  if (config.routing != Routing::kDimensionOrder && uneven) {
    throw UsageError(fmt::format("--routing {} is for links that are alike", to_text(config.routing)));
  }
}

std::unique_ptr<Schedule> with_routing(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (config.routing != Routing::kAdaptive) return schedule;
  if (schedule->as_program() != nullptr) return schedule;
  if (schedule->info().topology.has_graph() || schedule->info().topology.twisted())
    return schedule;  // refused
  return std::make_unique<ShortestRoutes>(std::move(schedule));
}

std::unique_ptr<Schedule> with_lanes(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (config.routing != Routing::kDimensionOrder && config.routing != Routing::kAdaptive) {
    throw UsageError(fmt::format("--routing {}: messages of a schedule have routes of their own",
                                 to_text(config.routing)));
  }
  if (config.lane_choice == LaneChoice::kDateline) return schedule;
  if (schedule->as_program() != nullptr) {
    throw UsageError(fmt::format("--lane-choice {}: messages of programs and jobs begin on lane 0",
                                 to_text(config.lane_choice)));
  }
  const int lanes = config.lanes.value_or(automatic_lanes(config, schedule->info().topology));
  return std::make_unique<LanedSchedule>(std::move(schedule), lanes);
}

}  // namespace torusim
