#include "testbench/config/failed_links.h"

#include <fmt/format.h>

#include <optional>

#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/core/jobs.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/text/failure_text.h"
#include "testbench/config/about.h"
#include "testbench/config/automatic.h"
#include "testbench/config/load_named.h"
#include "testbench/config/named_files.h"

namespace torusim {
namespace {

std::string option_text(const RunConfig& config) { return fmt::format("--fail {}: ", config.fail); }

int lanes_of(const RunConfig& config, const Topology& topology) {
  return config.lanes.value_or(automatic_lanes(config, topology));
}

/// Calls visit(from, to) for all pairs between which the pattern sends, and for their replies.
template <typename Visit>
void each_pair(const Topology& topology, const Pattern& pattern, bool replies, Visit visit_one) {
  const auto visit = [&](NodeId from, NodeId to) {
    visit_one(from, to);
    if (replies) visit_one(to, from);
  };
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    if (!pattern.sends(from)) continue;
    if (const std::optional<NodeId> only = pattern.only_destination(from)) {
      visit(from, *only);
      continue;
    }
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (to != from && !topology.failures()->node(to)) visit(from, to);
    }
  }
}

bool by_name(const RunConfig& config) { return !names_file(config.algorithm) && config.on.empty(); }

/// Refuses a method that would have no messages to move.
void refuse_idle_reroute(const RunConfig& config) {
  if (config.reroute == RunConfig().reroute || !by_name(config)) return;
  if (!find_algorithm(config.algorithm).never_rerouted) return;
  throw UsageError(fmt::format("--reroute {}: {} uses live links only, so no message is moved",
                               to_text(config.reroute), config.algorithm));
}

/// The schedule that the algorithm makes for the network that is left, or null where messages move.
std::unique_ptr<Schedule> planned_again(const RunConfig& config, Schedule& intact, const Topology& topology) {
  if (config.reroute != RunConfig().reroute || !by_name(config)) return nullptr;
  const AlgorithmInfo& info = find_algorithm(config.algorithm);
  if (!info.plans_round_failures) return nullptr;
  try {
    auto again = make_schedule(config.algorithm, topology, algorithm_options(config, topology));
    return planned_round_failures(intact, std::move(again));
  } catch (const InputError&) {
    if (info.never_rerouted) throw;
    return nullptr;
  }
}

}  // namespace

Topology with_failures(const RunConfig& config, const Topology& intact) {
  auto failures = about("--fail ", [&] { return parse_failures(intact, config.fail, config.seed); });
  if (failures && failures->links().empty() && failures->nodes().empty()) failures = nullptr;
  return failures ? intact.with_failures(std::move(failures)) : intact;
}

std::unique_ptr<Schedule> with_failures(const RunConfig& config, std::unique_ptr<Schedule> schedule) {
  if (schedule->info().topology.failures() != nullptr) {
    if (config.fail == RunConfig().fail) return schedule;
    throw UsageError(fmt::format("--fail {}: the network of {} is without some nodes already", config.fail,
                                 config.algorithm));
  }
  const Topology topology = with_failures(config, schedule->info().topology);
  if (topology.failures() == nullptr) return schedule;
  refuse_idle_reroute(config);
  const int lanes = lanes_of(config, topology);
  return about(option_text(config), [&]() -> std::unique_ptr<Schedule> {
    if (auto again = planned_again(config, *schedule, topology)) return again;
    ProgramSchedule* const program = schedule->as_program();
    if (program == nullptr) {
      return std::make_unique<ReroutedSchedule>(std::move(schedule), topology, config.reroute, lanes);
    }
    const auto reroute = [=, how = config.reroute](ProgramSchedule moved) {
      return rerouted_program(std::move(moved), topology, how, lanes);
    };
    if (JobsSchedule* const jobs = program->as_jobs()) {
      return std::make_unique<JobsSchedule>(std::move(*jobs).rerouted(reroute));
    }
    return std::make_unique<ProgramSchedule>(reroute(std::move(*program)));
  });
}

std::shared_ptr<const PairRoutes> routes_of_pairs(const RunConfig& config, const Topology& topology,
                                                  const PatternOptions& options) {
  if (topology.has_graph()) {
    throw InputError(fmt::format("--fail: traffic on {} has no routes round failed links", topology.name()));
  }
  if (topology.nodes() > PairRoutes::kMostNodes) {
    throw InputError(fmt::format("--fail: traffic round failed links is for networks of up to {} nodes",
                                 NodeId{PairRoutes::kMostNodes}));
  }
  return about(option_text(config), [&] {
    const Pattern pattern(options, topology);
    return rerouted_pairs(topology, config.reroute, lanes_of(config, topology), [&](const auto& visit) {
      each_pair(topology, pattern, config.traffic.packets.closed.on(), visit);
    });
  });
}

std::string rerouting_lines(const Rerouting* rerouting, int width, const char* what) {
  if (rerouting == nullptr) return "";
  const Rerouting& r = *rerouting;
  std::string text = fmt::format("{:<{}} {}\n", "failed", width, r.failed);
  if (r.how == Reroute::kPlanned) {
    return text + fmt::format(
                      "{:<{}} again: {} phase{}, {} before; {} hops, {} before\n"
                      "{:<{}} {} blocks on the busiest channel, {} before\n",
                      "planned", width, r.phases, r.phases == 1 ? "" : "s", r.phases_before, r.hops,
                      r.hops_before, "", width, r.busiest, r.busiest_before);
  }
  text += fmt::format("{:<{}} {} of {} {} take other routes ({}), {} hops more in all", "rerouted", width,
                      r.moved, r.messages, what, to_text(r.how), r.hops - r.hops_before);
  const int more = r.classes_more();
  text += more == 0 ? "; no class more\n" : fmt::format("; {} class{} more\n", more, more == 1 ? "" : "es");
  if (r.busiest_before > 0) {
    text += fmt::format("{:<{}} {} blocks on the busiest channel, {} before\n", "", width, r.busiest,
                        r.busiest_before);
  }
  if (r.apart_before > 0) {
    text += fmt::format("{:<{}} {} of {} phases lost their freedom from contention{}\n", "", width,
                        r.apart_lost, r.apart_before,
                        r.apart_lost == 0 ? ""
                                          : fmt::format(": up to {} messages on a channel (phase {})",
                                                        r.worst, r.worst_phase));
  }
  return text;
}

}  // namespace torusim
