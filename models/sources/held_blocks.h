#pragma once
/// Which node holds which blocks: the exact account of a collective while it runs.
///
/// A block of a complete exchange exists once. It is taken from its holder when a send begins and given to
/// the receiver when the tail has come, so a block that arrives everywhere it should cannot have been lost,
/// copied or invented on the way. A block of a gossip or broadcast stays with its sender, which must hold it,
/// and what comes twice is counted. Blocks of messages have no names; they are counted.
///
/// The accounts of two nodes share nothing: several threads may keep them, each with sums of its own.

#include <optional>
#include <string>
#include <vector>

#include "schedules/core/copy_table.h"

namespace torusim {

class HeldBlocks {
 public:
  /// Every node holds what it has before the first phase.
  HeldBlocks(const Topology& topology, const Collective& collective);

  struct Sums {
    /// Blocks that have reached a node that needs them, those that it had from the start not counted.
    std::int64_t delivered = 0;
    /// Blocks that came to nodes which held them already.
    std::int64_t repeats = 0;
  };
  /// The node sends the blocks; names one that it does not hold (then nothing is taken).
  std::optional<Block> send(NodeId node, const BlockSet& blocks) { return send(node, blocks, sums_); }
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed = 0) {
    receive(node, blocks, unnamed, sums_);
  }
  /// The same by one of several threads.
  std::optional<Block> send(NodeId node, const BlockSet& blocks, Sums& sums);
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed, Sums& sums);

  std::int64_t delivered() const { return sums_.delivered; }
  std::int64_t total() const { return deliveries(topology_, collective_); }
  std::int64_t repeats() const { return sums_.repeats; }
  /// The first few nodes that do not hold what they must, one sentence each, and repeats other than those
  /// that the schedule promises; empty: the collective is complete.
  std::vector<std::string> misplaced(std::size_t at_most) const { return misplaced(at_most, sums_); }
  /// The same, `sums` being those of all threads.
  std::vector<std::string> misplaced(std::size_t at_most, const Sums& sums) const;

 private:
  void gather(NodeId node, const BlockSet& blocks, Sums& sums);
  std::string misplaced_at(NodeId node) const;

  Topology topology_;
  Collective collective_;
  std::optional<CopyTable> copies_;       // of a collective that copies; else:
  std::vector<BlockSet> held_;            // [node]
  std::vector<std::uint32_t> tidy_size_;  // boxes a node had after its last coalescing
  Sums sums_;
};

}  // namespace torusim
