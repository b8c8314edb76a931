#pragma once
/// The exact account of the blocks of all nodes during a collective.
///
/// A block of a complete exchange exists once. The account takes it from its holder when a send begins, and
/// gives it to the receiver when the tail has arrived. So no block can be lost, copied or invented on the
/// way. A block of a gossip or broadcast stays with its sender, which must hold the block, and the account
/// counts repeats. Blocks of messages are unnamed: the account counts them, pair by pair if there is a
/// matrix.
///
/// The accounts of two nodes are independent: several threads can keep accounts, each with separate sums.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/copy_table.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {

class HeldBlocks {
 public:
  /// Gives every node its initial blocks.
  HeldBlocks(const Topology& topology, const Collective& collective,
             std::shared_ptr<const TrafficMatrix> matrix = {});

  struct Sums {
    /// Blocks delivered to nodes that need them; initial blocks do not count.
    std::int64_t delivered = 0;
    /// Blocks delivered to nodes that already held the block.
    std::int64_t repeats = 0;
  };
  /// Takes the blocks of a send from the node. Returns a block that the node does not hold; in this case it
  /// takes none.
  std::optional<Block> send(NodeId node, const BlockSet& blocks) { return send(node, blocks, sums_); }
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed = 0) {
    receive(node, blocks, unnamed, sums_);
  }
  /// send() and receive() for one of several threads, with the sums of the thread.
  std::optional<Block> send(NodeId node, const BlockSet& blocks, Sums& sums);
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed, Sums& sums);
  /// Delivers the unnamed blocks of a message. The blocks count only if the matrix still has as many for the
  /// pair.
  void receive_unnamed(NodeId source, NodeId node, std::int64_t blocks, Sums& sums);

  std::int64_t delivered() const { return sums_.delivered; }
  std::int64_t total() const { return deliveries(topology_, collective_); }
  std::int64_t repeats() const { return sums_.repeats; }
  /// Errors, one sentence each: the first few nodes without their required blocks, and a wrong number of
  /// repeats. Empty: the collective is complete.
  std::vector<std::string> misplaced(std::size_t at_most) const { return misplaced(at_most, sums_); }
  /// The errors, given the `sums` of all threads.
  std::vector<std::string> misplaced(std::size_t at_most, const Sums& sums) const;

 private:
  void gather(NodeId node, const BlockSet& blocks, Sums& sums);
  std::string misplaced_at(NodeId node) const;

  Topology topology_;
  Collective collective_;
  std::optional<MatrixAccount> pairs_;    // for messages with a matrix
  std::optional<CopyTable> copies_;       // for a collective that copies; else held_
  std::vector<BlockSet> held_;            // [node]
  std::vector<std::uint32_t> tidy_size_;  // boxes of a node after its last coalescing
  Sums sums_;
};

}  // namespace torusim
