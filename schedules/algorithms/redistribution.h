#pragma once
/// The first step of Section 2.2 of Meyer, Sibeyn: Oblivious Gossiping on Tori, for n2 odd columns. A node of
/// column n2 - 2 has only one packet, so part of what it has moves into the packets of the others.
///
/// What a node has is 2 n2 pieces, numbered 0 .. 2 n2 - 1. A node of column j sends its last j pieces to the
/// left for 1 <= j <= n2 - 2, one of column n2 - 2 another piece to the right. Then no packet has more than
/// n2 + 1 pieces, (1 + 1/n2) s/2 in the paper's words.

#include "schedules/algorithms/gossip_tables.h"

namespace torusim {

class Redistribution {
 public:
  Redistribution(const Topology& topology, const RowsAndColumns& dimensions);

  int pieces() const { return 2 * n2_; }
  /// The messages of the step.
  std::vector<Transfer> transfers() const;
  /// [2 node + cycle]: what the packets consist of then. Of the packets of a node in column n2 - 2 only that
  /// of cycle i mod 2 exists; both entries are the same.
  std::vector<BlockSet> packets() const;

 private:
  /// Pieces first .. first + count - 1 of the node.
  BlockSet pieces_of(NodeId node, int first, int count) const;

  Topology topology_;
  RowsAndColumns dimensions_;
  int n2_;
};

}  // namespace torusim
