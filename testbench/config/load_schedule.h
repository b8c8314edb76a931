#pragma once
/// Converts the user's configuration to a schedule, for a run or for writing.

#include <memory>
#include <string>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"
#include "testbench/process/whole_file.h"

namespace torusim {

/// The schedule that `config.algorithm` names: an algorithm on `config.topology` with the options
/// `config.set`, or a file.
/// Throws UsageError for contradictions and unknown names, InputError for files and shapes.
std::unique_ptr<Schedule> load_schedule(const RunConfig& config);
/// Throws UsageError for a --reduce-delay of a collective without a reduction. `name`: that of the algorithm.
void check_reduce_delay(const RunConfig& config, const std::string& name, const Collective& collective);

/// The files that a schedule file may replace: with --force another schedule, whose header begins with `tcs
/// 1`.
inline Replaceable schedule_text(bool force) { return {force, "tcs 1", "a schedule"}; }

/// The end of a sentence about a schedule file, if the schedule was chosen for fewer channels than it has
/// ports: a file has no place for their number. Else empty.
std::string note_on_channels(const Schedule& schedule);

/// Another schedule with its block size or synchronisation replaced.
class AdjustedSchedule : public Schedule {
 public:
  /// Throws InputError for --sync local and a schedule without signals.
  AdjustedSchedule(Schedule& schedule, const RunConfig& config);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override { return schedule_.next(phase); }
  void rewind() override { schedule_.rewind(); }

 private:
  Schedule& schedule_;
  ScheduleInfo info_;
};

}  // namespace torusim
