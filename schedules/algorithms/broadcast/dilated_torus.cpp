#include "schedules/algorithms/broadcast/dilated_torus.h"

namespace torusim::broadcast {

namespace {

class Partition {
 public:
  /// The odd ones go to parts 0, +1, -1, +2, -2, ..
  Partition(int length, int alpha) : left_(alpha / 2), sizes_(alpha + 1, length / (alpha + 1)) {
    for (int i = 0; i < length % (alpha + 1); ++i) ++sizes_[left_ + (i % 2 == 1 ? (i + 1) / 2 : -(i / 2))];
  }

  int first_slot() const { return -left_; }
  int last_slot() const { return static_cast<int>(sizes_.size()) - 1 - left_; }
  int size(int slot) const { return sizes_[slot + left_]; }

 private:
  int left_;
  std::vector<int> sizes_;
};

/// Where the owner of an interval is, counted from its start.
int owner_place(int length, int alpha) {
  int before = 0;
  while (length > 1) {
    const Partition parts(length, alpha);
    for (int slot = parts.first_slot(); slot < 0; ++slot) before += parts.size(slot);
    length = parts.size(0);
  }
  return before;
}

struct Interval {
  int start, length;
};

}  // namespace

std::vector<LineStep> interval_recursion(int length, int alpha) {
  std::vector<LineStep> steps;
  std::vector<Interval> intervals{{-owner_place(length, alpha), length}};
  while (true) {
    LineStep step;
    std::vector<Interval> next;
    for (const Interval& interval : intervals) {
      if (interval.length <= 1) continue;
      const int owner = interval.start + owner_place(interval.length, alpha);
      const Partition parts(interval.length, alpha);
      int start = interval.start;
      for (int slot = parts.first_slot(); slot <= parts.last_slot(); ++slot) {
        const int size = parts.size(slot);
        if (slot != 0 && size > 0) step.push_back({owner, start + owner_place(size, alpha) - owner, slot});
        next.push_back({start, size});
        start += size;
      }
    }
    if (step.empty()) return steps;
    steps.push_back(std::move(step));
    intervals = std::move(next);
  }
}

namespace {

int floor_div(int a, int b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

DilatedTorus::DilatedTorus(const Topology& torus, std::vector<std::vector<int>> levels)
    : torus_(torus), levels_(std::move(levels)) {}

NodeId DilatedTorus::node(const Topology::Coordinates& from) const {
  Topology::Coordinates at{};
  for (int d = 0; d < torus_.dimensions(); ++d) {
    const int side = static_cast<int>(levels_[d].size());
    at[d] = levels_[d][from[d] - side * floor_div(from[d], side)];
  }
  return torus_.node(at);
}

int DilatedTorus::links(int dimension, int from, int hops) const {
  const std::vector<int>& levels = levels_[dimension];
  const int side = static_cast<int>(levels.size());
  const auto unrolled = [&](int index) {
    const int turns = floor_div(index, side);
    return levels[index - side * turns] + torus_.side(dimension) * turns;
  };
  return unrolled(from + hops) - unrolled(from);
}

Send DilatedTorus::embed(const DilatedSend& send) const {
  Topology::Coordinates at = send.from;
  Send result{node(at), 0, {}};
  for (const Run& run : send.route) {
    const int hops = links(run.dimension, at[run.dimension], run.hops);
    result.route.append(Run::of(run.dimension, hops));
    at[run.dimension] += run.hops;
  }
  result.to = node(at);
  return result;
}

void embed(const std::vector<DilatedStep>& steps, std::span<const DilatedTorus> tori, PlanBuilder& plan) {
  for (const DilatedStep& step : steps) {
    plan.begin_step();
    for (const DilatedTorus& torus : tori) {
      for (const DilatedSend& send : step) {
        const Send embedded = torus.embed(send);
        plan.send(embedded.from, embedded.route);
      }
    }
  }
}

}  // namespace torusim::broadcast
