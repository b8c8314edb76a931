#include "schedules/algorithms/reduction/ring_table.h"

#include <algorithm>

namespace torusim {
namespace {

int power(int base, int exponent) {
  int result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

/// Smallest L with base^L >= side.
int logarithm(int base, int side) {
  int result = 0;
  for (int reached = 1; reached < side; reached *= base) ++result;
  return result;
}

}  // namespace

std::vector<Range> ranges_of(std::vector<int> coordinates) {
  std::vector<Range> result;
  while (!coordinates.empty()) {
    // The longest progression from the first coordinate on.
    Range best = Range::single(coordinates[0]);
    for (std::size_t i = 1; i < coordinates.size(); ++i) {
      const int stride = coordinates[i] - coordinates[0];
      Range range{coordinates[0], stride, 1};
      while (std::binary_search(coordinates.begin(), coordinates.end(), range.last() + stride)) ++range.count;
      if (range.count > best.count) best = range;
      if (static_cast<int>(coordinates.size() - i) <= best.count) break;
    }
    result.push_back(best);
    std::erase_if(coordinates, [&](int x) { return best.contains(x); });
  }
  return result;
}

RingTable RingTable::halving(int side) { return {Rule::kHalving, side, logarithm(2, side), false}; }
RingTable RingTable::swing(int side, bool mirrored) {
  return {Rule::kSwing, side, logarithm(2, side), mirrored};
}
RingTable RingTable::trivance(int side) { return {Rule::kTrivance, side, logarithm(3, side), false}; }

RingTable RingTable::ring(int side, bool mirrored) { return {Rule::kRing, side, side - 1, mirrored}; }

int RingTable::offset(int x, int step, int peer) const {
  switch (rule_) {
    case Rule::kHalving:
      return (x ^ (1 << step)) - x;
    case Rule::kSwing: {
      const int rho = (1 - power(-2, step + 1)) / 3;
      return (x % 2 == 0) == mirrored_ ? -rho : rho;
    }
    case Rule::kTrivance:
      return peer == 0 ? power(3, step) : -power(3, step);
    case Rule::kRing:
      return mirrored_ ? -1 : 1;
  }
  return 0;
}

std::vector<int> RingTable::offsets(int x, int step) const {
  if (rule_ != Rule::kTrivance) return {offset(x, step, 0)};
  return {offset(x, step, 0), offset(x, step, 1)};
}

RingTable::RingTable(Rule rule, int side, int steps, bool mirrored)
    : rule_(rule), side_(side), mirrored_(mirrored) {
  if (rule == Rule::kRing) {
    fill_ring();
    return;
  }
  const int peers = rule == Rule::kTrivance ? 2 : 1;
  const auto met = [&](int x, int step, int peer) {
    return ((x + offset(x, step, peer)) % side_ + side_) % side_;
  };
  // The coordinates that x is responsible for from step s on: its own, and those of the peers that it still
  // meets are. It sends each in the last step in which it can, to the first peer that takes it.
  std::vector<std::vector<bool>> later(side, std::vector<bool>(side));
  for (int x = 0; x < side; ++x) later[x][x] = true;
  sent_.resize(steps);
  left_.resize(steps + 1);
  left_[steps] = as_ranges(later);
  for (int step = steps - 1; step >= 0; --step) {
    auto now = later;
    for (int peer = 0; peer < peers; ++peer) {
      std::vector<std::vector<bool>> parts(side);
      for (int x = 0; x < side; ++x) {
        parts[x] = later[met(x, step, peer)];
        for (int t = 0; t < side; ++t) {
          if (now[x][t]) parts[x][t] = false;
          if (parts[x][t]) now[x][t] = true;
        }
      }
      sent_[step].push_back(as_ranges(parts));
    }
    later = std::move(now);
    left_[step] = as_ranges(later);
  }
}

void RingTable::fill_ring() {
  const int step_back = mirrored_ ? 1 : -1;
  for (int step = 0; step < side_; ++step) {
    std::vector<std::vector<Range>> passed, left;
    for (int x = 0; x < side_; ++x) {
      passed.push_back({Range::single((x + step_back * (step + 1) + side_) % side_)});
      // Its own, and those that many more steps back.
      const int farthest = x + step_back * side_, nearest = x + step_back * (step + 1);
      const int first = ((mirrored_ ? nearest : farthest) % side_ + side_) % side_;
      left.push_back(wrapped_range(first, 1, side_ - step, side_));
    }
    left_.push_back(std::move(left));
    if (step + 1 < side_) sent_.push_back({std::move(passed)});
  }
}

std::vector<std::vector<Range>> RingTable::as_ranges(const std::vector<std::vector<bool>>& sets) const {
  // The rules look the same from every x, of swing from every second one, so few sets must be taken apart.
  const int period = rule_ == Rule::kHalving ? side_ : rule_ == Rule::kSwing ? 2 : 1;
  std::vector<std::vector<Range>> result(side_);
  for (int x = 0; x < side_; ++x) {
    if (x >= period) {
      const int shift = x - x % period;
      for (const Range& range : result[x % period]) {
        for (const Range& part : wrapped_range(range.first + shift, range.stride, range.count, side_)) {
          result[x].push_back(part);
        }
      }
      continue;
    }
    std::vector<int> coordinates;
    for (int t = 0; t < side_; ++t) {
      if (sets[x][t]) coordinates.push_back(t);
    }
    result[x] = ranges_of(std::move(coordinates));
  }
  return result;
}

RingTables one_way(const std::vector<int>& sides, RingTable (*table)(int side)) {
  RingTables result(1);
  for (const int side : sides) result[0].push_back(table(side));
  return result;
}

RingTables both_ways(const std::vector<int>& sides, RingTable (*table)(int side, bool mirrored)) {
  RingTables result(2);
  for (const int side : sides) {
    result[0].push_back(table(side, false));
    result[1].push_back(table(side, true));
  }
  return result;
}

}  // namespace torusim
