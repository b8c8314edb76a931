#pragma once
/// The exact account of the blocks of all nodes during a collective.
///
/// A block of a complete exchange exists once. The account takes it from its holder when a send begins, and
/// gives it to the receiver when the tail has arrived. So no block can be lost, copied or invented on the
/// way. A block of a gossip or broadcast stays with its sender, which must hold it, and repeats are counted.
/// Blocks of messages have no names; they are counted, pair by pair if there is a matrix.
///
/// The accounts of two nodes are independent: several threads can keep them, each with separate sums.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/copy_table.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {

class HeldBlocks {
 public:
  /// Every node holds its blocks from before the first phase.
  HeldBlocks(const Topology& topology, const Collective& collective,
             std::shared_ptr<const TrafficMatrix> matrix = {});

  struct Sums {
    /// Blocks delivered to nodes that need them, without initial blocks.
    std::int64_t delivered = 0;
    /// Blocks delivered to nodes that already held them.
    std::int64_t repeats = 0;
  };
  /// The node sends the blocks. Returns a block that it does not hold (then none is taken).
  std::optional<Block> send(NodeId node, const BlockSet& blocks) { return send(node, blocks, sums_); }
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed = 0) {
    receive(node, blocks, unnamed, sums_);
  }
  /// The same by one of several threads.
  std::optional<Block> send(NodeId node, const BlockSet& blocks, Sums& sums);
  void receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed, Sums& sums);
  /// The unnamed blocks of a message; they count only if the matrix still has as many for the pair.
  void receive_unnamed(NodeId source, NodeId node, std::int64_t blocks, Sums& sums);

  std::int64_t delivered() const { return sums_.delivered; }
  std::int64_t total() const { return deliveries(topology_, collective_); }
  std::int64_t repeats() const { return sums_.repeats; }
  /// The first few nodes without their required blocks, one sentence each, and a wrong number of repeats;
  /// empty: the collective is complete.
  std::vector<std::string> misplaced(std::size_t at_most) const { return misplaced(at_most, sums_); }
  /// The same with the `sums` of all threads.
  std::vector<std::string> misplaced(std::size_t at_most, const Sums& sums) const;

 private:
  void gather(NodeId node, const BlockSet& blocks, Sums& sums);
  std::string misplaced_at(NodeId node) const;

  Topology topology_;
  Collective collective_;
  std::optional<MatrixAccount> pairs_;    // of messages with a matrix
  std::optional<CopyTable> copies_;       // of a collective that copies; else:
  std::vector<BlockSet> held_;            // [node]
  std::vector<std::uint32_t> tidy_size_;  // boxes a node had after its last coalescing
  Sums sums_;
};

}  // namespace torusim
