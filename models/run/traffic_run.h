#pragma once
/// One measurement of open-loop traffic with a pattern and a load on a network, by the same call for every
/// level.

#include <optional>
#include <string>
#include <vector>

#include "models/run/make_network.h"
#include "models/run/traffic_options.h"

namespace torusim {

enum class TrafficVerdict {
  kSteady,       ///< the network accepts the load, and latencies are steady
  kDrifting,     ///< the network accepts the load, but latency rises or falls in the window
  kSaturated,    ///< the network does not accept the load, or measured packets missed the drain time
  kDeadlock,     ///< packets in the network can never move again
  kFailed,       ///< a flit arrived wrong, a router broke its contract, or the run had too many packets
  kInterrupted,  ///< the progress function ended the run
};

struct LatencySummary {
  double mean = 0;  ///< cycles
  /// Half the width of the 95 % confidence interval of the mean, if the window was simulated to its end.
  std::optional<double> half_width;
  Cycle p50 = 0, p99 = 0, max = 0;
};

struct TrafficResult {
  TrafficVerdict verdict = TrafficVerdict::kSteady;
  std::vector<std::string> findings;  ///< reasons of a verdict other than kSteady, one sentence each
  double offered = 0;                 ///< flits per node and cycle created in the simulated window
                                      ///< (closed loop: accepted)
  double accepted = 0;                ///< flits per node and cycle delivered in the simulated window
  std::int64_t measured = 0;          ///< packets created in the window and delivered
  LatencySummary latency;             ///< of the measured packets, closed loop: round trips; zero without
  LatencySummary network_latency;     ///< latency without the wait at the source
  double zero_load_latency = 0;       ///< mean, by the closed form
  double mean_hops = 0;               ///< mean hops of the measured packets
  double answered = 0;                ///< closed loop: requests answered per node and cycle of the window
  std::int64_t most_held = 0;         ///< closed loop: most requests at a node whose replies had not begun
  std::int64_t packets = 0;           ///< packets delivered in the whole run
  std::int64_t flit_hops = 0;         ///< flits x channels between routers in the whole run
  Cycle cycles = 0;                   ///< cycles of the whole run
  std::uint64_t ejection_hash = 0;    ///< over (flit, node, cycle) of every ejection
  /// As RunResult::deadlock_cycle.
  std::vector<ChannelWait> deadlock_cycle;
};

/// The highest valid load: the limit of the arrival process, at most one flit per cycle and channel, of every
/// node. A trace has any.
double highest_load(const TrafficOptions& options);

/// Names of the phases that packets have in histories: of all packets, or of requests and of replies.
std::vector<std::string> traffic_phases(const TrafficOptions& options);

/// Runs the measurement. Throws UsageError and InputError when pattern, load, times and network do not fit
/// together, or the named level cannot make this measurement.
TrafficResult simulate_traffic(const TrafficOptions& options, NetworkFactory make = make_network);

/// Mean cycles from the creation of a packet to its delivery in an empty network, over the packets of a
/// pattern. Closed loop: to the delivery of the reply.
double zero_load_latency(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic,
                         const PairRoutes* pairs = nullptr);

const char* to_text(TrafficVerdict verdict);

}  // namespace torusim
