#include "schedules/check/check.h"

#include <fmt/format.h>

#include "schedules/check/channel_dependencies.h"
#include "schedules/check/holdings.h"
#include "schedules/check/phase_rules.h"

namespace torusim {

PhaseReport check_phases(Schedule& schedule) {
  ViolationLog log(schedule.info(), 1);
  PhaseRules rules(schedule.info(), log);
  schedule.rewind();
  Phase phase;
  for (int index = 0; schedule.next(phase); ++index) {
    log.enter(index, phase.name);
    rules.check(index, phase);
  }
  schedule.rewind();
  PhaseReport report{log.count(), ""};
  if (report.violation_count > 0) report.first = log.take().front().text;
  return report;
}

CheckReport check(Schedule& schedule, const CheckOptions& options) {
  schedule.rewind();
  const ScheduleInfo& info = schedule.info();
  const Topology& topology = info.topology;
  CheckReport report;
  ViolationLog log(info, options.keep);
  PhaseRules rules(info, log);
  const auto holdings = make_holdings(schedule);
  ChannelDependencies in_phase(topology, options.lanes);
  ChannelDependencies overall(topology, options.lanes);

  Phase phase;
  for (int index = 0; schedule.next(phase); ++index) {
    log.enter(index, phase.name);
    check_dimensions(topology, phase);
    rules.check(index, phase);
    holdings->apply(
        phase, [&](const Transfer& t) { return rules.nodes_exist(t); }, log);

    report.phases.push_back(summarize(topology, phase));
    report.transfers += static_cast<std::int64_t>(phase.transfers.size());
    in_phase.clear();
    for (const Transfer& transfer : phase.transfers) {
      report.block_hops += transfer.block_count() * transfer.route.hops(topology);
      if (!options.dependencies || !rules.route_exists(transfer)) continue;
      in_phase.add(transfer.source, transfer.route, transfer.message_class);
      overall.add(transfer.source, transfer.route, transfer.message_class);
    }
    if (report.cycles.in_phase.empty()) {
      report.cycles.in_phase = in_phase.names(in_phase.cycle());
      if (!report.cycles.in_phase.empty()) report.cycles.phase = phase.name;
    }
  }
  const auto phases = static_cast<int>(report.phases.size());
  log.enter(phases, "");
  holdings->report_undelivered(log);
  report.repeats = holdings->repeats();
  if (phases != info.phases) {
    log.add(ViolationKind::kPhaseCount, 0, fmt::format("{} phases, but {} announced", phases, info.phases));
  }
  report.cycles.overall = overall.names(overall.cycle());
  report.cost = cost(report.phases);
  report.violation_count = log.count();
  report.violations = log.take();
  schedule.rewind();
  return report;
}

}  // namespace torusim
