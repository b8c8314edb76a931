#include "testbench/process/exit_code.h"

namespace torusim {

ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified:
      return kDone;
    case Verdict::kFailed:
      return kNotVerified;
    case Verdict::kDeadlock:
      return kDeadlocked;
    case Verdict::kLimit:
      return kLimitReached;
    case Verdict::kInterrupted:
      return kInterrupted;
  }
  return kNotVerified;
}

}  // namespace torusim
