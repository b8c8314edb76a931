#include "testbench/config/routing.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/laned_schedule.h"
#include "schedules/core/program_schedule.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/config/automatic.h"

namespace torusim {
namespace {

/// A schedule whose messages go by shortest paths, dimension by dimension: that is the length of any path
/// that an adaptive head takes.
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

[[noreturn]] void refuse_lanes(const RunConfig& config, const char* why) {
  throw UsageError(fmt::format("--lane-choice {}: {}", to_text(config.lane_choice), why));
}

}  // namespace

void check_routing(const RunConfig& config) {
  if (config.routing != Routing::kAdaptive) {
    const int lanes = config.lanes.value_or(1);
    if (lanes <= 2 || lanes == kLanesOfHalves) return;
    throw UsageError(fmt::format(
        "--lanes {}: must be 1, the 2 of a dateline, or 4; other numbers are for --routing adaptive", lanes));
  }
  const RunConfig standard;
  const std::pair<bool, const char*> objections[] = {
      {config.hardwired, "--hardwired has no routers"},
      {config.fail != standard.fail, "--fail takes channels away from shortest paths"},
      {config.rtl != standard.rtl,
       "--rtl: these routers follow a route in the head, and an adaptive head has none"},
      {config.rtl_image,
       "--rtl-image: its routers follow a route in the head, and an adaptive head has none"},
      {config.sync == Synchronisation::kSwitch, "--sync switch counts the messages of fixed routes"},
      {config.lane_choice != standard.lane_choice, "--lane-choice is for fixed routes"},
      {config.run.hardware.bubbles(), "--switching bubble has one lane"},
      {config.run.hardware.switching == Switching::kCircuit, "--switching circuit has fixed circuits"},
      {config.level == Level::kDense, "--level dense packs routes; take fast or pins"},
  };
  for (const auto& [given, objection] : objections) {
    if (given) throw UsageError(fmt::format("--routing adaptive: {}", objection));
  }
}

void refuse_routing(const RunConfig& config, const Topology& topology) {
  if (config.lane_choice != LaneChoice::kDateline) {
    if (topology.failures() != nullptr)
      refuse_lanes(config, "routes round failed links (--fail) begin on lane 0");
    if (config.run.hardware.bubbles()) refuse_lanes(config, "--switching bubble has one lane");
  }
  if (config.routing == Routing::kAdaptive) return;
  if (config.routing != Routing::kDimensionOrder && config.run.hardware.bubbles()) {
    throw UsageError(fmt::format("--routing {}: --switching bubble needs one order of dimensions",
                                 to_text(config.routing)));
  }
  const std::string objection = SourceRouting::objection(topology, config.routing);
  if (!objection.empty()) {
    throw UsageError(fmt::format("--routing {} has no routes {}", to_text(config.routing), objection));
  }
  const bool uneven = !config.link_delays.empty() || config.link_rates != LinkRules();
  if (config.routing != Routing::kDimensionOrder && uneven) {
    throw UsageError(fmt::format("--routing {} is for links that are alike", to_text(config.routing)));
  }
}

std::unique_ptr<Schedule> with_routing(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (config.routing != Routing::kAdaptive) return schedule;
  ProgramSchedule* const program = schedule->as_program();
  if (program != nullptr && program->as_jobs() != nullptr) {
    throw UsageError("--routing adaptive: jobs (--on, run files) keep to the channels of their parts");
  }
  if (program != nullptr) return schedule;
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
  if (config.hardwired) refuse_lanes(config, "wires have no lanes");
  if (config.run.hardware.bubbles()) refuse_lanes(config, "--switching bubble has one lane");
  if (schedule->info().rerouting) refuse_lanes(config, "routes round failed links (--fail) begin on lane 0");
  if (schedule->as_program() != nullptr) {
    refuse_lanes(config, "messages of programs and jobs begin on lane 0");
  }
  const int lanes = config.lanes.value_or(automatic_lanes(config, schedule->info().topology));
  return std::make_unique<LanedSchedule>(std::move(schedule), lanes);
}

}  // namespace torusim
