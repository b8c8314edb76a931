#include "testbench/config/run_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "models/dense/network.h"
#include "models/run/level_choice.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/config/foreign_routers.h"
#include "testbench/config/node_options.h"
#include "testbench/config/option.h"
#include "testbench/config/run_hardware.h"
#include "testbench/config/waiting.h"

namespace torusim {

namespace {

/// Channels and RTL routers of a thread; with fewer, communication between threads costs more than the work
/// (docs/performance.md).
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

ResolvedRun resolve_run(RunConfig config, std::unique_ptr<Schedule> schedule, Circles circles) {
  // Commands check earlier, before they read a file; here no door can forget it.
  check_rules(config, config.hardwired ? kHardwired : kRun);
  if (!schedule) schedule = load_quickest(config);
  const bool any_level = !config.level;
  const RunConfig asked = config;
  Hardware hardware = settled_hardware(config, *schedule);
  if (circles == Circles::kRefused) refuse_circles(asked, config, *schedule, hardware);
  if (schedule->as_program() == nullptr && config.sync == Synchronisation::kData) {
    schedule = std::make_unique<DataSchedule>(std::move(schedule), *config.block, *config.alpha,
                                              config.run.reduce_delay);
  }
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
  options.sync = sync_of_phases(config, *schedule);
  options.level = *config.level;
  options.block_flits = *config.block;
  place_foreign_routers(config, hardware, options);
  options.threads = useful_threads(config, config.level, hardware.topology, options);
  return options;
}

}  // namespace

PreparedRun prepare_run(RunConfig config, std::unique_ptr<Schedule> schedule, Circles circles) {
  ResolvedRun run = resolve_run(std::move(config), std::move(schedule), circles);
  RunOptions options = run_options(run);
  run.config.monitor |= !options.rtl_nodes.empty();  // nothing else guards their contract
  return {std::move(run), std::move(options)};
}

TimeModel PreparedRun::time_model() const {
  return {hardware, *config.block, config.run.startup, config.run.reduce_delay, options.slower};
}

std::vector<Cycle> PreparedRun::predicted() const { return predicted_phases(*schedule, time_model()); }

void PreparedRun::choose_level() {
  if (any_level && !config.verify_sleep) config.level = options.level = faster_level(*schedule, options);
}

}  // namespace torusim
