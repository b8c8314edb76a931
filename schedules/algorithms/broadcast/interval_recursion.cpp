#include "schedules/algorithms/broadcast/interval_recursion.h"

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

}  // namespace torusim::broadcast
