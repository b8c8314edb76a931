// What any plan of trees needs.
#include <algorithm>

#include "schedules/algorithms/planned/tree_planner.h"

namespace torusim::planned {
namespace {

/// Chunks that owners with so many chunks each can send to a node in this time: the most that flow over links
/// of whole chunks, found by adding shortest ways.
std::int64_t arrivals(const TreeProblem& problem, NodeId to, std::int64_t chunks, std::int64_t time) {
  const LiveLinks& links = problem.links;
  std::vector<std::int64_t> used(std::size_t(links.nodes()) * links.ports()), left(links.nodes());
  for (const NodeId owner : problem.owners) left[owner] = owner == to ? 0 : chunks;
  for (std::int64_t sum = 0;;) {
    // Backwards from the node, over links with room, and along used ones, which then carry less.
    std::vector<const LiveLink*> goes(links.nodes());
    std::vector<NodeId> queue{to};
    const auto visit = [&](NodeId next, const LiveLink& link, bool room) {
      if (!room || next == to || goes[next] != nullptr) return;
      goes[next] = &link;
      queue.push_back(next);
    };
    NodeId source = -1;
    for (std::size_t i = 0; i < queue.size() && source < 0; ++i) {
      if (left[queue[i]] > 0) {
        source = queue[i];
        break;
      }
      for (const LiveLink& link : links.into(queue[i])) {
        visit(link.from, link, used[link.channel] < time / link.interval);
      }
      for (const LiveLink& link : links.out_of(queue[i])) visit(link.to, link, used[link.channel] > 0);
    }
    if (source < 0) return sum;
    const auto along = [&](const auto& step) {
      for (NodeId at = source; at != to;) {
        const LiveLink& link = *goes[at];
        step(link, link.from == at);
        at = link.from == at ? link.to : link.from;
      }
    };
    std::int64_t more = left[source];
    along([&](const LiveLink& link, bool ahead) {
      more = std::min(more, ahead ? time / link.interval - used[link.channel] : used[link.channel]);
    });
    along([&](const LiveLink& link, bool ahead) { used[link.channel] += ahead ? more : -more; });
    left[source] -= more;
    sum += more;
  }
}

/// The links over which a node receives. Chunks of one owner come over disjoint ways; where every node has k,
/// k trees have no link in common (Edmonds), and each carries every k-th chunk. Of links with different rates
/// only those into the node count.
Crossing links_into(const TreeProblem& problem, NodeId node) {
  const LiveLinks& links = problem.links;
  std::vector<LiveLink> in(links.into(node).begin(), links.into(node).end());
  std::ranges::stable_sort(in, {}, &LiveLink::interval);
  if (problem.ports > 0 && in.size() > static_cast<std::size_t>(problem.ports)) in.resize(problem.ports);
  const NodeId owner = problem.owners.front();
  if (problem.owners.size() == 1 && !links.invariant() && node != owner && links.slowest() == 1) {
    const auto most = static_cast<std::int64_t>(in.size());
    in.resize(static_cast<std::size_t>(arrivals(problem, node, most, 1)));
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
  for (const NodeId node : links.live()) {
    std::vector<std::int64_t> beyond(diameter + 2);
    std::vector<Crossing> into(diameter + 1);
    for (const NodeId owner : problem.owners) beyond[links.distance(owner, node)] += problem.pieces;
    for (int p = diameter; p >= 1; --p) beyond[p] += beyond[p + 1];
    // Links into the nodes that are at most so many hops away.
    for (const NodeId near : links.live()) {
      if (problem.owners.size() == 1) break;
      const int hops = links.distance(near, node);
      for (const LiveLink& link : links.into(near)) {
        if (links.distance(link.from, node) > hops) into[hops].add(link);
      }
    }
    into[0] = links_into(problem, node);
    for (int hops = 0; hops < diameter; ++hops) {
      for (int p = 1; p + hops <= diameter; ++p) {
        if (into[hops].blocks(least_[p]) >= beyond[p + hops]) continue;
        least_[p] = std::max(least_[p], into[hops].time(beyond[p + hops]));
      }
    }
    if (links.invariant() && problem.owners.size() > 1) break;
  }
}

std::int64_t bound_by_cuts(const TreeProblem& problem, std::int64_t least) {
  const auto chunks = static_cast<std::int64_t>(problem.owners.size() - 1) * problem.pieces;
  for (const NodeId node : problem.links.live()) {
    while (arrivals(problem, node, problem.pieces, least) < chunks) ++least;
    if (problem.links.invariant()) break;
  }
  return least;
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
