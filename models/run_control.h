#pragma once
/// What ends a run, looked at once a cycle at every level: everything delivered, a failure, a deadlock, the
/// limit or an interruption.

#include "models/driver/schedule_driver.h"
#include "models/scoreboard.h"
#include "models/simulation.h"

namespace torusim {

class RunControl {
 public:
  RunControl(const RunOptions& options, const ScheduleDriver& driver, const Scoreboard& scoreboard);

  /// After cycle `now`, when nothing can happen before cycle `next` (kNever: nothing will ever happen). True:
  /// stop.
  bool should_stop(Cycle now, Cycle next);

  Verdict verdict() const { return verdict_; }
  Cycle last_cycle() const { return last_cycle_; }

 private:
  const RunOptions& options_;
  const ScheduleDriver& driver_;
  const Scoreboard& scoreboard_;
  Verdict verdict_ = Verdict::kVerified;
  Cycle last_cycle_ = 0;
  int cycles_to_progress_ = 0;
};

}  // namespace torusim
