#pragma once
/// Which level runs a schedule or measures open-loop traffic, and why the dense level cannot.

#include <cstdint>
#include <string>

#include "models/contract/run_options.h"
#include "models/run/traffic_options.h"

namespace torusim {

/// Why the dense level cannot simulate messages of up to so many flits, whatever their routes: the end of a
/// sentence; empty if it can.
std::string dense_unsupported_reason(const RunOptions& options, std::int64_t longest);
/// Why it cannot measure this.
std::string dense_unsupported_reason(const TrafficOptions& options);

/// The dense level and a schedule that simulate() does not refuse otherwise.
struct DenseFit {
  std::string
      unsupported_reason;    ///< why it cannot run the schedule, as the end of a sentence; empty if it can
  std::int64_t longest = 1;  ///< flits of the longest message
  bool last_dimension_first = false;  ///< as Hardware has it
};

/// Goes through the schedule until there is an objection, and leaves it rewound.
DenseFit dense_fit(Schedule& schedule, const RunOptions& options);

/// Dense where that level can run the schedule and is expected to be the faster one, else fast. It depends on
/// the schedule and the options only, not on the machine. Leaves the schedule rewound.
Level faster_level(Schedule& schedule, const RunOptions& options);

/// The level that was asked for. If none was: dense where it can measure this and the load is high enough
/// that it is the faster one, else fast.
Level chosen_level(const TrafficOptions& options);

}  // namespace torusim
