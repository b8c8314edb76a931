#include "testbench/config/load_named.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/registry.h"
#include "schedules/chakra/trace.h"
#include "schedules/core/error.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/config/chooser.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_program.h"
#include "testbench/config/named_files.h"
#include "testbench/config/node_options.h"
#include "testbench/config/vector_size.h"

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
    if (!(asked == schedule->info().topology.with_failures(nullptr))) {
      throw InputError(fmt::format("{} is for {}, not for {}", config.algorithm,
                                   schedule->info().topology.name(), asked.name()));
    }
  }
  return schedule;
}

/// Flits of a packet by --size; with `whole` it is one block, so that it has a most.
std::int64_t packet_of_size(const RunConfig& config, const AlgorithmInfo& info, const Topology& topology,
                            bool whole) {
  const auto asked = config.set.find("collective");
  Collective collective;
  collective.kind =
      asked == config.set.end() ? info.collective : collective_kind(asked->second).value_or(info.collective);
  const std::int64_t flits = only_size(config).flits;
  return whole ? block_of_vector(flits, topology, collective) : packet_of_vector(flits, topology, collective);
}

std::unique_ptr<Schedule> make(const RunConfig& config) {
  find_algorithm(config.algorithm);  // an unknown name is the first error
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:16x16", config.algorithm));
  }
  const Topology topology = Topology::parse(config.topology);
  return make_for(config, config.algorithm, topology, algorithm_options(config, topology));
}

/// Refuses a schedule for more ports than a router can have.
void check_ports(const ScheduleInfo& info) {
  const int others = info.topology.network_ports(), most = std::min(others, Hardware::kMaxPorts - others);
  if (info.ports <= most) return;
  throw InputError(
      fmt::format("{} on {} sends through {} ports at once: a router has {} ports to other nodes and up to "
                  "{} for its own; "
                  "torusim run --alpha N runs it with fewer",
                  info.name, info.topology.name(), info.ports, others, most));
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

AlgorithmOptions algorithm_options(const RunConfig& config, const Topology& topology) {
  const AlgorithmInfo& info = find_algorithm(config.algorithm);
  AlgorithmOptions options = config.set;
  // The block depends on the number of pieces, which an algorithm with this option chooses.
  const bool divides = std::ranges::find(info.options, "packet", &OptionInfo::name) != info.options.end();
  for (const OptionInfo& option : info.options) {
    if (option.name == "block" && config.block) options.try_emplace("block", std::to_string(*config.block));
    if (option.name == (divides ? "packet" : "block") && !config.block && !config.size.empty()) {
      options.try_emplace(option.name, std::to_string(packet_of_size(config, info, topology, !divides)));
    }
    if (option.name == "intervals") options.merge(planned_links(config, topology));
    if (option.name == "sync" && !config.size.empty() &&
        config.sync.value_or(Synchronisation::kData) != Synchronisation::kData) {
      options.try_emplace("sync", "barrier");
    }
    if (option.name == "startup") {
      // The phases of a plan last as long as those of its slowest node.
      const std::vector<Cycle> slower = divides ? slower_nodes(config, topology) : std::vector<Cycle>();
      const Cycle most = slower.empty() ? 0 : std::ranges::max(slower);
      options.try_emplace("startup", std::to_string(config.run.startup + most));
    }
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

void keep_derived(RunConfig& config, const Topology& topology) {
  if (config.size.empty() || config.block || names_file(config.algorithm)) return;
  const AlgorithmOptions options = algorithm_options(config, topology);
  for (const char* const derived : {"packet", "sync"}) {
    if (const auto found = options.find(derived); found != options.end()) config.set.insert(*found);
  }
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
