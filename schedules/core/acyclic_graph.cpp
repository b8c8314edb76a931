#include "schedules/core/acyclic_graph.h"

#include <algorithm>
#include <numeric>

namespace torusim {

AcyclicGraph::AcyclicGraph(std::size_t vertices)
    : next_(vertices), before_(vertices), order_(vertices), mark_(vertices) {
  std::iota(order_.begin(), order_.end(), 0);
}

bool AcyclicGraph::add(std::span<const int> path) {
  added_.clear();
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (add(path[i - 1], path[i])) continue;
    for (; !added_.empty(); added_.pop_back()) {
      auto& after = next_[static_cast<std::size_t>(added_.back())];
      before_[static_cast<std::size_t>(after.back())].pop_back();
      after.pop_back();
    }
    return false;
  }
  return true;
}

bool AcyclicGraph::add(int from, int to) {
  auto& after = next_[static_cast<std::size_t>(from)];
  if (std::ranges::find(after, to) != after.end()) return true;
  if (from == to) return false;
  if (order_[static_cast<std::size_t>(from)] > order_[static_cast<std::size_t>(to)]) {
    if (!reach(to, from)) return false;
    reach_back(from, to);
    reorder();
  }
  after.push_back(to);
  before_[static_cast<std::size_t>(to)].push_back(from);
  added_.push_back(from);
  return true;
}

bool AcyclicGraph::reach(int from, int last) {
  ++search_;
  ahead_.assign(1, from);
  mark_[static_cast<std::size_t>(from)] = search_;
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    for (const int next : next_[static_cast<std::size_t>(ahead_[i])]) {
      if (next == last) return false;
      const auto at = static_cast<std::size_t>(next);
      if (mark_[at] == search_ || order_[at] > order_[static_cast<std::size_t>(last)]) continue;
      mark_[at] = search_;
      ahead_.push_back(next);
    }
  }
  return true;
}

void AcyclicGraph::reach_back(int to, int first) {
  ++search_;
  behind_.assign(1, to);
  mark_[static_cast<std::size_t>(to)] = search_;
  for (std::size_t i = 0; i < behind_.size(); ++i) {
    for (const int before : before_[static_cast<std::size_t>(behind_[i])]) {
      const auto at = static_cast<std::size_t>(before);
      if (mark_[at] == search_ || order_[at] < order_[static_cast<std::size_t>(first)]) continue;
      mark_[at] = search_;
      behind_.push_back(before);
    }
  }
}

/// Reassigns the places of all vertices found: vertices that lead to the edge come first.
void AcyclicGraph::reorder() {
  const auto by_order = [&](int vertex) { return order_[static_cast<std::size_t>(vertex)]; };
  std::ranges::sort(ahead_, {}, by_order);
  std::ranges::sort(behind_, {}, by_order);
  behind_.insert(behind_.end(), ahead_.begin(), ahead_.end());
  places_.clear();
  for (const int vertex : behind_) places_.push_back(by_order(vertex));
  std::ranges::sort(places_);
  for (std::size_t i = 0; i < behind_.size(); ++i) {
    order_[static_cast<std::size_t>(behind_[i])] = places_[i];
  }
}

}  // namespace torusim
