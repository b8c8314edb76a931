#pragma once
/// Gossip in the fewest steps there can be (fewest_gossip_steps): what the algorithms of Meyer, Sibeyn
/// (Oblivious Gossiping on Tori) are compared with. Its pattern changes from step to step and nodes must keep
/// packets until it is their turn. Tests hold all tori of up to 260 nodes to the fewest steps.
///
/// All packets spread in the same way, so that the whole schedule is one broadcast tree of displacements. In
/// every step each direction brings packets to at most one new displacement; which ones is a matching of
/// directions and displacements that touch those already reached, drawn at random with a fixed seed. Where
/// that takes too many steps, as on long narrow tori, the farthest displacements go first. (The paper's
/// reference, Soch and Tvrdik, distinguishes many cases instead.)

#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"

namespace torusim {

class InvariantGossip : public Schedule {
 public:
  /// Throws InputError unless all dimensions wrap.
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
  static Tree grow(const Topology& topology, unsigned seed, bool far_first);

  ScheduleInfo info_;
  Tree tree_;
  int step_ = 0;
};

/// gossip-ti.
std::vector<Algorithm> invariant_gossip_algorithms();

}  // namespace torusim
