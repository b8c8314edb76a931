#pragma once
/// Which node holds which blocks of a gossip or broadcast: one bit for every node and block.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

class CopyTable {
 public:
  /// Every node holds what it has before the first phase. The collective is one that copies. Throws
  /// InputError when the table would take more than 8 GB (2^36 bits; a gossip of 262144 nodes).
  CopyTable(const Topology& topology, const Collective& collective);

  /// A block of the set that the node does not hold, if there is one; also one that does not exist.
  std::optional<Block> missing(NodeId node, const BlockSet& blocks) const;
  /// What the node holds of the set.
  BlockSet present(NodeId node, const BlockSet& blocks) const;
  /// Gives the node copies of the blocks. They must exist. Returns how many it held already.
  std::int64_t add(NodeId node, const BlockSet& blocks);
  /// A block that the node holds of this set, if there is one.
  std::optional<Block> held(NodeId node, const BlockSet& blocks) const;

  /// Blocks that the node still has to get, and one of them. There must be one.
  std::int64_t lacking(NodeId node) const { return blocks_ - counts_[node]; }
  Block first_lacking(NodeId node) const;

 private:
  static constexpr std::int64_t kNone = -1;
  /// Number of the block among those that there are; kNone if it does not exist.
  std::int64_t index(Block block) const;
  bool test(NodeId node, std::int64_t index) const {
    return (words_[std::int64_t{node} * words_a_node_ + index / 64] >> (index % 64)) & 1u;
  }

  Topology topology_;
  Collective collective_;
  std::int64_t blocks_ = 0;  // that there are
  std::int64_t words_a_node_ = 0;
  std::vector<std::uint64_t> words_;  // [node * words_a_node_ + index / 64]
  std::vector<std::int64_t> counts_;  // [node]: blocks that it holds
};

}  // namespace torusim
