#include "testbench/config/chooser.h"

#include <numeric>

#include "models/contract/worm.h"
#include "models/contract/zero_load.h"
#include "models/run/level_choice.h"
#include "models/run/make_network.h"
#include "models/run/simulation.h"
#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/core/interruption.h"
#include "testbench/config/automatic.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/node_options.h"
#include "testbench/config/prediction.h"

namespace torusim {
namespace {

/// Whether the topology is the network of the configuration, whatever has failed in it.
bool whole(const RunConfig& config, const Topology& topology) {
  return !config.topology.empty() && Topology::parse(config.topology) == topology.with_failures(nullptr);
}

/// The options of a run without observers. The schedule gives classes and buffers.
RunOptions bare_options(const RunConfig& config, const Topology& topology, int block_flits, Cycle startup,
                        int ports) {
  RunOptions options;
  options.hardware = config.run.hardware;
  options.hardware.topology = topology;
  options.hardware.alpha = ports;
  options.hardware.lanes = config.lanes.value_or(automatic_lanes(config, topology));
  options.block_flits = block_flits;
  options.startup = startup;
  options.reduce_delay = config.run.reduce_delay;
  int delay = config.run.hardware.link_delay;
  if (whole(config, topology)) {
    options.slower = slower_nodes(config, topology);
    delay = longest_link_delay(config, topology);
    if (auto links = uneven_links(config, topology)) options.hardware.set_links(std::move(*links));
  }
  options.hardware.reserve =
      config.reserve.value_or(Hardware::credit_round_trip(delay, options.hardware.router_delay));
  return options;
}

/// Nothing also for a schedule that the buffers of the configuration cannot carry.
std::optional<std::int64_t> run(RunConfig config, RunOptions options, Schedule& schedule,
                                std::int64_t most) try {
  config.block = options.block_flits;
  const Topology& topology = schedule.info().topology;
  const MessageNeeds needs = message_needs(schedule, options.block_flits);
  if (schedule.as_program() != nullptr) options.sync = Synchronisation::kNone;
  if (!config.reserve) config.reserve = automatic_reserve(config, topology, needs.most_flits);
  settle_packet_slots(config, needs.most_flits);
  options.hardware.reserve = *config.reserve;
  options.hardware.packet_slots = config.run.hardware.packet_slots;
  options.hardware.classes = classes_needed(schedule.info(), needs.highest_class, options.sync);
  options.level = faster_level(schedule, options);
  options.max_cycles = most == INT64_MAX ? 0 : most;
  options.progress = [](std::int64_t, std::int64_t, Cycle) { return !Interruptible::wanted(); };
  const RunResult result = simulate(schedule, options, make_network_without_kernel);
  Interruptible::check();
  if (result.verdict != Verdict::kVerified) return {};
  return result.cycles;
} catch (const UsageError&) {
  return {};
} catch (const InputError&) {
  return {};
}

}  // namespace

Means means_of(const RunConfig& config, const Topology& topology, int block_flits, Cycle startup, int ports) {
  const RunOptions options = bare_options(config, topology, block_flits, startup, ports);
  const TimeModel model{options.hardware, block_flits, startup, options.reduce_delay, options.slower};
  const bool uneven = model.hardware.uneven != nullptr || !model.slower.empty();
  Hardware even = options.hardware;
  even.uneven = nullptr;
  even.slow_links = false;
  if (uneven) even.link_delay = 1;  // no link has less
  Means means;
  means.ports = ports;
  means.block_flits = block_flits;
  means.startup = startup;
  means.reduce_delay = config.run.reduce_delay;
  means.time = [=](std::int64_t blocks, std::int64_t hops) {
    return zero_load_latency(even, startup, hops, message_flits(blocks, block_flits));
  };
  // A link rests for its interval behind the last flit of a phase, and the credits of the last flits are
  // under way. The first flit of the next phase comes as long after it as a head takes over one hop.
  const Hardware& hardware = model.hardware;
  const LinkTime longest = hardware.uneven ? hardware.uneven->longest(topology) : hardware.link(0, 0);
  const Cycle pause = means.time(0, 1);
  const Cycle round_trip = Hardware::credit_round_trip(longest.delay, hardware.router_delay);
  means.apart_is_exact = longest.interval <= pause && round_trip < pause + hardware.reserve;
  if (uneven || !means.apart_is_exact) {
    means.apart = [model](Schedule& schedule) {
      const std::vector<Cycle> phases = predicted_phases(schedule, model);
      return std::accumulate(phases.begin(), phases.end(), Cycle{0});
    };
  }
  means.run = [=](Schedule& schedule, std::int64_t most) { return run(config, options, schedule, most); };
  return means;
}

std::unique_ptr<Schedule> make_for(const RunConfig& config, const std::string& name, const Topology& topology,
                                   const AlgorithmOptions& options) {
  if (name != "exchange") return make_schedule(name, topology, options);
  const ExchangeSettings settings(topology, with_defaults(find_algorithm(name), options));
  Means means = means_of(config, topology, settings.block_flits, settings.startup, settings.ports);
  means.seconds = settings.seconds;
  // A schedule with other routes or lanes has the channels of all its ports.
  const RunConfig standard;
  means.queues = config.fail == standard.fail && config.routing == standard.routing &&
                 config.lane_choice == standard.lane_choice;
  return chosen_exchange(topology, settings, means, means.apart ? " on these links and nodes" : "");
}

}  // namespace torusim
