#include "testbench/report/explained_traffic.h"

#include <algorithm>

#include "testbench/config/recorded_options.h"
#include "testbench/process/memory.h"
#include "testbench/results/link_figures.h"
#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

/// Counts the links of the window from the history.
std::vector<WindowLink> window_links(const Explanation& run) {
  std::vector<WindowLink> links(static_cast<std::size_t>(run.history.table().size()));
  const auto of = [&](ChannelId channel) -> WindowLink& { return links[static_cast<std::size_t>(channel)]; };
  each_shown_stream(run, [&](ChannelId c, Cycle cycles) { of(c).flits += cycles; });
  each_shown_wait(run, [&](ChannelId c, Cycle cycles, const Wait& wait, const Series&) {
    of(c).waited[static_cast<std::size_t>(wait.cause())] += cycles;
  });
  return links;
}

void write_links(const std::filesystem::path& path, const Explanation& run) {
  const ChannelTable& table = run.history.table();
  OutputFile file(path);
  file.write("node,port,to,flits,waited_allocation,waited_credit,waited_preemption,waited_arbitration\n");
  for (ChannelId c = 0; c < table.size(); ++c) {
    if (!table.exists(table.node(c), table.port(c))) continue;
    const WindowLink& link = run.traffic->links[static_cast<std::size_t>(c)];
    file.print("{},{},{},{}", table.node(c), port_text(run.history.hardware(), table, c),
               far_node(run.history.hardware(), table, c), link.flits);
    for (const std::int64_t cycles : link.waited) file.print(",{}", cycles);
    file.write("\n");
  }
  file.close();
}

}  // namespace

ScheduleInfo traffic_info(const TrafficOptions& options) {
  ScheduleInfo info;
  info.name = options.pattern.name;
  info.topology = options.hardware.topology;
  info.ports = options.hardware.alpha;
  return info;
}

RunResult as_run(const TrafficOptions& options, const TrafficResult& result) {
  RunResult run;
  run.verdict = result.verdict == TrafficVerdict::kDeadlock      ? Verdict::kDeadlock
                : result.verdict == TrafficVerdict::kFailed      ? Verdict::kFailed
                : result.verdict == TrafficVerdict::kInterrupted ? Verdict::kInterrupted
                                                                 : Verdict::kVerified;
  run.findings = result.findings;
  run.deadlock_cycle = result.deadlock_cycle;
  run.cycles = result.cycles;
  run.flit_hops = result.flit_hops;
  run.messages = result.packets;
  run.ejection_hash = result.ejection_hash;
  for (const std::string& name : traffic_phases(options)) run.phases.push_back({.name = name});
  return run;
}

void ExplainedTraffic::WindowLog::started(Cycle cycle, const Worm& worm) {
  if (cycle >= packets_.begin() && cycle < packets_.end()) TransferLog::started(cycle, worm);
}

void ExplainedTraffic::WindowLog::delivered(Cycle cycle, const Worm& worm) {
  if (cycle >= packets_.begin() && worm.started < packets_.end()) TransferLog::delivered(cycle, worm);
}

ExplainedTraffic::ExplainedTraffic(const RunConfig& config, TrafficOptions& options,
                                   const std::filesystem::path& scratch)
    : config_(config),
      options_(options),
      info_(traffic_info(options)),
      watchers_(options.hardware, options, {.monitor = options.monitor, .statistics = true, .history = true},
                scratch),
      packets_(options),
      log_(packets_, options.hardware.topology, scratch) {
  options.observers = {&packets_, &log_};
  watchers_.observe(options.observers);
  options.queued = [this](NodeId node, Cycle made, int flits) { packets_.queued(node, made, flits); };
}

Explanation ExplainedTraffic::explain(const TrafficResult& result) {
  return with_memory_for("explaining the traffic", [&] {
    FlitHistory& history = *watchers_.history();
    measured_ = result;
    run_ = as_run(options_, result);
    auto traffic =
        std::make_shared<MeasuredTraffic>(MeasuredTraffic{std::min(packets_.begin(), result.cycles),
                                                          std::min(packets_.end(), result.cycles + 1),
                                                          options_,
                                                          measured_,
                                                          packets_,
                                                          {}});
    if (traffic->begin + 1 >= traffic->end) traffic->begin = 0;
    Explanation run{info_,   run_,
                    history, watchers_.statistics(),
                    none_,   {result.cycles, options_.traffic.startup, 0, Synchronisation::kNone, {}},
                    {},      recorded_options(config_, kTraffic),
                    {}};
    run.scale = scale_of(config_);
    run.traffic = traffic;
    for (PhaseTime& phase : run_.phases) {
      phase.start = run.first();
      phase.end = run.last() + 1;
    }
    if (history.overflowed()) return run;
    traffic->links = window_links(run);
    for (const WormRecord& worm : history.worms()) run_.phases[worm.phase].messages += run.shows(worm);
    return run;
  });
}

void ExplainedTraffic::write(const std::filesystem::path& directory, const Explanation& run) const {
  packets_.write(directory);
  if (!run.traffic->links.empty()) write_links(directory / "window_links.csv", run);
  RunRecord record{.schedule = info_, .result = run_, .predicted = none_, .config = {}};
  record.log = &log_;
  record.scale = run.scale;
  write_timeline(directory, record);
}

}  // namespace torusim
