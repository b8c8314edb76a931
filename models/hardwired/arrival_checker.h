#pragma once
/// The check of the arrivals at every node in a step of a hardwired gossip.
///
/// Without headers a node knows a packet by the step and the port at which it comes. The checker finds the
/// packet, compares every word and its cycle, and adds the packet's blocks to the node's when the step ends.

#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "models/sources/held_blocks.h"
#include "schedules/core/forward_table.h"

namespace torusim::hardwired {

/// A packet, or a message of the redistribution, on a channel.
struct Load {
  const BlockSet* blocks = nullptr;  ///< null: nothing is on the channel
  NodeId from = 0, to = 0;  ///< the nodes from which the payload is computed (models/contract/worm.h)
  std::uint32_t words = 0;
};

/// The payload of word `index` = 0 .. words - 1.
std::uint64_t word_of(const Load& load, std::uint32_t index);

class ArrivalChecker {
 public:
  ArrivalChecker(const Topology& topology, const Collective& collective);

  /// A step begins whose first words are taken in cycle `first`; `loads` [node * ports + output] has the
  /// departures of every node in the step, and must outlive it.
  void open(Cycle first, const std::vector<Load>& loads);
  /// The interface of `node` takes a word from input `port`.
  void take(Cycle now, NodeId node, int port, std::uint64_t data);
  /// The step ends: all of its words must have come.
  void close();

  const HeldBlocks& held() const { return held_; }
  std::uint64_t hash() const { return hash_; }
  /// The first error; empty if there was none.
  const std::string& failure() const { return failure_; }

 private:
  std::size_t channel(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * topology_.network_ports() + port;
  }
  void fail(const std::string& what) {
    if (failure_.empty()) failure_ = what;
  }

  Topology topology_;
  HeldBlocks held_;
  Cycle first_ = 0;
  const std::vector<Load>* loads_ = nullptr;
  std::vector<std::uint32_t> taken_;  // [node * ports + input]
  std::uint64_t hash_ = 0;
  std::string failure_;
};

}  // namespace torusim::hardwired
