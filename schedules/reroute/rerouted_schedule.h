#pragma once
/// A schedule whose messages go round failed channels (rerouter.h).

#include <memory>

#include "schedules/core/program_schedule.h"
#include "schedules/core/schedule.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/reroute/rerouter.h"

namespace torusim {

class ReroutedSchedule : public Schedule, public MatrixHolder {
 public:
  /// `schedule` is for the intact network, `topology` is this network with failures. Goes through the
  /// schedule twice. Throws InputError for a message from or to a failed node, and where Rerouter does.
  ReroutedSchedule(std::unique_ptr<Schedule> schedule, const Topology& topology, Reroute how, int lanes);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { schedule_->rewind(); }
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_of(*schedule_); }
  /// The schedule for the intact network.
  Schedule& intact() { return *schedule_; }

 private:
  void find_routes();
  void count_loads();
  void move(Phase& phase) const;

  std::unique_ptr<Schedule> schedule_;
  ScheduleInfo info_;
  Rerouter messages_, signals_;
  Rerouting rerouting_;
};

/// A program whose messages go round failed channels. Throws as ReroutedSchedule does.
ProgramSchedule rerouted_program(ProgramSchedule program, const Topology& topology, Reroute how, int lanes);

}  // namespace torusim
