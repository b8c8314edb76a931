#pragma once
/// Exit codes of the program; scripts rely on these numbers.

#include "models/contract/run_result.h"

namespace torusim {

enum ExitCode : int {
  kDone = 0,
  kNotVerified = 1,
  kUsage = 2,
  kBadInput = 3,
  kDeadlocked = 4,
  kLimitReached = 5,
  kInterrupted = 130,
};

/// The exit code of a run with that verdict.
ExitCode exit_code(Verdict verdict);

}  // namespace torusim
