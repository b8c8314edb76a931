#pragma once
/// Whether the worms of a schedule can wait for each other in a circle, judged by their routes alone.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

struct CircleOfWaits {
  std::vector<std::string> channels;  ///< one cycle of channel dependencies; empty if there is none
  std::string phase;                  ///< the phase whose routes close it; empty if it takes several
};

/// What decides whether a wait ever ends.
struct WaitingModel {
  Synchronisation sync = Synchronisation::kBarrier;
  int lanes = 2;             ///< 1 or 2
  int block_flits = 1;       ///< of the messages
  std::int64_t reserve = 0;  ///< flits that the buffer of a virtual channel holds
};

/// The first cycle among routes that can be under way together. With a barrier these are the routes of one
/// phase and one class, with priorities the routes of one phase, otherwise all routes of one class. All
/// routes must exist. Leaves the schedule rewound.
CircleOfWaits find_circle_of_waits(Schedule& schedule, const WaitingModel& model);

}  // namespace torusim
