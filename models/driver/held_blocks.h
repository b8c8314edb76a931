#pragma once
/// Which node holds which blocks: the exact account of a complete exchange while it runs.
///
/// A block exists once. It is taken from its holder when a send begins and given to the receiver when the
/// tail has come, so a block that arrives everywhere it should cannot have been lost, copied or invented on
/// the way.

#include <optional>
#include <string>
#include <vector>

#include "schedules/block_set.h"

namespace torusim {

class HeldBlocks {
 public:
  /// Every node holds its blocks for all nodes, the one for itself included.
  explicit HeldBlocks(const Topology& topology);

  /// Takes the blocks from the node; names one that the node does not hold (then nothing is taken).
  std::optional<Block> take(NodeId node, const BlockSet& blocks);
  void give(NodeId node, const BlockSet& blocks);

  /// Blocks that have reached their destination, those of a node for itself not counted.
  std::int64_t delivered() const { return delivered_; }
  std::int64_t total() const;
  /// The first few blocks that are not where they belong, one sentence each; empty: the exchange is complete.
  std::vector<std::string> misplaced(std::size_t at_most) const;

 private:
  Topology topology_;
  std::vector<BlockSet> held_;
  std::vector<std::uint32_t> tidy_size_;  // boxes a node had after its last coalescing
  std::int64_t delivered_ = 0;
};

}  // namespace torusim
