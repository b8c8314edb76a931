#pragma once
/// Roles of nodes in the gather family (docs/algorithms/gather-family.md): the bits of coordinates that
/// gathers flip, the nodes that hold the blocks afterwards, and the labels that order their turns.
///
/// Locations of blocks are in closed form (proof: docs/algorithms/gather-family.md). At any time a
/// node holds products of a few boxes of sources and destinations, and the boxes of sources are products of
/// arithmetic progressions. So no state passes from phase to phase.

#include <array>
#include <optional>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"
#include "schedules/formulas/exchange_closed_forms.h"

namespace torusim {

/// Bit `bit` of the coordinate along `dimension`.
struct CoordinateBit {
  int dimension, bit;
  bool operator==(const CoordinateBit&) const = default;
};

/// For tori of 2 or 3 dimensions of 2^d nodes a side.
class GatherNodes {
 public:
  /// gathers[L - 2] are done before level L = 2 .. d-1; the numbers never decrease and are at most L - 2 and
  /// most_gathers().
  GatherNodes(int dimensions, std::vector<int> gathers);

  /// The limit of gathers, 2 a dimension: bits 0 and 1 are flipped.
  static int most_gathers(int dimensions) { return 2 * dimensions; }

  int dimensions() const { return dimensions_; }
  int gathers() const { return before_.empty() ? 0 : before_.back(); }
  /// Number of gathers before level `level`; none before level 1.
  int gathers_before(int level) const { return level < 2 ? 0 : before_[level - 2]; }
  /// The level before which gather g = 1 .. gathers() + 1 is done; d for g = gathers() + 1.
  int level_of(int g) const;
  /// b_g, g = 1 .. gathers(): the bit that gather g flips.
  CoordinateBit flipped(int g) const { return {(g - 1) % dimensions_, (g - 1) / dimensions_}; }
  bool flips(CoordinateBit bit) const { return bit.bit * dimensions_ + bit.dimension < gathers(); }
  /// w_h of a node: the parity of the bits of functional h.
  int functional(int h, const Topology::Coordinates& at) const;
  /// The first gather that takes the blocks of a node away; gathers() + 1 if no gather does.
  int last_gather(const Topology::Coordinates& at) const;
  /// Whether the node is in A_g, whose functionals below g are 0.
  bool holds_after(int g, const Topology::Coordinates& at) const { return last_gather(at) > g; }
  /// Low bits of a coordinate, which scatters and the last exchanges handle: 2 if both are flipped, else 1.
  int low(int dimension) const { return flips({dimension, 1}) ? 2 : 1; }
  /// Turn (label / 2) and direction (+ if it is even) of a node of A_g in level `level` >= 2: bit j is the
  /// parity, over the dimensions, of the j-th bit below `level` that no functional below g uses; level - g
  /// bits.
  int label(int level, const Topology::Coordinates& at) const;
  /// Whether a node sends in direction + along a dimension in a level.
  bool positive(int level, int dimension, const Topology::Coordinates& at) const;

 private:
  int dimensions_;
  std::vector<int> before_;
  std::vector<std::vector<CoordinateBit>> functionals_;
};

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

// Costs of the gather family in closed form, and the settings that represent published schemes.

/// The cost of GatherExchange on a torus of `dimensions` sides of 2^d nodes.
Cost gather_cost(int dimensions, int d, const std::vector<int>& gathers);

/// The gathers before the levels 2 .. d-1 that represent a published scheme:
/// - DP-2D, DP-3D: no gathers, which gives their printed cost;
/// - T-2D1, T-3D1, which save startups: the fewest blocks in no more startups than printed;
/// - T-2D2, T-3D2, which save blocks: the fewest startups with no more blocks than printed. Nullopt if the
/// family has no such member.
std::optional<std::vector<int>> gathers_for(PublishedScheme scheme, int d);

}  // namespace torusim
