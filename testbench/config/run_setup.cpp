#include "testbench/config/run_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "models/dense/network.h"
#include "models/run/level_choice.h"
#include "models/run/simulation.h"
#include "schedules/algorithms/best_exchange.h"
#include "schedules/core/error.h"
#include "schedules/core/jobs.h"
#include "schedules/core/rerouting.h"
#include "testbench/config/automatic.h"
#include "testbench/config/foreign_routers.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/node_options.h"
#include "testbench/config/option.h"
#include "testbench/config/prediction.h"
#include "testbench/config/waiting.h"

namespace torusim {

namespace {

/// Channels and RTL routers of a thread; with fewer, communication between threads costs more than the work
/// (docs/threads.md).
constexpr std::int64_t kChannelsOfAThread = 512, kRtlOfAThread = 64;

}  // namespace

int threads_of(const RunConfig& config) {
  if (config.threads) return *config.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / config.jobs);
}

int useful_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                   const ForeignPlacement& foreign) {
  const bool side_by_side = foreign.thread_safe && foreign.traced_nodes.empty();
  const auto rtl = side_by_side ? static_cast<std::int64_t>(foreign.rtl_nodes.size()) : 0;
  const std::int64_t most = level == Level::kDense
                                ? dense::most_threads(topology)
                                : topology.channels() / kChannelsOfAThread + rtl / kRtlOfAThread;
  return static_cast<int>(std::clamp<std::int64_t>(most, 1, threads_of(config)));
}

std::string fewer_threads_reason(const RunConfig& config, std::optional<Level> level,
                                 const Topology& topology, const ForeignPlacement& foreign) {
  if (!config.threads || *config.threads == 1) return "";
  const char* one = config.hardwired                ? "hardwired routers"
                    : level == Level::kPins         ? "the modules of --level pins"
                    : !foreign.traced_nodes.empty() ? "routers of --rtl, with --trace-rtl,"
                    : !foreign.thread_safe          ? "routers of a library without THREAD_SAFE"
                                                    : nullptr;
  if (one != nullptr) return fmt::format("--threads {}: {} run on one thread", *config.threads, one);
  const int useful = useful_threads(config, level, topology, foreign);
  if (useful == *config.threads) return "";
  if (level == Level::kDense) {
    return fmt::format("--threads {}: {} for {} routers of --level dense, one for every {}", *config.threads,
                       useful, topology.nodes(), dense::kRoutersOfAThread);
  }
  return fmt::format("--threads {}: {} for {} channels, one for every {}{}", *config.threads, useful,
                     topology.channels(), kChannelsOfAThread,
                     foreign.rtl_nodes.empty() ? "" : fmt::format(", or {} with --rtl", kRtlOfAThread));
}

void fill_defaults(RunConfig& config, Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  config.topology = info.topology.name();
  if (!config.block) {
    config.block =
        config.on.empty() ? info.block_flits : schedule.as_program()->as_jobs()->jobs().front().block;
  }
  if (!config.sync) config.sync = info.sync;
  if (!config.level) config.level = Level::kFast;
  if (!config.alpha) config.alpha = default_channels(schedule);
  if (!config.lanes) config.lanes = lanes_for_routing(config, info.topology);
  if (!config.reserve) {
    config.reserve =
        automatic_reserve(config, info.topology, [&] { return longest_message(config, schedule); });
  }
  if (config.run.hardware.bubbles()) settle_packet_slots(config, longest_message(config, schedule));
  const bool one_class = plain_direct(config, schedule) && *config.sync != Synchronisation::kPriority &&
                         *config.sync != Synchronisation::kLocal;
  const int needed = one_class ? 1 : classes_needed(schedule, *config.sync);
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

int route_runs(const ScheduleInfo& info) { return info.rerouting ? info.rerouting->runs : 0; }

ResolvedRun resolve_run(RunConfig config, std::unique_ptr<Schedule> schedule) {
  // Commands check earlier, before they read a file; here no door can forget it.
  check_rules(config, config.hardwired ? kHardwired : kRun);
  if (!schedule) schedule = load_schedule(config);
  const bool any_level = !config.level;
  fill_defaults(config, *schedule);
  refuse_circles(config, *schedule);
  const ScheduleInfo& info = schedule->info();
  Hardware hardware = hardware_of(config, info.topology, route_runs(info));
  return {std::move(config), std::move(schedule), std::move(hardware), any_level};
}

namespace {

/// The options of the resolved run.
RunOptions run_options(const ResolvedRun& run) {
  const auto& [config, schedule, hardware, any_level] = run;
  RunOptions options = config.run;
  if (config.hardwired && hardware.uneven != nullptr) {
    throw UsageError("--link-delay: hardwired nodes work in step, so that all links have one delay");
  }
  if (config.hardwired) {  // wires have neither lanes nor buffers, and nodes work in step
    options.hardware = Hardware();
    options.hardware.topology = hardware.topology;
    options.hardware.link_delay = hardware.link_delay;
  } else {
    options.hardware = hardware;
  }
  options.slower = slower_nodes(config, hardware.topology);
  options.skew = start_skew(config, hardware.topology);
  // The programs of jobs synchronise their own phases.
  options.sync = schedule->as_program() != nullptr ? Synchronisation::kNone : *config.sync;
  options.level = *config.level;
  options.block_flits = *config.block;
  place_foreign_routers(config, hardware, options);
  options.threads = useful_threads(config, config.level, hardware.topology, options);
  return options;
}

}  // namespace

PreparedRun prepare_run(RunConfig config, std::unique_ptr<Schedule> schedule) {
  ResolvedRun run = resolve_run(std::move(config), std::move(schedule));
  RunOptions options = run_options(run);
  run.config.monitor |= !options.rtl_nodes.empty();  // nothing else guards their contract
  return {std::move(run), std::move(options)};
}

std::vector<Cycle> PreparedRun::predicted() const {
  return predicted_phases(
      *schedule, {hardware, *config.block, config.run.startup, config.run.reduce_delay, options.slower});
}

void PreparedRun::choose_level() {
  if (any_level && !config.verify_sleep) config.level = options.level = faster_level(*schedule, options);
}

}  // namespace torusim
