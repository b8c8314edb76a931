#include "schedules/algorithms/ring_tree.h"

#include <algorithm>
#include <limits>

namespace torusim {

RingTree::RingTree(const Shape& shape) : shape_(shape) {
  reach_.emplace_back(size(), 0);
  for (int level = 0; level < levels(); ++level) {
    reach_.push_back(reach_.back());
    for (int p = 0; p < size(); p += 1 << level) {
      if (!scatters(p, level)) continue;
      reach_[level + 1][p] = std::max(reach(p, level), gap(p, level) + reach(next(p, level), level));
    }
  }
}

int RingTree::next(int position, int level) const {
  const int step = 1 << level;
  if (direction() > 0) return position + step < size() ? position + step : 0;
  return position > 0 ? position - step : (size() - 1) / step * step;
}

int RingTree::previous(int position, int level) const {
  const int step = 1 << level;
  if (direction() < 0) return position + step < size() ? position + step : 0;
  return position > 0 ? position - step : (size() - 1) / step * step;
}

int RingTree::distance(int a, int b) const { return ((b - a) * direction() + size()) % size(); }

int RingTree::hops(int position, int level) const {
  const int n = shape_.ring;
  const int apart = (node(next(position, level)) - node(position)) * direction();
  return (apart + n) % n * direction();
}

bool RingTree::gathers(int position, int level) const {
  if (!in_level(position, level)) return false;
  if (level > 0 || !shape_.reduced) return true;
  return !in_level(position, 1) && in_level(next(position, 0), 1);
}

bool RingTree::scatters(int position, int level) const {
  if (!in_level(position, level)) return false;
  if (level > 0 || !shape_.reduced) return true;
  return in_level(position, 1) && !in_level(next(position, 0), 1);
}

DistanceInterval RingTree::gathered(int position, int level, RingRule rule) const {
  const int to = next(position, level);
  const int step = gap(position, level);
  const bool top = level == levels() - 1;
  // Case 2 of Section 2.2 sends only what the receiver can scatter; its reason is that the receiver, if it is
  // not in the next level, cannot climb further. Rules E and F ask for that reason, S and A for the sender's
  // level as Section 2.3 does; A and E count the highest level as Case 2, as Lemma 3 does.
  bool near_only = in_level(position, level + 1);
  if (rule == RingRule::kE || rule == RingRule::kF) near_only = near_only && !in_level(to, level + 1);
  if (rule == RingRule::kA || rule == RingRule::kE) near_only = near_only || top;
  // No block overshoots its destination, on hops that wrap to position 0 either.
  if (near_only) return {step, step + reach(to, level + 1)};
  return {std::max(step, reach(position, level + 1) + 1), std::numeric_limits<int>::max()};
}

DistanceInterval RingTree::scattered(int position, int level, RingRule rule) const {
  const int step = gap(position, level);
  const bool keep_reachable = rule == RingRule::kE || rule == RingRule::kF;
  const int near = keep_reachable ? std::max(step, reach(position, level) + 1) : step;
  return {near, step + reach(next(position, level), level)};
}

}  // namespace torusim
