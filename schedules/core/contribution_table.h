#pragma once
/// The contributions that each node has to each chunk of a reduction, as sets of nodes.
///
/// The account is exact: nothing is counted twice, and nothing is lost. An arriving sum is added to the
/// present one (they may share no contribution), or replaces it and contains all of it.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/collective.h"
#include "schedules/core/node_sets.h"

namespace torusim {

class ContributionTable {
 public:
  /// Consecutive chunks of a message, in the order of its BlockSet, with the same contributions.
  struct Run {
    NodeSets::Id set = NodeSets::kNone;
    std::uint32_t chunks = 0;
  };
  using Content = std::vector<Run>;
  /// An error of an arrival: the first chunk whose contributions would be wrong.
  struct Objection {
    Block chunk;
    NodeId contribution = 0;  ///< the node whose contribution would be there twice, or lost
    bool twice = false;       ///< the contribution would be there twice; false: lost
  };
  struct Lack {
    std::int64_t chunks = 0;   ///< chunks that lack contributions
    Block chunk;               ///< the first such chunk
    NodeId contribution = 0;   ///< the first contribution that this chunk lacks
    NodeId contributions = 0;  ///< number of contributions that this chunk lacks
  };

  /// Every node has its own contribution to every chunk. Throws InputError when the table would take more
  /// than 8 GB.
  ContributionTable(const Topology& topology, const Collective& collective);
  /// The longest vector whose table takes no more than 8 GB: four bytes for each node and chunk.
  static std::int64_t most_chunks(NodeId nodes) { return (std::int64_t{1} << 31) / nodes; }

  /// A chunk of the set that does not exist, or to which the node has no contribution, if any.
  std::optional<Block> missing(NodeId node, const BlockSet& chunks) const;
  /// The node's contributions to the chunks. If the collective moves partial sums, the node loses them.
  Content take(NodeId node, const BlockSet& chunks);
  /// Delivers the result of take() to a node, even if it returns an objection.
  std::optional<Objection> put(NodeId node, const BlockSet& chunks, const Content& content, bool adds);

  /// Number of complete sums at nodes that must have them.
  std::int64_t complete() const { return complete_; }
  /// A contribution that the node must have and lacks, if any.
  std::optional<Lack> lacking(NodeId node) const;
  const NodeSets& sets() const { return sets_; }
  /// Number of a chunk, 0 .. chunks-1. The chunk must exist.
  std::int64_t index(Block chunk) const { return collective_.number(topology_.nodes(), chunk); }
  Block chunk(std::int64_t index) const { return collective_.chunk(topology_.nodes(), index); }
  /// Calls visit(index) for every chunk of the set that exists, in the set's order.
  template <typename Visit>
  void for_each(const BlockSet& chunks, Visit visit) const;

 private:
  bool must_have(NodeId node, std::int64_t index) const { return everywhere_ || owed(node, index); }
  bool owed(NodeId node, std::int64_t index) const;
  /// Whether all blocks of a box are chunks.
  bool exists(BoxView box) const;

  Topology topology_;
  Collective collective_;
  std::int64_t chunks_;
  bool everywhere_;                    // every node must have every chunk
  std::vector<std::int64_t> weights_;  // weights of the 2k coordinates of a block in its index
  NodeSets sets_;
  std::vector<NodeSets::Id> table_;  // [node * chunks_ + index]
  std::int64_t complete_ = 0;
};

template <typename Visit>
void ContributionTable::for_each(const BlockSet& chunks, Visit visit) const {
  const int width = 2 * chunks.dimensions();
  for (std::size_t b = 0; b < chunks.boxes(); ++b) {
    const BoxView box = chunks.box(b);
    if (!exists(box)) continue;
    // Only ranges of more than one coordinate are counted through, the last range in an inner loop.
    std::array<std::int64_t, 2 * Topology::kMaxDimensions> step{};
    std::array<int, 2 * Topology::kMaxDimensions> count{}, at{};
    int varying = 0;
    std::int64_t index = 0;
    for (int r = 0; r < width; ++r) {
      index += weights_[r] * box[r].first;
      if (box[r].count == 1) continue;
      step[varying] = weights_[r] * box[r].stride;
      count[varying++] = box[r].count;
    }
    const std::int64_t inner_step = varying == 0 ? 0 : step[--varying];
    const int inner_count = inner_step == 0 ? 1 : count[varying];
    while (true) {
      for (int i = 0; i < inner_count; ++i) visit(index + i * inner_step);
      int r = varying - 1;
      while (r >= 0 && ++at[r] == count[r]) {
        index -= step[r] * (count[r] - 1);
        at[r--] = 0;
      }
      if (r < 0) break;
      index += step[r];
    }
  }
}

}  // namespace torusim
