#pragma once
/// Gossip in the fewest steps there can be, ceil((N-1) / 2k) on a k-dimensional torus: what the algorithms of
/// Meyer, Sibeyn (Oblivious Gossiping on Tori) are compared with. Its pattern changes from step to step and
/// nodes must keep packets until it is their turn.
///
/// All packets spread in the same way, so that the whole schedule is one broadcast tree of displacements. In
/// every step each direction brings packets to at most one new displacement; which ones is a matching of
/// directions and displacements that touch those already reached, drawn at random with a fixed seed. (The
/// paper's reference, Soch and Tvrdik, distinguishes many cases instead.)

#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"

namespace torusim {

class InvariantGossip : public Schedule {
 public:
  /// Throws InputError unless all dimensions wrap. On shapes with sides of 2, whose diameter allows no
  /// better, the steps may be more than the bound.
  InvariantGossip(std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  /// In a step every packet goes from its displacement `from` (a node number, seen from node 0) by `port`.
  struct Move {
    NodeId from;
    int port;
  };
  using Tree = std::vector<std::vector<Move>>;  // [step]
  static Tree grow(const Topology& topology, unsigned seed);

  ScheduleInfo info_;
  Tree tree_;
  int step_ = 0;
};

/// gossip-ti.
std::vector<Algorithm> invariant_gossip_algorithms();

}  // namespace torusim
