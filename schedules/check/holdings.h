#pragma once
/// Which node holds which blocks while a complete exchange goes on.

#include <functional>
#include <utility>
#include <vector>

#include "schedules/check/violation.h"

namespace torusim {

/// At the start node i holds its blocks for all nodes, the one for itself too. Blocks move: who sends one has
/// it no longer, and who receives one can send it from the next phase on.
class Holdings {
 public:
  explicit Holdings(const Topology& topology);

  /// Takes the blocks of all transfers from their senders and then gives them to the receivers. Reports what
  /// a sender does not hold, or sends twice; what it does hold of such a message goes on. Transfers for which
  /// `usable` is false are passed over.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable, ViolationLog& log);

  /// Reports every node that lacks blocks addressed to it, or holds blocks addressed to others.
  void report_undelivered(ViolationLog& log) const;

  const BlockSet& of(NodeId node) const { return held_[node]; }

 private:
  /// Takes what the node holds of `asked`, and returns it.
  BlockSet take_present(NodeId node, const BlockSet& asked);
  BlockSet addressed_to(NodeId node) const;

  const Topology& topology_;
  std::vector<BlockSet> held_;  // [node]
};

}  // namespace torusim
