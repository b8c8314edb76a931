#pragma once
/// `exchange`: the complete exchange that takes the fewest cycles on a shape, for a given number of ports,
/// size of blocks and startup time.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "schedules/algorithms/comparison.h"
#include "schedules/core/collective.h"

namespace torusim {

/// The time of a message in cycles, in phases between barriers, for worms on links of one cycle.
struct MessageTime {
  std::int64_t block_flits = 1, startup = 0;
  /// A message takes four cycles for its head, routers and node interfaces, and two cycles a hop.
  std::int64_t operator()(std::int64_t blocks, std::int64_t hops) const {
    return startup + 4 + 2 * hops + blocks * block_flits;
  }
};

/// The options of `exchange`.
struct ExchangeSettings {
  int block_flits = 1;
  std::int64_t startup = 0;
  int ports = 1;
  double seconds = 2;  ///< Means::seconds

  /// Throws UsageError. `options` has all options of `exchange`.
  ExchangeSettings(const Topology& topology, const AlgorithmOptions& options);
  /// The means on links of one cycle, without runs.
  Means means() const;
};

/// The complete exchanges to compare, in the order in which equal times are decided. Exchanges with a step
/// for each node or more are candidates up to kMostDirect nodes, `planned` up to kMostPlanned.
std::vector<Candidate> exchange_candidates(const Topology& topology, int ports);
inline constexpr NodeId kMostDirect = 1024, kMostPlanned = 128;

/// `exchange` by other means than those of the settings; `where` follows the sizes in ScheduleInfo::chosen.
std::unique_ptr<AlgorithmSchedule> chosen_exchange(const Topology& topology, const ExchangeSettings& settings,
                                                   const Means& means, const std::string& where = "");

/// Injection and ejection channels of a node in a run unless the user gives their number: the ports of the
/// schedule, or of `exchange` if the messages of its choice queue for fewer.
int default_channels(const Schedule& schedule);

// All algorithms that perform a collective, with the settings that are worth a comparison.

/// The candidates for a collective, by the registry: each algorithm whose collective it is or can be.
/// Settings that the algorithm refuses on the topology are among them.
std::vector<Candidate> collective_candidates(Collective::Kind kind, const Topology& topology, int ports);

}  // namespace torusim
