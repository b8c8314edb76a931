#pragma once
/// Complete exchange on a torus of any number of dimensions, by ring exchanges on interleaved logical tori.
/// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Sections 3 and 4: algorithms
/// T1, T4 and C64, and C1, the three-dimensional form of T1 (their dilations are 1, 2, 4 and 1).
///
/// With dilation k_a in dimension a, the nodes whose coordinates agree modulo k form a logical torus of
/// sides n_a / k_a, each of its links k_a hops long.
/// - Preprocessing, where k_a > 1: k_a - 1 phases in every dimension, in which blocks move in direction + to
///   the next node that agrees with their destination modulo k_a. Node x then holds the blocks of the
///   sources x-k_a+1 .. x of every dimension to destinations that agree with x.
/// - Stages: in each, a group of logical tori runs one dimension; the groups are chosen so that all
///   dimensions are in use at the same time and no channel twice (Tables 1 and 2). Group (sum of x_a mod k_a)
///   modulo the number of stages runs dimension (group - stage) in that stage and is idle if there is no such
///   dimension. Without dilation there is one group, and stage a is dimension a. Where rings of different
///   lengths run in one stage, torus_plan.h decides which of their phases run together.
///
/// Phases are named "PreX", or "PreX1", "PreX2", .. where k_a > 2, then "S1.GP0", .. after the phases of the
/// longest ring of the stage; on a ring alone, "GP0".
///
/// Local synchronisation uses the signals of the rings, over routes k_a times as long. Besides the barriers
/// of the rings, barriers remain between the dimensions of preprocessing, as a node could receive twice at
/// once. Barriers also remain before every stage, as the logical tori that ran a dimension before share its
/// channels.

#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/torus_plan.h"

namespace torusim {

class TorusExchange : public PhaseByPhase, public KnownTime {
 public:
  /// Every dimension must wrap, and dilation[a] must divide its side.
  TorusExchange(const Topology& topology, const std::vector<int>& dilation, const RingOptions& options);

  std::int64_t known_time(const TimeOf& time) const override;

  const TorusPlan& plan() const { return plan_; }

 private:
  void make(Phase& phase) override;
  /// A box of a ring message, as coordinates along the running dimension for one class of nodes.
  struct Lifted {
    Range sources;
    Range destinations;
  };

  void prepare(const TorusPlan::PlannedPhase& planned, Phase& phase) const;
  void run_rings(const TorusPlan::PlannedPhase& planned, Phase& phase) const;
  void add_signals(const TorusPlan::PlannedPhase& planned, Phase& phase) const;
  int side(int dimension) const { return info_.topology.side(dimension); }
  /// [class][ring node]: the boxes of its message in this phase, along `dimension`.
  std::vector<std::vector<std::vector<Lifted>>> lift(int dimension, const RingPhase& phase) const;

  TorusPlan plan_;
  /// [dimension][coordinate]: the sources that a node holds after preprocessing.
  std::vector<std::vector<std::vector<Range>>> gathered_;
};

}  // namespace torusim
