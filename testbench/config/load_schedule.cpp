#include "testbench/config/load_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "models/contract/hardware.h"
#include "models/run/simulation.h"
#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/chakra/trace.h"
#include "schedules/core/cost.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_catalogue.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/config/deadlock_check.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/load_jobs.h"
#include "testbench/config/load_program.h"
#include "testbench/config/prediction.h"
#include "testbench/config/router_groups.h"
#include "testbench/config/routing.h"
#include "testbench/config/slow_nodes.h"

namespace torusim {
namespace {

/// Options that only programs have, or only Chakra traces among them.
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

std::unique_ptr<Schedule> load_file(const RunConfig& config) {
  if (names_jobs(config.algorithm)) {
    auto jobs = load_jobs(config);
    const auto traces = [](const Job& job) { return job.program.program().traces; };
    if (std::none_of(jobs->jobs().begin(), jobs->jobs().end(), traces)) refuse_program_options(config, true);
    return jobs;
  }
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

/// Of `exchange` the choice on these links and nodes, if they differ; else null.
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
  const AlgorithmInfo& info = find_algorithm(config.algorithm);  // an unknown name is the first thing to say
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:16x16", config.algorithm));
  }
  // An algorithm that depends on what a message takes gets it from the run.
  AlgorithmOptions options = config.set;
  for (const OptionInfo& option : info.options) {
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
  const Topology topology = Topology::parse(config.topology);
  auto schedule = make_schedule(config.algorithm, topology, options);  // also refuses what it cannot read
  auto better = exchange_on_these_links(config, topology, options);
  return better ? std::move(better) : std::move(schedule);
}

/// The file that an option of the algorithm names as its matrix, or empty.
std::string matrix_file(const RunConfig& config) {
  const auto matrix = config.set.find("matrix");
  if (matrix == config.set.end() || matrix->second.find_first_of("./") == std::string::npos) return "";
  return matrix->second;
}

/// A schedule for ports that no router has is one that no command deals with.
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

bool names_file(const std::string& name) {
  if (name.ends_with(".tcs") || name.ends_with(".goal") || names_cm(name) || names_chakra(name) ||
      names_chunks(name) || name.ends_with(".toml") || name.find('/') != std::string::npos) {
    return true;
  }
  const bool algorithm = std::any_of(algorithms().begin(), algorithms().end(),
                                     [&](const AlgorithmInfo& info) { return info.name == name; });
  return !algorithm && std::filesystem::exists(name);
}

void refuse_program(const std::string& path) {
  const bool jobs = names_jobs(path);
  if (!jobs && !names_program(path)) return;
  throw InputError(
      fmt::format("{} is a program without phases, and a schedule consists of phases; torusim run "
                  "{}{} runs it",
                  path, path, jobs ? "" : " -t SHAPE"));
}

std::unique_ptr<Schedule> load_schedule(const RunConfig& config) {
  if (config.algorithm.empty()) {
    throw UsageError("name an algorithm (torusim list shows them) or a schedule file");
  }
  check_routing(config);
  std::unique_ptr<Schedule> schedule;
  if (!config.on.empty()) {
    schedule = load_jobs(config);
    if (!names_chakra(config.algorithm)) refuse_program_options(config, true);
  } else {
    schedule = names_file(config.algorithm) ? load_file(config) : make(config);
  }
  schedule = with_lanes(config, with_routing(config, with_failures(config, std::move(schedule))));
  const bool program = dynamic_cast<const ProgramSchedule*>(schedule.get()) != nullptr;
  if (!program) refuse_program_options(config, false);
  const ScheduleInfo& info = schedule->info();
  if (matrix_of(*schedule) && config.block.value_or(1) != 1) {
    throw UsageError(fmt::format("--block {}: the messages of {} have sizes of their own (--set bytes=N)",
                                 *config.block, info.name));
  }
  if (!config.alpha && !config.hardwired) check_ports(info);
  if (config.run.reduce_delay > 0 && !info.collective.reduces()) {
    throw UsageError(fmt::format("--reduce-delay {}: {} performs a {}, which has no reduction",
                                 config.run.reduce_delay, info.name, to_text(info.collective.kind)));
  }
  return schedule;
}

std::vector<std::string> input_files(const RunConfig& config) {
  std::vector<std::string> result = rtl::router_libraries(config.rtl);
  if (names_chakra(config.algorithm)) {
    for (std::string& file : chakra_files(config.algorithm)) result.push_back(std::move(file));
    if (config.groups != RunConfig().groups) result.push_back(config.groups);
  } else if (!config.algorithm.empty() && names_file(config.algorithm)) {
    result.push_back(config.algorithm);
  }
  if (std::string matrix = matrix_file(config); !matrix.empty()) result.push_back(std::move(matrix));
  for (std::string& file : files_of_jobs(config)) result.push_back(std::move(file));
  if (std::string map = map_file(config); !map.empty()) result.push_back(std::move(map));
  for (std::string& factor : factor_files(config.topology)) result.push_back(std::move(factor));
  return result;
}

int automatic_lanes(const RunConfig& config, const Topology& topology) {
  if (config.run.hardware.bubbles()) return 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.wraps(d)) return 2;
  }
  return 1;
}

int automatic_reserve(const RunConfig& config, const Topology& topology,
                      const std::function<std::int64_t()>& longest_worm) {
  const Hardware& hardware = config.run.hardware;
  const int round_trip =
      Hardware::credit_round_trip(longest_link_delay(config, topology), hardware.router_delay);
  if (!hardware.buffers_whole_worms()) return round_trip;
  const std::int64_t longest = longest_worm();
  if (hardware.bubbles()) {
    const std::int64_t slots = 1 + (round_trip + longest - 1) / longest;
    if (slots * longest <= Hardware::kMaxSlots) return static_cast<int>(slots * longest);
    return Hardware::kMaxSlots;
  }
  if (longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching {} keeps whole worms in a buffer: the longest has {} flits, a buffer "
                    "at most {}",
                    to_text(hardware.switching), longest, int{Hardware::kMaxSlots}));
  }
  return std::max(round_trip, static_cast<int>(longest));
}

void settle_packet_slots(RunConfig& config, std::int64_t longest) {
  Hardware& hardware = config.run.hardware;
  if (!hardware.bubbles()) return;
  if (2 * longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching bubble keeps two of the longest worms in a buffer: they have {} flits each, "
                    "a buffer at most {}",
                    longest, int{Hardware::kMaxSlots}));
  }
  if (2 * longest > *config.reserve) {
    throw UsageError(fmt::format(
        "--reserve {}: --switching bubble needs two of the longest worms in a buffer, so {} or more",
        *config.reserve, 2 * longest));
  }
  hardware.packet_slots = static_cast<int>(*config.reserve / longest);
}

bool plain_direct(const RunConfig& config, const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  return info.name == "direct" && !info.topology.has_graph() && info.topology.failures() == nullptr &&
         !names_file(config.algorithm);
}

std::int64_t longest_message(const RunConfig& config, Schedule& schedule) {
  if (const auto* program = dynamic_cast<const ProgramSchedule*>(&schedule)) return 1 + program->longest();
  if (plain_direct(config, schedule)) return 1 + *config.block;
  std::int64_t longest = 0;
  for (const PhaseSummary& phase : summarize(schedule)) longest = std::max(longest, phase.max_blocks);
  if (longest > Hardware::kMaxSlots) return longest;  // too long in any case, and a product may be far more
  return 1 + longest * *config.block;
}

namespace {

/// Of the schedule that --on has placed.
int block_on_part(const Schedule& schedule) {
  return dynamic_cast<const JobsSchedule&>(schedule).jobs().front().block;
}

}  // namespace

void settle(RunConfig& config, Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  config.topology = info.topology.name();
  if (!config.block) config.block = config.on.empty() ? info.block_flits : block_on_part(schedule);
  if (!config.sync) config.sync = info.sync;
  if (!config.level) config.level = Level::kFast;
  if (config.level == Level::kDense && config.hardwired) {
    throw UsageError("--level dense has routers; --hardwired has none");
  }
  if (!config.alpha) config.alpha = info.ports;
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

void resolve(RunConfig& config, Schedule& schedule) {
  settle(config, schedule);
  refuse_circles(config, schedule);
}

Hardware hardware_of(const RunConfig& config, const Topology& topology) {
  Hardware hardware = config.run.hardware;
  hardware.topology = topology;
  hardware.alpha = *config.alpha;
  hardware.classes = *config.classes;
  hardware.lanes = *config.lanes;
  hardware.reserve = *config.reserve;
  hardware.adaptive = config.routing == Routing::kAdaptive;
  hardware.phase_gates = config.sync == Synchronisation::kSwitch;
  if (auto links = uneven_links(config, topology)) hardware.set_links(std::move(*links));
  try {
    hardware.validate();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
  return hardware;
}

}  // namespace torusim
