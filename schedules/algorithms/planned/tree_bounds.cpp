// What any plan of trees needs.
#include <algorithm>

#include "schedules/algorithms/planned/chunk_flow.h"
#include "schedules/algorithms/planned/tree_planner.h"

namespace torusim::planned {
namespace {

/// The links over which a node receives. Chunks of one owner come over disjoint ways; where every node has k,
/// k trees have no link in common (Edmonds), and each carries every k-th chunk. Of links with different rates
/// only those into the node count.
Crossing links_into(const TreeProblem& problem, ChunkFlow& disjoint_ways, NodeId node) {
  const LiveLinks& links = problem.links;
  std::vector<LiveLink> in(links.into(node).begin(), links.into(node).end());
  std::ranges::stable_sort(in, {}, &LiveLink::interval);
  if (problem.ports > 0 && in.size() > static_cast<std::size_t>(problem.ports)) in.resize(problem.ports);
  const NodeId owner = problem.owners.front();
  if (problem.owners.size() == 1 && !links.invariant() && node != owner && links.slowest() == 1) {
    const auto most = static_cast<std::int64_t>(std::min(in.size(), links.out_of(owner).size()));
    in.resize(static_cast<std::size_t>(disjoint_ways.into(node, most)));
  }
  Crossing crossing;
  for (const LiveLink& link : in) crossing.add(link);
  return crossing;
}

}  // namespace

TreeBounds::TreeBounds(const TreeProblem& problem) : slowest_(problem.links.slowest()) {
  const LiveLinks& links = problem.links;
  const int diameter = links.diameter();
  least_.resize(diameter + 2);
  ChunkFlow disjoint_ways(links, {problem.owners.front()}, links.ports());
  disjoint_ways.set({}, 1);
  if (problem.owners.size() == 1) {
    for (const NodeId node : links.live()) {
      std::pair way(links.distance(problem.owners.front(), node), links_into(problem, disjoint_ways, node));
      if (std::ranges::find(ways_, way) == ways_.end()) ways_.push_back(std::move(way));
    }
    set_pieces(problem.pieces);
    return;
  }
  for (const NodeId node : links.live()) {
    std::vector<std::int64_t> beyond(diameter + 2);
    std::vector<Crossing> into(diameter + 1);
    for (const NodeId owner : problem.owners) beyond[links.distance(owner, node)] += problem.pieces;
    for (int p = diameter; p >= 1; --p) beyond[p] += beyond[p + 1];
    // Links into the nodes that are at most so many hops away.
    for (const NodeId near : links.live()) {
      const int hops = links.distance(near, node);
      for (const LiveLink& link : links.into(near)) {
        if (links.distance(link.from, node) > hops) into[hops].add(link);
      }
    }
    into[0] = links_into(problem, disjoint_ways, node);
    for (int hops = 0; hops < diameter; ++hops) {
      for (int p = 1; p + hops <= diameter; ++p) {
        if (into[hops].blocks(least_[p]) >= beyond[p + hops]) continue;
        least_[p] = std::max(least_[p], into[hops].time(beyond[p + hops]));
      }
    }
    if (links.invariant()) break;
  }
}

void TreeBounds::set_pieces(std::int64_t pieces) {
  std::ranges::fill(least_, 0);
  for (const auto& [distance, into] : ways_) {
    for (int p = 1; p <= distance; ++p) least_[p] = std::max(least_[p], into.time(pieces));
  }
}

int TreeBounds::even_phases() const {
  std::int64_t phases = 0;
  for (std::size_t p = 1; p < least_.size(); ++p) {
    phases = std::max(phases, (least_[p] + slowest_ - 1) / slowest_ + static_cast<std::int64_t>(p) - 1);
  }
  return static_cast<int>(phases);
}

std::vector<int> TreeBounds::budgets(int grain) const {
  std::vector<int> budgets(least_.size() - 2);
  std::int64_t later = 0;
  for (std::size_t p = budgets.size(); p > 0; --p) {
    const std::int64_t whole = (least_[p] + grain - 1) / grain * grain;
    later += budgets[p - 1] = static_cast<int>(std::max<std::int64_t>(grain, whole - later));
  }
  return budgets;
}

std::int64_t TreeBounds::pipelined(int phases) const {
  std::int64_t blocks = 1;
  for (int p = 1; p + 1 < static_cast<int>(least_.size()); ++p) {
    const int left = phases - p + 1;
    blocks = std::max(blocks, (least_[p] + left - 1) / left);
  }
  return (blocks + slowest_ - 1) / slowest_ * slowest_;
}

}  // namespace torusim::planned
