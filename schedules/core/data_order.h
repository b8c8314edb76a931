#pragma once
/// A schedule of phases as a program without phases (`--sync data`): a message leaves when the blocks that it
/// carries have arrived at its node, and the message before it on the same channel has left. Its reduction
/// adds up what the phases add up.

#include "schedules/core/program_schedule.h"

namespace torusim {

/// Names the chunks of all messages, so that a run follows them. Leaves the schedule rewound. Throws
/// InputError for blocks that move, as in a complete exchange, and for more than kMostFollowed deliveries.
ProgramSchedule program_of_data(Schedule& schedule, int block_flits, int alpha, std::int64_t reduce_delay,
                                int flit_bytes);
inline constexpr std::int64_t kMostFollowed = std::int64_t{1} << 20;

/// A schedule of phases that runs as such a program.
class DataSchedule : public Schedule {
 public:
  DataSchedule(std::unique_ptr<Schedule> schedule, int block_flits, int alpha, std::int64_t reduce_delay)
      : schedule_(std::move(schedule)),
        program_(program_of_data(*schedule_, block_flits, alpha, reduce_delay, 1)) {}

  const ScheduleInfo& info() const override { return schedule_->info(); }
  bool next(Phase& phase) override { return schedule_->next(phase); }
  void rewind() override { schedule_->rewind(); }
  ProgramSchedule* as_program() override { return &program_; }

 private:
  std::unique_ptr<Schedule> schedule_;
  ProgramSchedule program_;
};

/// A program that was none: the phases say what it does.
inline bool has_phases(Schedule& schedule) {
  return schedule.as_program() == nullptr || schedule.info().collective.named();
}

}  // namespace torusim
