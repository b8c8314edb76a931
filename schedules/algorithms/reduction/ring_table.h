#pragma once
/// Exchanges along one ring or line for a reduce-scatter in few steps: the peer of a node in each step, and
/// the coordinates whose chunks the node then still has.

#include <vector>

#include "schedules/core/block_set.h"

namespace torusim {

class RingTable {
 public:
  /// Recursive halving (Rabenseifner: Optimization of Collective Reduction Operations): x meets x xor 2^s.
  /// The side is a power of two.
  static RingTable halving(int side);
  /// Swing (De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce, NSDI
  /// 2024, Section 3): in step s an even x meets x + rho(s), an odd x meets x - rho(s), with rho(s) = sum of
  /// (-2)^i for i = 0 .. s. `mirrored`: with -rho. The side is even; it need not be a power of two.
  static RingTable swing(int side, bool mirrored);
  /// Trivance: x meets x + 3^s and x - 3^s. The side is a power of three.
  static RingTable trivance(int side);
  /// A ring: in step s x passes the chunk of x - s - 1 to x + 1; `mirrored`: in the other direction.
  static RingTable ring(int side, bool mirrored);

  int side() const { return side_; }
  int steps() const { return static_cast<int>(sent_.size()); }
  /// The signed distances from x to its peers in step s, in the direction of their messages.
  std::vector<int> offsets(int x, int step) const;
  /// Coordinates whose chunks x sends to its peer number `peer` of step s.
  const std::vector<Range>& sent(int x, int step, int peer = 0) const { return sent_[step][peer][x]; }
  /// Coordinates whose chunks x has before step s: all coordinates before the first step, its own after the
  /// last.
  const std::vector<Range>& left(int x, int step) const { return left_[step][x]; }

 private:
  enum class Rule { kHalving, kSwing, kTrivance, kRing };
  RingTable(Rule rule, int side, int steps, bool mirrored);
  int offset(int x, int step, int peer) const;
  void fill_ring();
  /// The sets of coordinates of every x as ranges.
  std::vector<std::vector<Range>> as_ranges(const std::vector<std::vector<bool>>& sets) const;

  Rule rule_;
  int side_;
  bool mirrored_;
  std::vector<std::vector<std::vector<std::vector<Range>>>> sent_;  // [step][peer][x]
  std::vector<std::vector<std::vector<Range>>> left_;               // [0 .. steps][x]
};

/// Tables for the dimensions of a network, once or more.
using RingTables = std::vector<std::vector<RingTable>>;
/// [0][d]: the table of the d-th side.
RingTables one_way(const std::vector<int>& sides, RingTable (*table)(int side));
/// [0][d] and [1][d]: the table of the d-th side, and the mirrored one.
RingTables both_ways(const std::vector<int>& sides, RingTable (*table)(int side, bool mirrored));

/// A small number of ranges that hold exactly these coordinates, given in increasing order.
std::vector<Range> ranges_of(std::vector<int> coordinates);

}  // namespace torusim
