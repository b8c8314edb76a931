#pragma once
/// Perfect phases of a ring: sets of messages, sources distinct and destinations distinct, that use every
/// channel of both directions exactly once. docs/algorithms/ring-exchanges.md has the proof.

namespace torusim {

/// A ring of n nodes, n a multiple of 4. Nodes x and x + n/2 are a class, x mod n/2. The n/2 classes have n/2
/// - 1 perfect matchings; an edge {i, j} of a matching has two types of messages among its four nodes. They
/// are the chain i > j > i + n/2 > j + n/2 > i once round in direction +, and the chain in direction -. One
/// further matching joins classes 2q and 2q + 1. Its first type is the messages over n/2 hops, + from class
/// 2q and - from class 2q + 1; its second type is the messages of nodes to themselves. All matchings, edges
/// and types together have one message from every node to every node.
///
/// The first type of one edge and the second type of another edge of the same matching are a perfect phase.
class PerfectRing {
 public:
  /// REQUIRES: side is a multiple of 4.
  explicit PerfectRing(int side) : side_(side) {}

  int matchings() const { return side_ / 2; }
  /// Edges of each matching.
  int edges() const { return side_ / 4; }
  /// The edge of node `x`.
  int edge(int matching, int x) const;
  /// Signed hops, at most side/2, of the message of node `x` in the first or second type of its edge.
  int hops(int matching, bool second, int x) const;

 private:
  int side_;
};

}  // namespace torusim
