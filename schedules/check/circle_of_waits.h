#pragma once
/// Whether worms can wait for each other in a circle, judged by their routes alone.
///
/// A worm in the network waits for worms in the network only: a message that has not begun holds no channel.
/// So a run stops for ever only where the channels of routes that are under way together close a cycle of
/// dependencies, and where no wait on that cycle is bound to end.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/check/channel_dependencies.h"
#include "schedules/core/schedule.h"

namespace torusim {

struct CircleOfWaits {
  std::vector<HeldChannel> channels;  ///< one cycle of channel dependencies; empty if there is none
  std::string phase;                  ///< the phase whose routes close it; empty if it takes several
  int first_phase = 0;                ///< index of the first and the last phase whose routes may close it
  int last_phase = -1;
};

/// What decides whether a wait ever ends.
struct WaitingModel {
  Synchronisation sync = Synchronisation::kBarrier;
  int lanes = 2;             ///< 1 or 2
  int block_flits = 1;       ///< of the messages
  std::int64_t reserve = 0;  ///< flits that the buffer of a virtual channel holds; 0: lengths are no matter
  /// A head waits for slots that all virtual channels of a channel share, so it waits for all their worms.
  /// `reserve` is then what they hold together.
  bool pooled = false;
  /// Pooled, and a worm goes on only when it is whole in such slots: two can fill them, each with its half.
  bool whole = false;
  /// Bubble flow control: a cycle along one ring is none, and `reserve` counts messages.
  bool bubble = false;
  bool apart = true;  ///< false: as if messages of all phases could wait for each other

  /// No message of a phase can wait for one of another phase.
  bool by_phase() const {
    return apart && (sync == Synchronisation::kBarrier || sync == Synchronisation::kSwitch ||
                     (sync == Synchronisation::kPriority && !pooled));
  }
  /// The class that a message has in such a run, as far as it keeps messages apart.
  int message_class(const Transfer& transfer) const {
    if (pooled || sync == Synchronisation::kPriority) return 0;
    return transfer.message_class + (sync == Synchronisation::kLocal ? 1 : 0);  // 0 is the signals'
  }
};

/// The first cycle among routes that can be under way together. With a barrier or gates these are the routes
/// of one phase and one class, with priorities the routes of one phase, otherwise all routes of one class
/// between two barriers, and all signals. All routes must exist. Leaves the schedule rewound.
CircleOfWaits find_circle_of_waits(Schedule& schedule, const WaitingModel& model);

/// For each channel of the circle a message that takes it and then the next one: "message 8 of phase J2
/// (0 > 2)", "signal for phase S1 (3 > 4)". Leaves the schedule rewound.
std::vector<std::string> messages_of(const CircleOfWaits& circle, Schedule& schedule,
                                     const WaitingModel& model);

}  // namespace torusim
