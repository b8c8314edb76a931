#pragma once
/// The times by which packets must reach nodes, so that all nodes behind them get them too.

#include <cstdint>
#include <vector>

#include "schedules/algorithms/planned/tree_problem.h"

namespace torusim::planned {

/// The last phase in which each packet may reach each node, along trees of the earliest arrivals in which few
/// nodes have others behind them. A link that is too slow for the time of a phase carries nothing in it.
class Deadlines {
 public:
  explicit Deadlines(const TreeProblem& problem) : problem_(problem), nodes_(problem.links.nodes()) {}

  /// False if no plan in phases of these times reaches all nodes.
  bool set(const std::vector<int>& budgets);
  /// Phases from 0.
  int of(std::size_t owner, NodeId node) const { return phases_ - 1 - heights_[owner * nodes_ + node]; }

 private:
  bool open(const LiveLink& link, int phase) const { return slow_[phase] >= link.interval; }

  bool grow(NodeId owner, std::uint16_t* height) const;

  const TreeProblem& problem_;
  std::size_t nodes_;
  int phases_ = 0;
  bool whole_ = true;
  std::vector<int> slow_;               // [phase]: the slowest interval that it has time for
  std::vector<std::uint16_t> heights_;  // [owner][node]: phases that the nodes behind it need at least
};

}  // namespace torusim::planned
