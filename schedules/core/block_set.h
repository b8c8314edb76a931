#pragma once
/// Sets of blocks, stored as boxes and never listed block by block: 4096 nodes have 16.8 million blocks, and
/// each block moves 10 to 20 times.
///
/// A block of a complete exchange is the data that one source node has for one destination node. A box is a
/// set of sources times a set of destinations. Each of the two sets is a product of strided coordinate ranges
/// over the dimensions of the torus. A BlockSet is a list of disjoint boxes of equal dimensions. An empty set
/// takes the dimensions of the first box that is added. Sets, boxes and topologies that are compared must
/// have the same dimensions.

#include <cassert>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Coordinates first, first + stride, .. (count of them) along one dimension; never wraps past the side.
struct Range {
  int first = 0;
  int stride = 1;
  int count = 0;

  int last() const { return first + (count - 1) * stride; }
  bool contains(int x) const {
    return x >= first && x <= last() && (stride == 1 || (x - first) % stride == 0);
  }
  bool operator==(const Range&) const = default;

  static Range single(int x) { return {x, 1, 1}; }
  static Range whole(int side) { return {0, 1, side}; }
};

/// The `count` coordinates start, start + stride, .. modulo `side`, as one or more ranges that do not wrap;
/// `stride` >= 1.
std::vector<Range> wrapped_range(int start, int stride, int count, int side);

struct Block {
  NodeId source = 0;
  NodeId destination = 0;
  bool operator==(const Block&) const = default;
};

/// 2k ranges: k for the source coordinates, then k for the destination coordinates.
using BoxView = std::span<const Range>;

class BlockSet {
 public:
  explicit BlockSet(int dimensions = 1) : dimensions_(dimensions) {}

  int dimensions() const { return dimensions_; }
  bool empty() const { return ranges_.empty(); }
  /// Number of boxes.
  std::size_t boxes() const { return ranges_.size() / (2 * dimensions_); }
  BoxView box(std::size_t i) const {
    assert(i < boxes());
    return {ranges_.data() + i * 2 * dimensions_, std::size_t(2 * dimensions_)};
  }
  /// Number of blocks.
  std::int64_t blocks() const;

  /// Empties the set and keeps its memory, so that each phase can be written into the transfers of the phase
  /// before.
  void clear(int dimensions) {
    dimensions_ = dimensions;
    ranges_.clear();
  }
  /// Adds 2k ranges that share no block with the set (the caller's promise); an empty box is dropped. Every
  /// add function throws InputError if the boxes of the set have other dimensions.
  void add(BoxView box);
  /// Adds the box of all combinations of the given range lists: `choices[i]` are the disjoint alternatives
  /// for range i (k sources, then k destinations). Ranges that wrap are written in this way.
  void add_product(std::span<const std::vector<Range>> choices);
  void add(const BlockSet& other);
  void add(const Topology& topology, Block block);

  /// Takes `other` out of this set. If a block of `other` is not in the set, returns that block and leaves
  /// the set unchanged.
  std::optional<Block> remove(const Topology& topology, const BlockSet& other);
  bool contains(const Topology& topology, Block block) const;
  /// Number of blocks for this destination.
  std::int64_t blocks_for(const Topology& topology, NodeId destination) const;
  /// The blocks that both sets hold. The boxes of `other` must be disjoint.
  BlockSet common(const BlockSet& other) const;
  /// A block that both sets hold, if there is one.
  std::optional<Block> shared(const Topology& topology, const BlockSet& other) const;
  /// The first block of the set. The set must not be empty.
  Block front(const Topology& topology) const;
  /// Joins boxes that differ in one range and fit together, until no two boxes do.
  void coalesce();
  /// Calls `visit` for every block; for small sets only.
  void for_each(const Topology& topology, const std::function<void(Block)>& visit) const;

  /// The ranges of all boxes, 2k a box, for readers and writers of schedules.
  const std::vector<Range>& ranges() const { return ranges_; }

 private:
  /// Sets the number of dimensions of the blocks that are added next.
  void expect(int dimensions) {
    if (dimensions != dimensions_) take_dimensions(dimensions);
  }
  void take_dimensions(int dimensions);

  int dimensions_;
  std::vector<Range> ranges_;  // 2k ranges a box, box after box
};

}  // namespace torusim
