#pragma once
/// A schedule whose routes name lanes (lane_choice.h).

#include <memory>

#include "schedules/core/lane_choice.h"
#include "schedules/core/schedule.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {

/// Lanes follow from the number of a message, so they are the same in every pass. Signals keep to lane 0.
class LanedSchedule : public Schedule, public MatrixHolder {
 public:
  /// `lanes` is the lanes of a class.
  LanedSchedule(std::unique_ptr<Schedule> schedule, int lanes)
      : schedule_(std::move(schedule)), chooser_(schedule_->info().topology, lanes) {}

  const ScheduleInfo& info() const override { return schedule_->info(); }
  bool next(Phase& phase) override {
    if (!schedule_->next(phase)) return false;
    for (Transfer& transfer : phase.transfers) {
      chooser_.balance(transfer.source, number_++, false, transfer.route);
    }
    return true;
  }
  void rewind() override {
    number_ = 0;
    schedule_->rewind();
  }
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_of(*schedule_); }

 private:
  std::unique_ptr<Schedule> schedule_;
  LaneChooser chooser_;
  std::uint64_t number_ = 0;  // number of the next message
};

}  // namespace torusim
