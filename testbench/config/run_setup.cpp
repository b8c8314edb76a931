#include "testbench/config/run_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "models/dense/network.h"
#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/foreign_routers.h"
#include "testbench/config/load_jobs.h"
#include "testbench/config/slow_nodes.h"

namespace torusim {

namespace {

/// Of fewer a thread tells others more than it does itself (docs/threads.md).
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

std::string objection_to_threads(const RunConfig& config, std::optional<Level> level,
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

RunOptions run_options(const RunConfig& config, const Hardware& hardware) {
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
  // The phases of jobs are a matter of their programs.
  const bool jobs = !config.on.empty() || names_jobs(config.algorithm);
  options.sync = jobs ? Synchronisation::kNone : *config.sync;
  options.level = *config.level;
  options.block_flits = *config.block;
  place_foreign_routers(config, hardware, options);
  options.threads = useful_threads(config, config.level, hardware.topology, options);
  return options;
}

std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed) {
  try {
    return select_nodes(topology, value, seed);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace torusim
