#include "schedules/algorithms/planned/deadlines.h"

#include <algorithm>
#include <utility>

namespace torusim::planned {

bool Deadlines::set(const std::vector<int>& budgets) {
  const LiveLinks& links = problem_.links;
  phases_ = static_cast<int>(budgets.size());
  std::vector<int> slow;
  for (const int budget : budgets) slow.push_back(std::min(budget, links.slowest()));
  // Where every link is of use in every phase, heights do not depend on the number of phases.
  const bool even = std::ranges::min(slow) == links.slowest();
  if (even && phases_ < links.diameter()) return false;
  if (even) slow.assign(links.diameter(), links.slowest());
  if (slow == slow_) return whole_;
  slow_ = slow;
  const bool one = links.invariant() && problem_.owners.size() > 1;
  const std::size_t owners = one ? 1 : problem_.owners.size();
  heights_.assign(owners * nodes_, 0);
  whole_ = true;
  for (std::size_t o = 0; whole_ && o < owners; ++o) {
    whole_ = grow(problem_.owners[o], heights_.data() + o * nodes_);
  }
  return whole_;
}

bool Deadlines::grow(NodeId owner, std::uint16_t* height) const {
  const LiveLinks& links = problem_.links;
  const int phases = static_cast<int>(slow_.size());
  // Phases until a node can have the packet.
  std::vector<int> arrival(nodes_, phases + 1);
  std::vector<std::vector<NodeId>> arrived(phases + 1);
  arrival[owner] = 0;
  arrived[0].push_back(owner);
  std::size_t reached = 1;
  std::vector<NodeId> waiting{owner};  // nodes with links that no phase has had time for
  for (int phase = 0; phase < phases; ++phase) {
    const std::vector<NodeId> senders = std::move(waiting);
    waiting.clear();
    for (const NodeId node : senders) {
      bool waits = false;
      for (const LiveLink& link : links.out_of(node)) {
        if (!open(link, phase)) {
          waits = true;
        } else if (arrival[link.to] > phases) {
          arrival[link.to] = phase + 1;
          arrived[phase + 1].push_back(link.to);
          ++reached;
        }
      }
      if (waits) waiting.push_back(node);
    }
    waiting.insert(waiting.end(), arrived[phase + 1].begin(), arrived[phase + 1].end());
  }
  if (reached < links.live().size()) return false;
  // The latest first; of equally late nodes the highest first, so that one parent takes the high ones.
  for (int late = phases; late > 0; --late) {
    std::ranges::sort(arrived[late], {}, [&](NodeId n) { return std::pair(-int{height[n]}, n); });
    for (const NodeId node : arrived[late]) {
      const LiveLink* parent = nullptr;
      for (const LiveLink& link : links.into(node)) {
        if (arrival[link.from] >= late || !open(link, late - 1)) continue;
        if (parent == nullptr || height[link.from] > height[parent->from]) parent = &link;
      }
      int behind = height[node];
      while (!open(*parent, phases - 1 - behind)) ++behind;
      height[node] = static_cast<std::uint16_t>(behind);
      height[parent->from] = std::max(height[parent->from], static_cast<std::uint16_t>(behind + 1));
    }
  }
  return true;
}

}  // namespace torusim::planned
