#pragma once
/// The sections of an exchange by perfect ring phases (docs/ring-exchanges.md), and what they cost.
///
/// After the sections before it a node with coordinate c of a dimension holds blocks from its interval of
/// `base` nodes, c - c mod base onwards, for the coordinates c modulo base: `base` is how far blocks have
/// been brought together. A section moves them between nodes c, c + base, c + 2 base, .. of an interval of
/// base * factor nodes, and so brings the dimension to base * factor.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

struct RingSection {
  bool near = false;                     ///< within intervals by shifts, else round whole rings
  int base = 1;                          ///< of all dimensions
  std::vector<int> factors;              ///< [dimension]; near: all 2, all 3, or base 2 and all 2
  std::vector<std::vector<int>> groups;  ///< dimensions that blocks move along in one message

  /// In turn t a node runs the group (residue + t) mod turns(), if there is one; the residue is the sum of
  /// its coordinates modulo `base`. So nodes with other residues on a line of that group run another one.
  int turns() const;
  /// Whether any node runs this group in this turn.
  bool runs(int group, int turn) const { return base > 1 || group == turn; }
  /// Phases that the group takes in a turn.
  std::int64_t phases(int group) const;
  /// Phases of a turn: those of the group that takes most of them.
  std::int64_t phases_of_turn(int turn) const;
  /// Shifts of the active cells of a group: its longest ring has so many edges, and two at least.
  int shifts(int group) const;
};

struct RingPlan {
  int dilation = 1;
  std::vector<RingSection> sections;
  Cost cost;
};

/// How blocks are brought to the right residue modulo the dilation.
enum class Near {
  kPairs,   ///< dimension by dimension
  kDirect,  ///< in one message for each node nearby
};

/// The longest side that there are plans for.
inline constexpr int kLongestPerfectRing = 4096;
inline constexpr int kMostDilation = 4;

/// The exchange with rings of every `dilation`-th node; `groups` are the numbers of dimensions that each
/// product spans. Nothing if a dimension does not wrap, or a side is no multiple of 4 * dilation.
std::optional<RingPlan> ring_plan(const Topology& torus, int dilation, Near near,
                                  const std::vector<int>& groups);

}  // namespace torusim
