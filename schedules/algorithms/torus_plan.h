#pragma once
/// The order of a torus exchange: the dimension that each group of logical tori runs in each stage, and the
/// phases. Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Tables 1 and 2; see
/// torus_exchange.h for the rule.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/algorithms/ring_exchange.h"
#include "schedules/core/topology.h"

namespace torusim {

// Decides which phases of rings of different lengths run together in one stage of a torus exchange. The
// paper leaves this open.

struct SizedPhase {
  std::string name;
  std::int64_t blocks = 0;  ///< blocks of the largest message
};

/// Places the phases of a shorter ring, in order, among those of a longer one (shorter.size() <=
/// longer.size()). Returns for each phase of the longer ring the index of the shorter ring's phase that runs
/// with it, or -1. The placement has the smallest sum of largest messages, and among equals the most phases
/// under their own name.
std::vector<int> align_phases(const std::vector<SizedPhase>& longer, const std::vector<SizedPhase>& shorter);

class TorusPlan {
 public:
  /// One phase of the schedule.
  struct PlannedPhase {
    int stage = -1;     ///< from 0; -1: preprocessing
    int dimension = 0;  ///< dimension of a preprocessing phase
    int round = 0;      ///< round of a preprocessing phase, from 0
    /// [dimension], in a stage: the phase of its rings, -1 if they run none.
    std::vector<int> ring_phase;
    std::string name;
    bool barrier_before = false;
  };

  /// Dilations must divide the sides of the topology.
  TorusPlan(const Topology& topology, const std::vector<int>& dilation, const RingOptions& options);

  int dimensions() const { return static_cast<int>(dilation_.size()); }
  int dilation(int dimension) const { return dilation_[dimension]; }
  int stages() const { return stages_; }
  const std::vector<PlannedPhase>& phases() const { return phases_; }
  /// ring() is the schedule of the logical rings of a dimension. ring_phase() is its phase in a phase of a
  /// stage (null: none).
  const RingExchange& ring(int dimension) const { return rings_[dimension]; }
  const RingPhase* ring_phase(const PlannedPhase& planned, int dimension) const;
  /// The phase of a stage in which the rings of a dimension run phase `ring_phase` of their schedule.
  int phase_of(int stage, int dimension, int ring_phase) const;
  bool has_signals() const;

  /// The group of logical tori that a node belongs to: 0 .. stages() - 1.
  int group(const Topology::Coordinates& at) const;
  /// The dimension that a group runs in a stage, -1 if it is idle.
  int running(int group, int stage) const;
  /// The stage in which a group runs a dimension.
  int stage_of(int group, int dimension) const;

 private:
  void add_preprocessing();
  void add_stage(int stage, NodeId nodes);

  std::vector<int> dilation_;
  int stages_ = 0;
  std::vector<RingExchange> rings_;
  std::vector<PlannedPhase> phases_;
};

}  // namespace torusim
