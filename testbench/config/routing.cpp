#include "testbench/config/routing.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/jobs.h"
#include "schedules/core/program_schedule.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/config/load_schedule.h"

namespace torusim {
namespace {

constexpr int kDatelineLanes = 2;
/// With adaptive routing: two of escape and two others on tori, one and three on meshes.
constexpr int kAdaptiveLanes = 4;

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

}  // namespace

const char* to_text(Routing routing) {
  return routing == Routing::kAdaptive ? "adaptive" : "dimension-order";
}

void check_routing(const RunConfig& config) {
  if (config.routing != Routing::kAdaptive) {
    if (config.lanes.value_or(1) <= kDatelineLanes) return;
    throw UsageError(
        fmt::format("--lanes {}: must be 1 or 2, the lanes of a dateline; more are for --routing adaptive",
                    *config.lanes));
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
      {config.run.hardware.switching == Switching::kCircuit, "--switching circuit has fixed circuits"},
      {config.level == Level::kDense, "--level dense packs routes; take fast or pins"},
  };
  for (const auto& [given, objection] : objections) {
    if (given) throw UsageError(fmt::format("--routing adaptive: {}", objection));
  }
}

std::unique_ptr<Schedule> with_routing(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (config.routing != Routing::kAdaptive) return schedule;
  if (dynamic_cast<const JobsSchedule*>(schedule.get()) != nullptr) {
    throw UsageError("--routing adaptive: jobs (--on, run files) keep to the channels of their parts");
  }
  if (dynamic_cast<const ProgramSchedule*>(schedule.get()) != nullptr) return schedule;
  if (schedule->info().topology.has_graph() || schedule->info().topology.twisted())
    return schedule;  // refused
  return std::make_unique<ShortestRoutes>(std::move(schedule));
}

int lanes_for_routing(const RunConfig& config, const Topology& topology) {
  return config.routing == Routing::kAdaptive ? kAdaptiveLanes : automatic_lanes(topology);
}

}  // namespace torusim
