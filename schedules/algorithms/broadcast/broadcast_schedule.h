#pragma once
/// Broadcast from any node as a schedule: the steps of a plan are its phases.
/// Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks.

#include <string>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/algorithms/phase_by_phase.h"

namespace torusim {

struct BroadcastOptions {
  broadcast::Variant variant = broadcast::Variant::kAuto;
  int ports = 0;  ///< alpha; 0 for all 2k
  NodeId root = 0;
};

/// The paths of a phase share no channel, so worms never wait as long as phases do not overlap: it is
/// made to run with barriers. Phases are named by stage and step, "S2.1", those found by search "F1", "F2",
/// ..
class BroadcastSchedule : public PhaseByPhase {
 public:
  /// Throws InputError for more ports than channels, and as broadcast::make_plan().
  BroadcastSchedule(const Topology& topology, const BroadcastOptions& options);

  /// A plan that is made, all-port.
  BroadcastSchedule(const Topology& topology, NodeId root, broadcast::Plan plan);

 private:
  void make(Phase& phase) override;
  void describe(const Topology& topology, NodeId root, int ports);

  broadcast::Plan plan_;
};

}  // namespace torusim
