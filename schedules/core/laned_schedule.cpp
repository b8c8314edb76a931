#include "schedules/core/laned_schedule.h"

namespace torusim {

bool LanedSchedule::next(Phase& phase) {
  if (!schedule_->next(phase)) return false;
  for (Transfer& transfer : phase.transfers) {
    chooser_.balance(transfer.source, number_++, false, transfer.route);
  }
  return true;
}

void LanedSchedule::rewind() {
  number_ = 0;
  schedule_->rewind();
}

}  // namespace torusim
