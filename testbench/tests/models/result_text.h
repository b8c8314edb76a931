#pragma once
/// Results as text, to compare all of them at once: a failure shows both runs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/run/traffic_run.h"

namespace torusim::test {

/// The same for runs of the same messages that agree in every flit.
inline std::string result_text(const RunResult& result) {
  return fmt::format("{}: {} cycles, hash {:x}, {} messages, {} signals, {} flit-hops, {} blocks; {}",
                     to_text(result.verdict), result.cycles, result.ejection_hash, result.messages,
                     result.signals, result.flit_hops, result.delivered_blocks,
                     fmt::join(result.findings, "; "));
}

inline std::string result_text(const LatencySummary& latency) {
  return fmt::format("{} +- {}, {} {} {}", latency.mean, latency.half_width.value_or(-1), latency.p50,
                     latency.p99, latency.max);
}

inline std::string result_text(const TrafficResult& result) {
  return fmt::format(
      "{}: {} cycles, hash {:x}, {} packets, {} measured, {} flit-hops, {} hops, offered {}, "
      "accepted {}, answered {}, {} held, latency {}, in the network {}; {}",
      to_text(result.verdict), result.cycles, result.ejection_hash, result.packets, result.measured,
      result.flit_hops, result.mean_hops, result.offered, result.accepted, result.answered, result.most_held,
      result_text(result.latency), result_text(result.network_latency), fmt::join(result.findings, "; "));
}

}  // namespace torusim::test
