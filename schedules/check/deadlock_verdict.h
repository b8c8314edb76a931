#pragma once
/// The verdict on deadlock before a run.

#include <string>
#include <vector>

#include "schedules/check/circle_of_waits.h"

namespace torusim {

enum class DeadlockRisk {
  kFree,         ///< the channels of all messages together close no cycle, whatever waits for what
  kCannotClose,  ///< they do, but not those of messages that can wait for each other in this run
  kCanDeadlock,  ///< messages that can be under way together close a cycle; timing decides
};

/// `free`, `free in this run`, `can deadlock`
const char* to_text(DeadlockRisk risk);

struct DeadlockVerdict {
  DeadlockRisk risk = DeadlockRisk::kFree;
  CircleOfWaits circle;               ///< but for kFree
  std::vector<std::string> messages;  ///< of each channel of the circle, as messages_of()
  std::string because;                ///< why it cannot close
};

/// Judges a schedule, phase by phase, and stops at the first circle that this run can close. All routes must
/// exist. Leaves the schedule rewound.
DeadlockVerdict judge_deadlock(Schedule& schedule, const WaitingModel& model);

}  // namespace torusim
