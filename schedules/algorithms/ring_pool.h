#pragma once
/// The blocks that one gather-scatter tree moves, and their way from node to node.

#include <vector>

#include "schedules/algorithms/ring_phases.h"
#include "schedules/algorithms/ring_tree.h"

namespace torusim {

/// All blocks of one direction, by the position of the tree that holds them. Blocks of one source to
/// consecutive destinations are one piece, because every rule sends an interval of distances.
class RingPool {
 public:
  /// Puts the blocks at distance 1 .. reach from each source at the source. A source outside the tree (node
  /// 0) hands its blocks over first, and blocks for this node go to position 0: see handed_in(),
  /// handed_out().
  RingPool(const RingTree& tree, int ring, int reach);

  /// The messages of one phase of the tree, in order of the sender.
  std::vector<RingMessage> gather(int level, RingRule rule);
  std::vector<RingMessage> scatter(int level, RingRule rule);

  /// The message from node 0 to the last position before the first phase, and the message from position 0 to
  /// node 0 after the last phase. Only for a tree that leaves node 0 out.
  RingMessage handed_in() const;
  RingMessage handed_out() const;

 private:
  struct Piece {
    int source = 0;  ///< node
    int near = 0;    ///< distances from the holder, in positions
    int far = 0;
    bool outside = false;  ///< the block for node 0, on its way to position 0
  };

  RingMessage message(int position, int level, std::vector<Piece>& pieces) const;
  template <typename Edge, typename Interval>
  std::vector<RingMessage> phase(int level, Edge edge, Interval interval);
  BlockSet block_set(int position, std::vector<Piece>& pieces) const;
  std::vector<Range> destinations(int position, const Piece& piece) const;

  const RingTree& tree_;
  int ring_;
  int reach_;
  std::vector<std::vector<Piece>> held_;  // [position]
};

}  // namespace torusim
