#include "models/run/traffic_run.h"

#include <fmt/format.h>

#include <cmath>

#include "models/run/level_choice.h"
#include "models/sources/open_loop.h"
#include "models/watch/deadlock.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr double kHighestLoad = 64;  // of a file with low rates
constexpr double kDriftShare = 0.1;  // share of the mean; a smaller drift is ignored

}  // namespace

double highest_load(const TrafficOptions& options) {
  const OpenLoopOptions& traffic = options.traffic;
  const auto of_packets = [&](double mean) {
    return std::min(traffic.injection.highest_load(mean), static_cast<double>(options.hardware.alpha));
  };
  const double mean = traffic.packet.mean_flits();
  if (options.pattern.table == nullptr) return of_packets(mean);
  const Pattern pattern(options.pattern, options.hardware.topology);
  double highest = kHighestLoad;
  for (NodeId node = 0; !pattern.is_trace() && node < options.hardware.topology.nodes(); ++node) {
    if (!pattern.sends(node)) continue;
    highest = std::min(highest, of_packets(pattern.mean_flits(node, mean)) / pattern.rate(node));
  }
  return highest;
}

namespace {

void check_loop(const TrafficOptions& options) {
  const ClosedLoopOptions& closed = options.traffic.closed;
  if (options.trace()) throw UsageError("the packets of a trace have their own cycles, and no replies");
  if (*closed.reply < 1 || closed.outstanding < 1 || closed.service < 0) {
    throw UsageError(
        "a closed loop needs replies of 1 flit or more, 1 outstanding request or more, and a "
        "service time from 0");
  }
  const std::string reason = options.hardware.unsupported_reason(*closed.reply);
  if (!reason.empty()) throw UsageError(reason);
  const int layers = options.pairs ? options.pairs->classes() : 1;
  if (options.hardware.classes != layers && options.hardware.classes != 2 * layers) {
    throw UsageError(fmt::format("classes {}: requests and replies need {}, or share {}",
                                 options.hardware.classes, 2 * layers, layers));
  }
}

void check(const TrafficOptions& options) {
  options.hardware.validate();
  if (options.hardware.phase_gates) {
    throw InputError("open-loop traffic has no phases, so channels have no phase gates");
  }
  const OpenLoopOptions& traffic = options.traffic;
  const double mean = traffic.packet.mean_flits();
  const double highest = highest_load(options);
  if (traffic.closed.on()) {
    check_loop(options);
  } else if (!(traffic.load > 0) || traffic.load > highest) {
    throw UsageError(
        fmt::format("load {}: must be above 0 and at most {:.4g} flits per node and cycle (alpha {}, packets "
                    "of {:.4g} flits, {})",
                    traffic.load, highest, options.hardware.alpha, mean, traffic.injection.text()));
  }
  // The source provides places for as many packets as the shortest length allows.
  const int shortest = std::ranges::min(traffic.packet.kinds(), {}, &PacketMix::Kind::flits).flits;
  const int longest = std::ranges::max(traffic.packet.kinds(), {}, &PacketMix::Kind::flits).flits;
  if (options.pattern.table != nullptr && options.pattern.table->has_lengths()) {
    for (const TrafficTable::Flow& flow : options.pattern.table->flows) {
      if (flow.flits >= shortest && flow.flits <= longest) continue;
      throw UsageError(
          fmt::format("packets of {} flits are not among those of {}", flow.flits, traffic.packet.text()));
    }
  }
  for (const PacketMix::Kind& kind : traffic.packet.kinds()) {
    const std::string reason = options.hardware.unsupported_reason(kind.flits);
    if (!reason.empty()) throw UsageError(reason);
  }
  if (traffic.startup < 0 || traffic.warm_up < 0 || traffic.drain < 0) {
    throw UsageError("startup, warm-up and drain cannot be negative");
  }
  if (traffic.window < LatencyStatistics::kBatches) {
    throw UsageError(
        fmt::format("window {}: must be at least {} cycles, one a batch of the confidence interval",
                    traffic.window, int{LatencyStatistics::kBatches}));
  }
  if (options.pattern.hotspot < 0 || options.pattern.hotspot >= options.hardware.topology.nodes()) {
    throw UsageError(fmt::format("hotspot {} is not a node", options.pattern.hotspot));
  }
}

LatencySummary summary(const LatencyStatistics& latency, bool whole_window) {
  if (latency.count() == 0) return {};
  return {latency.mean(), whole_window ? std::optional(latency.half_width()) : std::nullopt,
          latency.percentile(0.5), latency.percentile(0.99), latency.max()};
}

void judge_load(const OpenLoopTraffic& traffic, const TrafficOptions& options, TrafficResult& result) {
  const bool trace = options.trace();
  if (!trace && !options.traffic.closed.on() && result.accepted < kAcceptedShare * result.offered) {
    result.verdict = TrafficVerdict::kSaturated;
    result.findings.push_back(fmt::format("accepted {:.4f} of {:.4f} offered flits per node and cycle",
                                          result.accepted, result.offered));
  }
  if (!traffic.complete()) {
    result.verdict = TrafficVerdict::kSaturated;
    result.findings.push_back(
        options.traffic.closed.on()
            ? "not all requests of the window have their reply; round trips are of the others only"
            : "not all packets of the window have arrived; latencies are of the arrived packets only");
  }
  if (result.verdict != TrafficVerdict::kSteady || result.measured == 0 || trace) return;
  const LatencyStatistics::Trend trend = traffic.latency().trend();
  const double rise = std::abs(trend.rise);
  if (rise > trend.half_width && rise > kDriftShare * result.latency.mean) {
    result.verdict = TrafficVerdict::kDrifting;
    result.findings.push_back(fmt::format(
        "latency {} by {:.1f} +- {:.1f} cycles through the window of {}; warm up or measure longer",
        trend.rise > 0 ? "rises" : "falls", rise, trend.half_width, options.traffic.window));
  }
}

void judge(const RunEnd& end, const Scoreboard& scoreboard, const OpenLoopTraffic& traffic,
           const TrafficOptions& options, const WormTable& worms, TrafficResult& result) {
  switch (end.verdict) {
    case Verdict::kVerified:
    case Verdict::kLimit:
      judge_load(traffic, options, result);
      return;
    case Verdict::kDeadlock: {
      result.verdict = TrafficVerdict::kDeadlock;
      DeadlockReport report =
          explain_deadlock(options.hardware, worms, traffic_phases(options), end.foreign_routers);
      result.findings = std::move(report.sentences);
      result.deadlock_cycle = std::move(report.cycle);
      return;
    }
    case Verdict::kInterrupted:
      result.verdict = TrafficVerdict::kInterrupted;
      return;
    case Verdict::kFailed:
      result.verdict = TrafficVerdict::kFailed;
      result.findings.push_back(scoreboard.failure().empty() ? "more than 2^31 packets in a run"
                                                             : scoreboard.failure());
      return;
  }
}

}  // namespace

std::vector<std::string> traffic_phases(const TrafficOptions& options) {
  if (options.traffic.closed.on()) return {"requests", "replies"};
  return {"open-loop traffic"};
}

TrafficResult simulate_traffic(const TrafficOptions& options, NetworkFactory make) {
  check(options);
  if (options.level == Level::kDense) {
    const std::string reason = dense_unsupported_reason(options);
    if (!reason.empty()) throw UsageError(not_at_dense(reason));
  }
  RunOptions run = options;
  run.level = chosen_level(options);
  std::optional<NetworkMonitor> own_monitor;
  auto monitors = observers_of<NetworkMonitor>(options.observers);
  if (options.monitor && monitors.empty()) {
    monitors = {&own_monitor.emplace(options.hardware, options.own_timing)};
    run.observers.push_back(monitors.front());
  }
  run.longest_worm = options.traffic.longest();
  const Pattern pattern(options.pattern, options.hardware.topology);
  WormTable worms;
  OpenLoopTraffic traffic(options.hardware, pattern, options.traffic, worms, run.observers,
                          options.pairs.get());
  Scoreboard scoreboard(options.hardware.topology);
  const RunEnd end = run_network(make, run, traffic, worms, scoreboard);

  TrafficResult result;
  if (end.verdict == Verdict::kInterrupted || end.verdict == Verdict::kFailed) {
    traffic.cut_off(end.cycle);
  }
  const bool whole_window = traffic.measured_cycles() == options.traffic.window;
  if (!whole_window) {
    result.findings.push_back(
        fmt::format("after {} of the {} cycles of the window: rates are of these cycles, latencies of the "
                    "arrived packets only",
                    traffic.measured_cycles(), options.traffic.window));
  }
  result.offered = traffic.offered();
  if (options.queued) traffic.each_queued(options.queued);
  result.accepted = traffic.accepted();
  const LatencyStatistics latency = traffic.latency();
  const PacketSums packets = traffic.sums();
  result.measured = latency.count();
  result.latency = summary(latency, whole_window);
  const LatencyStatistics in_network = traffic.network_latency();
  result.network_latency = summary(in_network, whole_window);
  result.zero_load_latency =
      zero_load_latency(options.hardware, pattern, options.traffic, options.pairs.get());
  const auto messages = static_cast<double>(in_network.count());
  result.mean_hops = messages > 0 ? packets.measured_hops / messages : 0;
  result.answered = traffic.answered();
  result.most_held = packets.most_held;
  result.packets = packets.packets;
  result.flit_hops = packets.flit_hops;
  result.cycles = end.cycle;
  result.ejection_hash = scoreboard.hash();
  judge(end, scoreboard, traffic, options, worms, result);
  for (const NetworkMonitor* monitor : monitors) {
    if (!monitor->violation()) continue;
    result.findings.push_back(*monitor->violation());
    const bool ended = end.verdict == Verdict::kVerified || end.verdict == Verdict::kLimit;
    if (ended) result.verdict = TrafficVerdict::kFailed;
  }
  return result;
}

const char* to_text(TrafficVerdict verdict) {
  switch (verdict) {
    case TrafficVerdict::kSteady:
      return "steady";
    case TrafficVerdict::kDrifting:
      return "drifting";
    case TrafficVerdict::kSaturated:
      return "saturated";
    case TrafficVerdict::kDeadlock:
      return "deadlock";
    case TrafficVerdict::kFailed:
      return "failed";
    case TrafficVerdict::kInterrupted:
      return "interrupted";
  }
  return "?";
}

}  // namespace torusim
