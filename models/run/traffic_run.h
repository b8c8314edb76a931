#pragma once
/// One measurement of open-loop traffic: a pattern, a load, a network. The same call for every level.

#include <optional>
#include <string>
#include <vector>

#include "models/run/make_network.h"
#include "models/run/traffic_options.h"

namespace torusim {

enum class TrafficVerdict {
  kSteady,       ///< the network takes the load, and the latencies are those of a steady state
  kDrifting,     ///< it takes the load, but latency rises or falls through the window
  kSaturated,    ///< it does not take the load, or measured packets did not arrive within the drain time
  kDeadlock,     ///< packets in the network can never move again
  kFailed,       ///< a flit arrived wrong, a router broke its contract, or the run had too many packets
  kInterrupted,  ///< by the progress function
};

struct LatencySummary {
  double mean = 0;  ///< cycles
  /// Of the 95 % confidence interval of the mean, if the window was simulated to its end.
  std::optional<double> half_width;
  Cycle p50 = 0, p99 = 0, max = 0;
};

struct TrafficResult {
  TrafficVerdict verdict = TrafficVerdict::kSteady;
  std::vector<std::string> findings;  ///< why it is not kSteady, one sentence each
  double offered = 0;                 ///< flits per node and cycle made in the window, as far as simulated
  double accepted = 0;                ///< flits per node and cycle delivered in it
  std::int64_t measured = 0;          ///< packets made in the window and delivered
  LatencySummary latency;             ///< of those; all zero if there are none
  LatencySummary network_latency;     ///< the same without the wait at the source
  double zero_load_latency = 0;       ///< mean, by the closed form
  double mean_hops = 0;               ///< of the measured packets
  std::int64_t packets = 0;           ///< delivered in the whole run
  std::int64_t flit_hops = 0;         ///< likewise: flits x channels between routers
  Cycle cycles = 0;                   ///< of the whole run
  std::uint64_t ejection_hash = 0;    ///< over (flit, node, cycle) of every ejection
};

/// Throws UsageError and InputError when pattern, load, times and network do not fit together, or the level
/// that was asked for cannot measure this.
TrafficResult simulate_traffic(const TrafficOptions& options, NetworkFactory make = make_network);

/// Cycles from the making of a packet to its delivery in an empty network, averaged over the packets of a
/// pattern.
double zero_load_latency(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic,
                         const PairRoutes* pairs = nullptr);

const char* to_text(TrafficVerdict verdict);

}  // namespace torusim
