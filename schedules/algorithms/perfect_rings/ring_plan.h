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
