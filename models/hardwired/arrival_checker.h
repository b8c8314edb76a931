#pragma once
/// What must come to every node in a step of a hardwired gossip, and what does.
///
/// Without headers a node knows a packet by the step and the port at which it comes. The ledger says which
/// one that is, compares every word and its cycle, and books the packet's blocks when the step ends.

#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "models/sources/held_blocks.h"
#include "schedules/core/forward_table.h"

namespace torusim::hardwired {

/// A packet, or a message of the redistribution, on a channel.
struct Load {
  const BlockSet* blocks = nullptr;  ///< null: nothing is on the channel
  NodeId from = 0, to = 0;           ///< what the payload is made of (models/contract/worm.h)
  std::uint32_t words = 0;
};

/// The payload of word `index` = 0 .. words - 1.
std::uint64_t word_of(const Load& load, std::uint32_t index);

class ArrivalChecker {
 public:
  ArrivalChecker(const Topology& topology, const Collective& collective);

  /// A step begins whose first words are taken in cycle `first`; `loads` [node * ports + output] is what
  /// leaves every node in it, and must outlive the step.
  void open(Cycle first, const std::vector<Load>& loads);
  /// The interface of `node` takes a word from input `port`.
  void take(Cycle now, NodeId node, int port, std::uint64_t data);
  /// The step ends: all of it must have come.
  void close();

  const HeldBlocks& held() const { return held_; }
  std::uint64_t hash() const { return hash_; }
  /// The first thing that was wrong; empty if nothing was.
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
