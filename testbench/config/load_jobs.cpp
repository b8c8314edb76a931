#include "testbench/config/load_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/contract/time_limits.h"
#include "models/sources/traffic_program.h"
#include "schedules/algorithms/registry.h"
#include "schedules/chakra/trace.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/about.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/jobs_file.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_named.h"
#include "testbench/config/load_program.h"
#include "testbench/config/named_files.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/units.h"
#include "testbench/config/vector_size.h"

namespace torusim {
namespace {

Topology whole_network(const RunConfig& config) {
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:8x8", config.algorithm));
  }
  return Topology::parse(config.topology);
}

/// The job's own synchronisation, else the one of the options.
PhaseOrder order_of(const RunConfig& config, const JobEntry& entry, const ScheduleInfo& info) {
  PhaseOrder order{entry.sync.value_or(config.sync.value_or(Synchronisation::kNone)), config.run.barrier};
  if (entry.barrier) {
    order.barrier = about(fmt::format("barrier = {}: ", *entry.barrier),
                          [&] { return cycles_of(*entry.barrier, config.clock, kLongestBarrier); });
    if (!has_barriers(order.sync)) throw UsageError("barrier is a latency of sync = barrier or local");
  }
  if (order.sync == Synchronisation::kLocal && !info.has_signals) {
    throw UsageError(fmt::format("{} names no signals; use sync none, barrier or priority", info.name));
  }
  return order;
}

/// The schedule of `one` on the live links of the part and with their rates, if the algorithm plans by them.
/// Where the part is cut, messages are rerouted as those of other algorithms.
std::unique_ptr<Schedule> load_inside(const RunConfig& config, RunConfig& one, const Topology& whole,
                                      const SubNetwork& part) {
  if (names_file(one.algorithm)) return load_named(one);
  const AlgorithmInfo& info = find_algorithm(one.algorithm);
  if (std::ranges::find(info.options, "intervals", &OptionInfo::name) != info.options.end()) {
    one.set.merge(planned_links(config, whole, part));
  }
  if (!info.plans_round_failures) return load_named(one);
  try {
    const Topology live = part.live(with_failures(config, whole));
    if (live.failures() != nullptr) {
      return make_schedule(one.algorithm, live, algorithm_options(one, live));
    }
  } catch (const InputError&) {
    // The live links do not join the nodes of the part, or the algorithm does not run on them.
  }
  return load_named(one);
}

/// The schedule or program of a job on its own network, as a program; `block` receives the flits of a block.
/// `part`: the network of its routes; null: the whole network.
ProgramSchedule program_of_job(const RunConfig& config, const JobEntry& entry, const Topology& own,
                               const Topology& whole, const SubNetwork* part, int& block) {
  RunConfig one;
  one.algorithm = entry.run;
  one.topology = own.name();
  one.on = entry.nodes;  // errors say that it is a job
  one.set = entry.set;
  if (entry.block) {
    one.block = static_cast<int>(about(fmt::format("block = {}: ", *entry.block), [&] {
      return flits_of(*entry.block, config.flit_bytes, kMostJobBlock);
    }));
  }
  one.size = entry.size;
  if (!names_program(entry.run)) one.sync = entry.sync;  // a program's is refused below
  one.alpha = config.alpha;
  one.clock = config.clock;
  one.flit_bytes = config.flit_bytes;
  one.host = names_program(entry.run) ? config.host : RunConfig().host;
  one.run.startup = config.run.startup;
  one.run.hardware = config.run.hardware;  // exchange is chosen for its routers
  if (names_jobs(entry.run))
    throw InputError(entry.run + " is a run file; a job runs a schedule or a program");
  if (names_chakra(entry.run)) {
    one.collective = config.collective;
    one.groups = config.groups;
    one.ctrl_deps = config.ctrl_deps;
  }
  if (!entry.size.empty() && names_program(entry.run)) {
    throw UsageError(fmt::format("size = {}: a program has messages of its own sizes", entry.size));
  }
  const auto schedule = part == nullptr ? load_named(one) : load_inside(config, one, whole, *part);
  settle_size(one, own, schedule->info().collective);
  check_loaded(one, *schedule);
  if (ProgramSchedule* const program = schedule->as_program()) {
    if (entry.sync || entry.barrier) {
      throw UsageError(fmt::format("{}: {} is a program, which has no phases to synchronise",
                                   entry.sync ? "sync" : "barrier", entry.run));
    }
    if (program->settings().chunks == nullptr) return std::move(*program);
    ProgramSettings settings = program->settings();
    settings.chunks = nullptr;
    settings.notes.push_back("its chunks are not followed in a job; torusim check of the file does");
    return ProgramSchedule(std::move(*program).release(), own, std::move(settings));
  }
  const PhaseReport report = check_phases(*schedule);
  if (report.violation_count > 0) {
    throw InputError(fmt::format("{}: torusim check refuses this schedule: {}", entry.run, report.first));
  }
  const ScheduleInfo& info = schedule->info();
  block = one.block.value_or(info.block_flits);
  const int ports = info.ports, alpha = config.alpha.value_or(ports);
  const PhaseOrder order = order_of(config, entry, info);
  ProgramSchedule program = program_of(*schedule, block, alpha, order, config.bytes_of_flit());
  ProgramSettings settings = program.settings();
  settings.chunks = nullptr;  // jobs count messages
  if (order.sync != Synchronisation::kNone) {
    settings.notes.push_back(fmt::format("runs with --sync {}", to_text(order.sync)));
  } else if (info.sync != Synchronisation::kNone) {
    settings.notes.push_back(fmt::format("made to run with --sync {}, runs without", to_text(info.sync)));
  }
  if (ports > alpha) {
    settings.notes.push_back(
        fmt::format("sends through {} ports at once, and has {} (--alpha)", ports, alpha));
  }
  settings.host = parse_host(config.host, config.clock);
  return ProgramSchedule(std::move(program).release(), own, std::move(settings));
}

/// The traffic of a job, on its own network.
BackgroundTraffic background_of(const RunConfig& config, const JobEntry& entry, const Topology& own) {
  BackgroundTraffic traffic;
  traffic.seed = config.seed;
  traffic.pattern.name = entry.traffic;
  bool hotspot = false;
  for (const auto& [key, text] : entry.traffic_set) {
    try {
      if (key == "load")
        traffic.load = parse_number<double>(text, 0, 64, "flits per node and cycle, 0 to 64");
      if (key == "packet") traffic.packet = PacketMix::parse(text);
      if (key == "injection") traffic.injection = ArrivalKind::parse(text);
      if (key == "cycles") traffic.cycles = cycles_of(text, config.clock, kLongestStartup);
      if (key == "hotspot") {
        const auto nodes = select_nodes(own, text, config.seed);
        if (nodes.size() != 1) throw UsageError("must be one node");
        traffic.pattern.hotspot = nodes.front();
      }
      if (key == "hotspot-share") {
        traffic.pattern.hotspot_share = parse_number<double>(text, 0, 1, "a share, 0 to 1");
      }
      hotspot |= key.starts_with("hotspot");
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{} = {}: {}", key, text, error.what()));
    }
  }
  if (traffic.cycles <= 0) throw UsageError("traffic needs cycles = N, in which its packets are made");
  if (hotspot && entry.traffic != "hotspot") {
    throw UsageError(fmt::format("hotspot is for traffic = \"hotspot\", not {}", entry.traffic));
  }
  return traffic;
}

Job job_of(const RunConfig& config, const JobEntry& entry, const Topology& whole) {
  std::optional<SubNetwork> part;
  std::vector<NodeId> nodes;
  Topology own = whole;
  if (entry.topology.empty()) {
    part = SubNetwork::parse(whole, entry.nodes);
    nodes = part->node_of;
    own = part->topology;
    if (entry.shortest) part.reset();
  } else {
    own = Topology::parse(entry.topology);
    nodes = select_nodes(whole, entry.nodes, config.seed);
    if (static_cast<NodeId>(nodes.size()) != own.nodes()) {
      throw UsageError(
          fmt::format("must name {} nodes for {}, not {}", own.nodes(), own.name(), nodes.size()));
    }
  }
  const std::int64_t start = about(fmt::format("start = {}: ", entry.start),
                                   [&] { return cycles_of(entry.start, config.clock, kLongestStartup); });
  int block = 1;
  std::int64_t background = 0;
  ProgramSchedule program = [&] {
    if (entry.traffic.empty())
      return program_of_job(config, entry, own, whole, part ? &*part : nullptr, block);
    const BackgroundTraffic traffic = background_of(config, entry, own);
    background = traffic.cycles;
    ProgramSchedule made = traffic_program(traffic, own, config.bytes_of_flit());
    ProgramSettings settings = made.settings();
    settings.host = parse_host(config.host, config.clock);
    return ProgramSchedule(std::move(made).release(), own, std::move(settings));
  }();
  std::string name = entry.name.empty() ? program.info().name : entry.name;
  return {std::move(name),
          std::move(program),
          std::move(nodes),
          std::move(part),
          start,
          entry.message_class,
          block,
          background,
          {},
          entry.place};
}

std::unique_ptr<JobsSchedule> joined(const std::string& name, const Topology& whole, std::vector<Job> jobs) {
  return std::make_unique<JobsSchedule>(JobsSchedule::join(name, whole, std::move(jobs)));
}

/// Refuses --sync and --barrier if they affect no job.
void refuse_unused_sync(const RunConfig& config, const std::vector<JobEntry>& entries) {
  const Synchronisation all = config.sync.value_or(Synchronisation::kNone);
  bool synchronised = all == Synchronisation::kNone, barriers = config.run.barrier == 0;
  for (const JobEntry& entry : entries) {
    if (!entry.traffic.empty() || names_program(entry.run)) continue;
    synchronised |= entry.sync.value_or(all) == all;
    barriers |= !entry.barrier && has_barriers(entry.sync.value_or(all));
  }
  if (!synchronised)
    throw UsageError(fmt::format("--sync {}: no job is a schedule without a sync of its own", to_text(all)));
  if (!barriers) throw UsageError("--barrier: no job takes it; sync = barrier and local have barriers");
}

std::unique_ptr<JobsSchedule> load_run_file(const RunConfig& config) {
  if (config.block.value_or(1) != 1)
    throw UsageError("--block: in a run file each job has its own, block = N");
  if (!config.size.empty()) throw UsageError("--size: in a run file each job has its own, size = 1MB");
  const Topology whole = whole_network(config);
  std::vector<Job> jobs;
  const std::vector<JobEntry> entries = read_jobs_file(config.algorithm);
  refuse_unused_sync(config, entries);
  std::optional<bool> goal;  // of the jobs so far
  for (const JobEntry& entry : entries) {
    try {
      jobs.push_back(job_of(config, entry, whole));
    } catch (const UsageError& error) {
      throw InputError(fmt::format("{}: job {}: {}", entry.place, entry.name, error.what()));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: job {}: {}", entry.place, entry.name, error.what()));
    }
    for (std::size_t i = 0; i + 1 < jobs.size(); ++i) {
      if (jobs[i].name == entry.after) jobs.back().after = i;
    }
    if (!entry.traffic.empty()) continue;
    const bool ends_early = !jobs.back().program.program().sends_end_at_tail;
    if (ends_early != goal.value_or(ends_early)) {
      throw InputError(
          fmt::format("{}: job {}: GOAL programs end their sends differently than all others; a "
                      "run file has only one kind",
                      entry.place, entry.name));
    }
    goal = ends_early;
  }
  return joined(config.algorithm, whole, std::move(jobs));
}

}  // namespace

std::unique_ptr<JobsSchedule> load_jobs(const RunConfig& config) {
  if (names_jobs(config.algorithm)) return load_run_file(config);
  const Topology whole = whole_network(config);
  JobEntry entry;
  entry.run = config.algorithm;
  entry.nodes = config.on;
  entry.set = config.set;
  if (config.sync && config.sync != Synchronisation::kNone) entry.sync = config.sync;
  if (config.block) entry.block = fmt::format("{}", *config.block);
  entry.size = config.size;
  refuse_unused_sync(config, {entry});
  std::vector<Job> jobs;
  about(fmt::format("--on {}: ", config.on), [&] { return SubNetwork::parse(whole, config.on); });
  jobs.push_back(job_of(config, entry, whole));
  return joined(config.algorithm, whole, std::move(jobs));
}

}  // namespace torusim
