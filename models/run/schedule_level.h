#pragma once
/// Which level runs a schedule.

#include <cstdint>
#include <string>

#include "models/contract/run_options.h"

namespace torusim {

/// The dense level and a schedule that simulate() does not refuse otherwise.
struct DenseFit {
  std::string objection;     ///< why it cannot run the schedule, as the end of a sentence; empty if it can
  std::int64_t longest = 1;  ///< flits of the longest message
  bool last_dimension_first = false;  ///< as Hardware has it
};

/// Goes through the schedule until there is an objection, and leaves it rewound.
DenseFit dense_fit(Schedule& schedule, const RunOptions& options);

/// Dense where that level can run the schedule and is expected to be the faster one, else fast. It depends on
/// the schedule and the options only, not on the machine. Leaves the schedule rewound.
Level faster_level(Schedule& schedule, const RunOptions& options);

}  // namespace torusim
