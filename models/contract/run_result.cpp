#include "models/contract/run_result.h"

#include "models/contract/run_options.h"

namespace torusim {

const char* to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified:
      return "verified";
    case Verdict::kFailed:
      return "failed";
    case Verdict::kDeadlock:
      return "deadlock";
    case Verdict::kLimit:
      return "limit";
    case Verdict::kInterrupted:
      return "interrupted";
  }
  return "?";
}

const char* to_text(Level level) {
  switch (level) {
    case Level::kFast:
      return "fast";
    case Level::kDense:
      return "dense";
    case Level::kPins:
      return "pins";
  }
  return "?";
}

}  // namespace torusim
