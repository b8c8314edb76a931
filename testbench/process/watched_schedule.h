#pragma once
/// A schedule that reports its progress on standard error if a pass takes long.

#include "schedules/core/schedule.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/process/progress.h"

namespace torusim {

class WatchedSchedule : public Schedule, public MatrixHolder {
 public:
  /// `schedule` must outlive it.
  explicit WatchedSchedule(Schedule& schedule) : schedule_(schedule), progress_(false, "phases") {}

  const ScheduleInfo& info() const override { return schedule_.info(); }
  bool next(Phase& phase) override;
  void rewind() override;
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_of(schedule_); }
  const HardwiredGossip* hardwired() const override { return schedule_.hardwired(); }

 private:
  Schedule& schedule_;
  JobProgress progress_;
  std::size_t phases_ = 0;  // since the last rewind
};

}  // namespace torusim
