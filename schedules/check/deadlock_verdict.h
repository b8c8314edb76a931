#pragma once
/// The verdict on deadlock before a run.

#include <string>
#include <vector>

#include "schedules/check/circle_of_waits.h"

namespace torusim {

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
