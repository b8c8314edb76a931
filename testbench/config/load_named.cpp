#include "testbench/config/load_named.h"

#include <fmt/format.h>

#include <numeric>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/chakra/trace.h"
#include "schedules/core/error.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_program.h"
#include "testbench/config/named_files.h"
#include "testbench/config/node_options.h"
#include "testbench/config/prediction.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> load_file(const RunConfig& config) {
  if (names_program(config.algorithm)) {
    if (!names_chakra(config.algorithm)) refuse_program_options(config, true);
    return load_program(config);
  }
  if (!config.set.empty()) {
    throw UsageError(fmt::format("--set {}: a schedule file has no options", config.set.begin()->first));
  }
  auto schedule = read_tcs(config.algorithm);
  if (!config.topology.empty()) {
    const Topology asked = Topology::parse(config.topology);
    if (!(asked == schedule->info().topology)) {
      throw InputError(fmt::format("{} is for {}, not for {}", config.algorithm,
                                   schedule->info().topology.name(), asked.name()));
    }
  }
  return schedule;
}

/// For `exchange` the schedule chosen for these links and nodes, if they differ; else null.
std::unique_ptr<Schedule> exchange_on_these_links(const RunConfig& config, const Topology& topology,
                                                  const AlgorithmOptions& options) {
  TimeModel model{.hardware = config.run.hardware, .slower = slower_nodes(config, topology)};
  auto links = uneven_links(config, topology);
  if (config.algorithm != "exchange" || (!links && model.slower.empty())) return nullptr;
  const auto number = [&](const char* name, int standard) {
    const auto given = options.find(name);
    return given == options.end() ? standard : std::stoi(given->second);
  };
  model.block_flits = number("block", 1);
  model.startup = number("startup", 0);
  model.hardware.topology = topology;
  model.hardware.reserve =
      config.reserve.value_or(Hardware::credit_round_trip(longest_link_delay(config, topology)));
  if (links) model.hardware.set_links(std::move(*links));
  return exchange_by(topology, {model.block_flits, model.startup}, [&](Schedule& schedule) {
    const std::vector<Cycle> phases = predicted_phases(schedule, model);
    return std::accumulate(phases.begin(), phases.end(), Cycle{0});
  });
}

std::unique_ptr<Schedule> make(const RunConfig& config) {
  find_algorithm(config.algorithm);  // an unknown name is the first error
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:16x16", config.algorithm));
  }
  const AlgorithmOptions options = algorithm_options(config);
  const Topology topology = Topology::parse(config.topology);
  auto schedule = make_schedule(config.algorithm, topology, options);  // also refuses unknown options
  auto better = exchange_on_these_links(config, topology, options);
  return better ? std::move(better) : std::move(schedule);
}

/// Refuses a schedule for more ports than a router can have.
void check_ports(const ScheduleInfo& info) {
  const int most = Hardware::kMaxPorts - info.topology.network_ports();
  if (info.ports <= most) return;
  throw InputError(fmt::format(
      "{} on {} sends through {} ports at once: a router has {} ports, {} of them to other nodes, so {} for "
      "its own; torusim run --alpha N runs it with fewer",
      info.name, info.topology.name(), info.ports, int{Hardware::kMaxPorts}, info.topology.network_ports(),
      most));
}

}  // namespace

void refuse_program_options(const RunConfig& config, bool program) {
  const RunConfig standard;
  const std::pair<bool, const char*> traces[] = {{config.collective != standard.collective, "collectives"},
                                                 {config.groups != standard.groups, "groups"},
                                                 {config.ctrl_deps, "ctrl-deps"}};
  const std::pair<bool, const char*> programs[] = {{config.map != standard.map, "map"},
                                                   {config.host != standard.host, "host"}};
  for (const auto& [given, option] : traces) {
    if (!given) continue;
    throw UsageError(fmt::format("--{}: for Chakra traces (.et), and {} is a {}", option, config.algorithm,
                                 names_jobs(config.algorithm)      ? "run file"
                                 : names_program(config.algorithm) ? "program of another format"
                                                                   : "schedule"));
  }
  for (const auto& [given, option] : programs) {
    if (!given || program) continue;
    throw UsageError(fmt::format("--{}: for programs (.goal, .cm, .et, .xml, .json), and {} is a schedule",
                                 option, config.algorithm));
  }
}

AlgorithmOptions algorithm_options(const RunConfig& config) {
  AlgorithmOptions options = config.set;
  for (const OptionInfo& option : find_algorithm(config.algorithm).options) {
    if (option.name == "block" && config.block) options.try_emplace("block", std::to_string(*config.block));
    if (option.name == "startup") options.try_emplace("startup", std::to_string(config.run.startup));
    if (option.name == "flit-bytes" && config.flit_bytes > 0) {
      const std::string given = std::to_string(config.flit_bytes);
      const std::string& other = options.try_emplace("flit-bytes", given).first->second;
      if (other != given) {
        throw UsageError(
            fmt::format("--flit-bytes {} and --set flit-bytes={}: give one of them", given, other));
      }
    }
  }
  return options;
}

std::unique_ptr<Schedule> load_named(const RunConfig& config) {
  return names_file(config.algorithm) ? load_file(config) : make(config);
}

void check_loaded(const RunConfig& config, const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  if (matrix_of(schedule) && config.block.value_or(1) != 1) {
    throw UsageError(fmt::format("--block {}: the messages of {} have sizes of their own (--set bytes=N)",
                                 *config.block, info.name));
  }
  if (!config.alpha && !config.hardwired) check_ports(info);
}

}  // namespace torusim
