#include "testbench/process/watched_schedule.h"

namespace torusim {

bool WatchedSchedule::next(Phase& phase) {
  if (!schedule_.next(phase)) return false;
  const auto all = static_cast<std::size_t>(info().phases);
  if (++phases_ < all) progress_.report(phases_, all);
  return true;
}

void WatchedSchedule::rewind() {
  phases_ = 0;
  progress_.begin();
  schedule_.rewind();
}

}  // namespace torusim
