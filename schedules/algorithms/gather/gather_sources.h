#pragma once
/// Locations of blocks in the gather family, in closed form (proof: docs/algorithms/gather-family.md). At any
/// time a node holds products of a few boxes of sources and destinations, and the boxes of sources are
/// products of arithmetic progressions. So no state passes from phase to phase.

#include <array>
#include <vector>

#include "schedules/algorithms/gather/gather_nodes.h"

namespace torusim {

/// first, first + stride, .. (count of them) modulo the side.
struct Progression {
  int first = 0, stride = 1, count = 1;
};

/// A progression for each dimension.
using SourceBox = std::array<Progression, 3>;

class GatherSources {
 public:
  using Coordinates = Topology::Coordinates;
  /// The last level that is done, for each dimension.
  using Levels = std::array<int, 3>;

  /// The nodes must outlive this.
  explicit GatherSources(const GatherNodes& nodes);

  /// Sources of blocks at a node of A_g after the levels `done` and g gathers, as 2^g disjoint boxes. Only
  /// blocks count that still have to move or have moved after the last gather.
  std::vector<SourceBox> collected(const Coordinates& at, int g, const Levels& done) const;

  /// Sources of blocks at a node of A_(g-1) at gather g that have arrived, apart from the low bits, since the
  /// gather before.
  std::vector<SourceBox> finished(const Coordinates& at, int g) const;

  /// An exchange of blocks whose destination has the other bit, by some nodes.
  struct Scatter {
    CoordinateBit bit;
    int with_functional;  ///< only nodes whose functional of this index has `value`
    int value;            ///< all nodes if value < 0
  };
  /// All scatters in their order.
  const std::vector<Scatter>& scatters() const { return scatters_; }
  bool takes_part(const Scatter& scatter, const Coordinates& at) const {
    return scatter.value < 0 || nodes_.functional(scatter.with_functional, at) == scatter.value;
  }
  /// The sources of the finished blocks that a node has after the first `count` scatters. Their destinations
  /// are all nodes that agree with the node in all bits except low bits without a scatter of this node so
  /// far.
  std::vector<SourceBox> scattered(const Coordinates& at, int count) const;

 private:
  void plan_scatters();

  const GatherNodes& nodes_;
  std::vector<Scatter> scatters_;
  int gather_scatters_ = 0;  // number of scatters over bits of gathers
};

}  // namespace torusim
