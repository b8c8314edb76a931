#pragma once
/// The verdict on deadlock before a run.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/check/channel_dependencies.h"
#include "schedules/core/schedule.h"

namespace torusim {

// Decides from routes alone whether worms can wait for each other in a circle.
//
// A worm in the network waits only for worms in the network: a message that has not begun holds no channel.
// So a deadlock needs routes that are in the network together and whose channels close a cycle of
// dependencies. No wait on that cycle may be bound to end.

struct CircleOfWaits {
  std::vector<HeldChannel> channels;  ///< one cycle of channel dependencies; empty if there is none
  std::string phase;    ///< the phase whose routes close the cycle; empty if several phases are needed
  int first_phase = 0;  ///< indices of the first and the last phase whose routes may close the cycle
  int last_phase = -1;
};

/// The properties of a run that decide whether a wait ends.
struct WaitingModel {
  Synchronisation sync = Synchronisation::kBarrier;
  int lanes = 2;             ///< 1 or 2
  int block_flits = 1;       ///< flits of a block
  std::int64_t reserve = 0;  ///< flits that the buffer of a virtual channel holds; 0: lengths are ignored
  /// All virtual channels of a channel share slots, so a head waits for the worms of all of them. `reserve`
  /// is then the number of shared slots.
  bool pooled = false;
  /// Pooled, and a worm advances only when these slots hold all of it. Two worms can then fill the slots,
  /// each with half of its flits.
  bool whole = false;
  /// Bubble flow control: cycles along one ring are ignored, and `reserve` counts messages.
  bool bubble = false;
  bool apart = true;  ///< false: messages of all phases can wait for each other

  /// True if no message of a phase can wait for a message of another phase.
  bool by_phase() const {
    return apart && (sync == Synchronisation::kBarrier || sync == Synchronisation::kSwitch ||
                     (sync == Synchronisation::kPriority && !pooled));
  }
  /// The class of a message in this run, as far as classes keep messages apart.
  int message_class(const Transfer& transfer) const {
    if (pooled || sync == Synchronisation::kPriority) return 0;
    return transfer.message_class + (sync == Synchronisation::kLocal ? 1 : 0);  // 0 is the signals'
  }
};

/// The first cycle among routes that can be in the network together. With a barrier or gates these are the
/// routes of one phase and one class, with priorities the routes of one phase. Otherwise they are all routes
/// of one class between two barriers, and all signals. All routes must exist. Leaves the schedule rewound.
CircleOfWaits find_circle_of_waits(Schedule& schedule, const WaitingModel& model);

/// For each channel of the circle, a message that takes this channel and then the next channel of the circle:
/// "message 8 of phase J2 (0 > 2)", "signal for phase S1 (3 > 4)". Leaves the schedule rewound.
std::vector<std::string> messages_of(const CircleOfWaits& circle, Schedule& schedule,
                                     const WaitingModel& model);

enum class DeadlockRisk {
  kFree,         ///< the channels of all messages together close no cycle
  kCannotClose,  ///< they close a cycle, but no messages that can wait for each other in this run do
  kCanDeadlock,  ///< messages that can be in the network together close a cycle; timing decides
};

/// `free`, `free in this run`, `can deadlock`
const char* to_text(DeadlockRisk risk);

struct DeadlockVerdict {
  DeadlockRisk risk = DeadlockRisk::kFree;
  CircleOfWaits circle;               ///< the cycle; empty for kFree
  std::vector<std::string> messages;  ///< the message at each channel of the circle, as messages_of()
  std::string because;                ///< the reason why the circle cannot close; only for kCannotClose
};

/// Judges a schedule, phase by phase, and stops at the first circle that this run can close. All routes must
/// exist. Leaves the schedule rewound.
DeadlockVerdict judge_deadlock(Schedule& schedule, const WaitingModel& model);

}  // namespace torusim
