#pragma once
/// The classic ring algorithm, a baseline: every node talks to its neighbours on one ring only and passes on
/// what is not its own.

#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// All nodes lie on one ring: in the order of their numbers, but every other line along a dimension
/// backwards, so that successors are neighbours (the last and the first too where the first dimension is a
/// ring or complete graph and its side even; elsewhere the closing message crosses the network). One way: in
/// step j = 1 .. N-1 node p of the ring passes the blocks of node p-j+1 for the nodes behind p on, N - j of
/// them. Both ways: the blocks for the first half of the ring go one way and those for the rest the other, at
/// the same time; two ports, floor(N/2) steps. Runs on any topology. Steps are named "J1", "J2", ..
class RingPass : public Schedule {
 public:
  RingPass(bool both_ways, std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  NodeId at(std::int64_t position) const;
  void add_blocks(NodeId source, std::int64_t first, int count, BlockSet& blocks) const;

  ScheduleInfo info_;
  int ahead_, behind_;         // nodes that a block may be for, in each direction
  std::vector<NodeId> order_;  // of the nodes on the ring
  int step_ = 0;
};

std::vector<Algorithm> ring_pass_algorithms();

}  // namespace torusim
