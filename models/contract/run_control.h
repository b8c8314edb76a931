#pragma once
/// The end of a run at every level, checked after every cycle or after several: complete delivery, a
/// failure, a deadlock, the limit or an interruption.

#include <string>

#include "models/contract/message_source.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"

namespace torusim {

class RunControl {
 public:
  /// `failure` is the first finding of a checker, initially empty; all arguments must outlive this object.
  RunControl(const RunOptions& options, const MessageSource& source, const std::string& failure);

  /// A flit moved in this cycle.
  void progressed(Cycle now) { last_progress_ = now; }
  /// Called after cycle `now`, the last of so many simulated since the previous call, if no event is possible
  /// before cycle `next` (kNever: none at all). Returns true to stop.
  bool should_stop(Cycle now, Cycle next, Cycle simulated = 1);

  Verdict verdict() const { return verdict_; }
  /// The cycle in which the run ended; after a deadlock, the last cycle in which a flit moved.
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
