#include "testbench/config/routing_options.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/laned_schedule.h"
#include "schedules/core/program_schedule.h"
#include "testbench/config/load_schedule.h"

namespace torusim {

void refuse_routing(const RunConfig& config, const Topology& topology) {
  if (config.lane_choice != LaneChoice::kDateline && topology.failures() != nullptr) {
    throw UsageError(fmt::format("--lane-choice {}: routes round failed links (--fail) begin on lane 0",
                                 to_text(config.lane_choice)));
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

std::unique_ptr<Schedule> with_lanes(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (config.routing != Routing::kDimensionOrder) {
    throw UsageError(fmt::format("--routing {}: messages of a schedule have routes of their own",
                                 to_text(config.routing)));
  }
  if (config.lane_choice == LaneChoice::kDateline) return schedule;
  const auto refuse = [&](const char* what) {
    throw UsageError(fmt::format("--lane-choice {}: {}", to_text(config.lane_choice), what));
  };
  if (config.hardwired) refuse("wires have no lanes");
  if (schedule->info().rerouting) refuse("routes round failed links (--fail) begin on lane 0");
  if (dynamic_cast<const ProgramSchedule*>(schedule.get()) != nullptr) {
    refuse("messages of programs and jobs begin on lane 0");
  }
  const int lanes = config.lanes.value_or(automatic_lanes(config, schedule->info().topology));
  return std::make_unique<LanedSchedule>(std::move(schedule), lanes);
}

}  // namespace torusim
