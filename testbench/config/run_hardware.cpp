#include "testbench/config/run_hardware.h"

#include <fmt/format.h>

#include "models/contract/worm.h"
#include "schedules/algorithms/best_exchange.h"
#include "schedules/core/error.h"
#include "schedules/core/jobs.h"
#include "schedules/core/rerouting.h"
#include "testbench/config/automatic.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_jobs.h"
#include "testbench/config/load_named.h"
#include "testbench/config/vector_size.h"

namespace torusim {

Synchronisation sync_of_phases(const RunConfig& config, Schedule& schedule) {
  return schedule.as_program() != nullptr ? Synchronisation::kNone : *config.sync;
}

void fill_defaults(RunConfig& config, Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  config.topology = info.topology.name();
  keep_derived(config, config.on.empty()
                           ? info.topology
                           : schedule.as_program()->as_jobs()->jobs().front().program.info().topology);
  if (config.on.empty()) settle_size(config, info.topology, info.collective);
  if (!config.block) {
    config.block =
        config.on.empty() ? info.block_flits : schedule.as_program()->as_jobs()->jobs().front().block;
    config.size.clear();  // of the job on a part, which has made it the block
  }
  if (!config.sync) config.sync = info.sync;
  const bool jobs = schedule.as_program() != nullptr;  // have their own barriers
  if (config.run.barrier > 0 && !jobs && !has_barriers(*config.sync)) {
    throw UsageError(fmt::format("--barrier {}: {} with --sync {} has no barriers", config.run.barrier,
                                 info.name, to_text(*config.sync)));
  }
  if (!config.level) config.level = Level::kFast;
  if (!config.alpha) config.alpha = default_channels(schedule);
  if (!config.lanes) config.lanes = lanes_for_routing(config, info.topology);
  const MessageNeeds needs = plain_direct(config, schedule) ? MessageNeeds{0, message_flits(1, *config.block)}
                                                            : message_needs(schedule, *config.block);
  if (!config.reserve) config.reserve = automatic_reserve(config, info.topology, needs.most_flits);
  settle_packet_slots(config, needs.most_flits);
  const int needed = classes_needed(info, needs.highest_class, sync_of_phases(config, schedule));
  if (!config.classes) config.classes = needed;
  if (*config.classes != needed) {
    throw UsageError(fmt::format("--classes {}: {} with --sync {} needs {} ({})", *config.classes, info.name,
                                 to_text(*config.sync), needed,
                                 *config.sync == Synchronisation::kPriority ? "one for each phase"
                                 : *config.sync == Synchronisation::kLocal ? "its own and one for the signals"
                                 : info.rerouting && info.rerouting->classes_more() > 0
                                     ? "its own and those of messages round failed links"
                                     : "its own"));
  }
  config.run.longest_worm = needs.most_flits;
}

Hardware hardware_of(const RunConfig& config, const Topology& topology, int route_runs) {
  Hardware hardware = config.run.hardware;
  hardware.topology = topology;
  hardware.alpha = *config.alpha;
  hardware.classes = *config.classes;
  hardware.lanes = *config.lanes;
  hardware.reserve = *config.reserve;
  hardware.adaptive = config.routing == Routing::kAdaptive;
  hardware.route_runs = route_runs;
  hardware.phase_gates = config.sync == Synchronisation::kSwitch;
  if (auto links = uneven_links(config, topology)) hardware.set_links(std::move(*links));
  try {
    hardware.validate();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
  return hardware;
}

Hardware settled_hardware(RunConfig& config, Schedule& schedule) {
  fill_defaults(config, schedule);
  const ScheduleInfo& info = schedule.info();
  Hardware hardware = hardware_of(config, info.topology, info.rerouting ? info.rerouting->runs : 0);
  check_longest(info, hardware, config.run.longest_worm);
  return hardware;
}

}  // namespace torusim
