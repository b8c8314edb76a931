#pragma once
/// The plan of `ring-split` (docs/algorithms/ring-exchanges.md): the groups of dimensions that run at once,
/// and the cost.
///
/// With D groups of dimensions the blocks of a node are in D classes. In stage i the blocks of class c move
/// along group (c + i) mod D, so in each stage every group has one class. Nodes are in cells of edges
/// (ring_plan.h), and two of `shifts` cells of a line take part in a phase of a group: shifts / 2 groups
/// can run at once.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"

namespace torusim {

struct SplitPlan {
  /// The part of a group in a round, in units of `shifts` phases.
  struct Part {
    int group = 0;
    std::int64_t first = 0, units = 0;
    /// The part runs `slices` times, each time with one slice of the blocks of its messages.
    int slices = 1;
  };
  /// Parts that run at once.
  struct Round {
    std::vector<Part> parts;
    std::int64_t units = 0;  ///< units of the longest part
  };

  std::vector<int> sides;
  std::vector<std::vector<int>> groups;  ///< dimensions, without gaps
  int shifts = 0;
  std::vector<Round> rounds;  ///< rounds of each stage; the number of stages is the number of groups
  Cost cost;

  int classes() const { return static_cast<int>(groups.size()); }
  /// The dimension of a group whose coordinate counts for the class of a block. The class is the sum over the
  /// groups of this coordinate of source and destination, modulo the number of groups.
  int marker(int group) const { return groups[group].front(); }
  /// Messages of a group are divided along this dimension of another group.
  int sliced_dimension(int group) const;
  /// Blocks of the largest message of a slice.
  std::int64_t message(const Part& part, int slice) const;
};

/// With more the blocks of a message are in too many boxes.
inline constexpr std::size_t kMostSplitGroups = 3;

/// `sizes` are the numbers of dimensions of the groups, two or three groups. Nullopt if a dimension does not
/// wrap, a side is no multiple of 4 or too long, or no side is 16 or more.
std::optional<SplitPlan> split_plan(const Topology& torus, const std::vector<int>& sizes);

}  // namespace torusim
