#pragma once
/// The blocks of a gossip or broadcast that each node holds: one bit for every node and block.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

class CopyTable {
 public:
  /// Every node holds its initial blocks. The collective must copy blocks. Throws InputError when the table
  /// would take more than 8 GB (2^36 bits; a gossip of 262144 nodes).
  CopyTable(const Topology& topology, const Collective& collective);

  /// A block of the set that the node does not hold, or that does not exist; nullopt if there is none.
  std::optional<Block> missing(NodeId node, const BlockSet& blocks) const;
  /// The blocks of the set that the node holds.
  BlockSet present(NodeId node, const BlockSet& blocks) const;
  /// Gives the node copies of the blocks, which must exist. Returns the number of blocks that it held
  /// already.
  std::int64_t add(NodeId node, const BlockSet& blocks);
  /// A block of the set that the node holds, if there is one.
  std::optional<Block> held(NodeId node, const BlockSet& blocks) const;

  /// Number of blocks that the node still lacks. first_lacking() gives the first, which must exist.
  std::int64_t lacking(NodeId node) const { return blocks_ - counts_[node]; }
  Block first_lacking(NodeId node) const;

 private:
  static constexpr std::int64_t kNone = -1;
  std::int64_t index(Block block) const { return collective_.number(topology_.nodes(), block); }
  bool test(NodeId node, std::int64_t index) const {
    return (words_[std::int64_t{node} * words_a_node_ + index / 64] >> (index % 64)) & 1u;
  }

  Topology topology_;
  Collective collective_;
  std::int64_t blocks_ = 0;  // of the collective
  std::int64_t words_a_node_ = 0;
  std::vector<std::uint64_t> words_;  // [node * words_a_node_ + index / 64]
  std::vector<std::int64_t> counts_;  // [node]: number of blocks that the node holds
};

}  // namespace torusim
