#pragma once
/// What ends a run, looked at after every cycle, or after some that nothing can end, at every level:
/// everything delivered, a failure, a deadlock, the limit or an interruption.

#include <string>

#include "models/contract/message_source.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"

namespace torusim {

class RunControl {
 public:
  /// `failure` is what a checker of the run has found wrong, empty so far; all arguments must outlive this.
  RunControl(const RunOptions& options, const MessageSource& source, const std::string& failure);

  /// A flit moved in this cycle.
  void progressed(Cycle now) { last_progress_ = now; }
  /// After cycle `now`, the last of so many that have been simulated since it was asked, when nothing can
  /// happen before cycle `next` (kNever: nothing will ever happen). True: stop.
  bool should_stop(Cycle now, Cycle next, Cycle simulated = 1);

  Verdict verdict() const { return verdict_; }
  /// The cycle in which the run ended; of a deadlock, the last one in which a flit moved.
  Cycle last_cycle() const { return last_cycle_; }

 private:
  const RunOptions& options_;
  const MessageSource& source_;
  const std::string& failure_;
  Verdict verdict_ = Verdict::kVerified;
  Cycle last_cycle_ = 0;
  Cycle last_progress_ = 0;
  Cycle cycles_to_progress_ = 0;
};

}  // namespace torusim
