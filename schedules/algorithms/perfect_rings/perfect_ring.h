#pragma once
/// Perfect phases of a ring: sets of messages, sources distinct and destinations distinct, that use every
/// channel of both directions exactly once. docs/ring-exchanges.md has the proof.

namespace torusim {

/// A ring of n nodes, n a multiple of 4. Nodes x and x + n/2 are a class, x mod n/2. The n/2 classes have
/// n/2 - 1 perfect matchings; an edge {i, j} of one has two types of messages among its four nodes: the chain
/// i > j > i + n/2 > j + n/2 > i, once round in direction +, and the same in direction -. One matching more
/// joins classes 2q and 2q + 1: its first type are the messages by n/2 hops, of the class 2q in +, of the
/// other in -; its second the messages of nodes to themselves. Over all matchings, edges and types every
/// node has a message to every node once.
///
/// The first type of one edge and the second of another of the same matching are a perfect phase.
class PerfectRing {
 public:
  /// REQUIRES: side is a multiple of 4.
  explicit PerfectRing(int side) : side_(side) {}

  int matchings() const { return side_ / 2; }
  /// Of each matching.
  int edges() const { return side_ / 4; }
  /// The edge that node `x` belongs to.
  int edge(int matching, int x) const;
  /// Where the message of node `x` goes in the first or second type of its edge: signed hops, at most side/2.
  int hops(int matching, bool second, int x) const;

 private:
  int side_;
};

}  // namespace torusim
