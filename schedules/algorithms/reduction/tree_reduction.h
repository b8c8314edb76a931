#pragma once
/// Reduce, broadcast, or both along one spanning tree of single hops, piece after piece.
///
/// From the root the tree follows dimension order by the shorter way, so it is as low as the torus allows. A
/// node sends a piece to its parent as soon as all its children could have sent theirs: a new piece sets out
/// in every step. The root spreads each sum as soon as it is whole, over the opposite channels.

#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

class TreeReduction : public Schedule {
 public:
  /// `kind` is all-reduce, reduce or broadcast. Throws InputError unless there are 1 to N pieces.
  TreeReduction(std::string generator, const Topology& topology, NodeId root, int pieces,
                Collective::Kind kind);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }

 private:
  ScheduleInfo info_;
  std::vector<Route> to_parent_;  // [node]; empty at the root
  std::vector<int> depth_;        // [node]
  int height_ = 0;
  int at_ = 0;
};

}  // namespace torusim
