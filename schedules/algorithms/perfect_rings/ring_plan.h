#pragma once
/// The sections of an exchange by perfect ring phases (docs/algorithms/ring-exchanges.md), and their cost.
///
/// `base` is the size of the intervals in which blocks have been brought together before a section. A node
/// with coordinate c then holds the blocks of its interval of `base` nodes, from c - c mod base on, for
/// destinations equal to c modulo base. A section moves blocks between nodes c, c + base, c + 2 base, .. of
/// an interval of base * factor nodes. It so brings the dimension to base * factor.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

// Perfect phases of a ring: sets of messages, sources distinct and destinations distinct, that use every
// channel of both directions exactly once. docs/algorithms/ring-exchanges.md has the proof.

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

struct RingSection {
  bool near = false;                     ///< within intervals by shifts, else round whole rings
  int base = 1;                          ///< interval before the section, in all dimensions
  std::vector<int> factors;              ///< [dimension]; near: all 2, all 3, or base 2 and all 2
  std::vector<std::vector<int>> groups;  ///< dimensions along which a block moves in one message

  /// In turn t a node runs the group (residue + t) mod turns(), if this group exists; the residue is the sum
  /// of its coordinates modulo `base`. So nodes with other residues on a line of the group run other groups.
  int turns() const;
  /// Whether any node runs this group in this turn.
  bool runs(int group, int turn) const { return base > 1 || group == turn; }
  /// Phases that the group takes in a turn.
  std::int64_t phases(int group) const;
  /// Phases of a turn: the most phases of any group.
  std::int64_t phases_of_turn(int turn) const;
  /// Number of shifts of the active cells of a group: the edges of its longest ring, and at least two.
  int shifts(int group) const;
};

struct RingPlan {
  int dilation = 1;
  std::vector<RingSection> sections;
  Cost cost;
};

/// The method that brings blocks to the right residue modulo the dilation.
enum class Near {
  kPairs,   ///< dimension by dimension
  kDirect,  ///< in one message to each near node
};

/// The longest side for which plans exist.
inline constexpr int kLongestPerfectRing = 4096;
inline constexpr int kMostDilation = 4;

/// The exchange with rings of every `dilation`-th node; `groups` has the number of dimensions of each
/// product. Nullopt if a dimension does not wrap, or a side is no multiple of 4 * dilation.
std::optional<RingPlan> ring_plan(const Topology& torus, int dilation, Near near,
                                  const std::vector<int>& groups);

}  // namespace torusim
