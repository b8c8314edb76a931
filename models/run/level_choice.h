#pragma once
/// The choice of the level that runs a schedule or measures open-loop traffic, and the reasons against the
/// dense level.

#include <cstdint>
#include <string>

#include "models/contract/run_options.h"
#include "models/run/traffic_options.h"

namespace torusim {

/// The reason why the dense level cannot simulate messages of up to `longest` flits on any route, as the end
/// of a sentence; empty: it can.
std::string dense_unsupported_reason(const RunOptions& options, std::int64_t longest);
/// The reason why the dense level cannot make this measurement; empty: it can.
std::string dense_unsupported_reason(const TrafficOptions& options);

/// The sentence of an error.
inline std::string not_at_dense(const std::string& reason) { return "level dense cannot simulate " + reason; }

/// Whether the dense level can run a schedule. Other levels may still refuse the schedule in simulate().
struct DenseFit {
  std::string unsupported_reason;     ///< reason why the level cannot run the schedule, or empty
  std::int64_t longest = 1;           ///< flits of the longest message
  bool last_dimension_first = false;  ///< as in Hardware
};

/// Reads the schedule until the first unsupported phase, and rewinds the schedule.
DenseFit dense_fit(Schedule& schedule, const RunOptions& options);

/// The dense level if it can run the schedule and is expected to be faster, else the fast level. The choice
/// depends on the schedule and the options only, not on the machine. Rewinds the schedule.
Level faster_level(Schedule& schedule, const RunOptions& options);

/// The level that the options name. If they name none: the dense level if it can make this measurement and
/// the load is high enough to make it faster, else the fast level.
Level chosen_level(const TrafficOptions& options);

}  // namespace torusim
