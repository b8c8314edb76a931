#pragma once
/// A schedule whose messages go round failed channels (rerouter.h).

#include <functional>
#include <memory>

#include "schedules/core/pair_routes.h"
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

// Routes round failed channels for messages between any pairs of nodes, for many pairs or pairs not known in
// advance.

/// Calls its argument with every pair of nodes that exchanges messages.
using EachPair = std::function<void(const std::function<void(NodeId from, NodeId to)>&)>;

/// A pair whose dimension-order routes all live keeps them, in class 0, and is not in the table; with kSpread
/// every pair is in the table. A pair with some live routes takes the first live route. Throws InputError
/// where Rerouter does. REQUIRES: at most PairRoutes::kMostNodes.
std::shared_ptr<const PairRoutes> rerouted_pairs(const Topology& topology, Reroute how, int lanes,
                                                 const EachPair& each_pair);

// A schedule that its algorithm has made for a network with failures.

/// The schedule `again`, with its changes against schedule `intact` of the intact network in
/// ScheduleInfo::rerouting. Null for a route over a failed channel: reductions run a broadcast backwards, and
/// a link may fail one way.
std::unique_ptr<Schedule> planned_round_failures(Schedule& intact, std::unique_ptr<Schedule> again);

}  // namespace torusim
