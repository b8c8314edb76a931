#include "schedules/core/block_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <tuple>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr int kMaxRanges = 2 * Topology::kMaxDimensions;
using Box = std::array<Range, kMaxRanges>;

Range canonical(Range range) {
  if (range.count <= 1) range.stride = 1;
  return range;
}

/// The coordinates that both ranges hold: again a range, by the Chinese remainder theorem. Empty: count 0.
Range intersect(const Range& a, const Range& b) {
  if (a == b) return a;
  if (a.count == 1) return b.contains(a.first) ? a : Range{};
  if (b.count == 1) return a.contains(b.first) ? b : Range{};
  const int low = std::max(a.first, b.first);
  const int high = std::min(a.last(), b.last());
  if (low > high) return {};
  if (a.stride == 1 && b.stride == 1) return {low, 1, high - low + 1};
  const int step = std::lcm(a.stride, b.stride);
  // The first of a's coordinates from `low` on that b holds too; they repeat after b.stride / gcd of them.
  int x = a.first + (low - a.first + a.stride - 1) / a.stride * a.stride;
  for (int tries = step / a.stride; tries > 0 && x <= high; --tries, x += a.stride) {
    if ((x - b.first) % b.stride == 0) return canonical({x, step, (high - x) / step + 1});
  }
  return {};
}

/// Calls `emit` with ranges that together hold a without `cut`, where `cut` is a non-empty subset of a.
template <typename Emit>
void subtract(const Range& a, const Range& cut, Emit emit) {
  const auto out = [&](int first, int stride, int count) {
    if (count > 0) emit(canonical({first, stride, count}));
  };
  out(a.first, a.stride, (cut.first - a.first) / a.stride);
  out(cut.last() + a.stride, a.stride, (a.last() - cut.last()) / a.stride);
  if (cut.count > 1) {
    for (int offset = a.stride; offset < cut.stride; offset += a.stride) {
      out(cut.first + offset, cut.stride, cut.count - 1);
    }
  }
}

/// If the two ranges are disjoint and their union is a range, that range.
std::optional<Range> join(Range a, Range b) {
  if (a.first > b.first) std::swap(a, b);
  if (a.count == 1 && b.count == 1) return Range{a.first, b.first - a.first, 2};
  const int stride = a.count > 1 ? a.stride : b.stride;
  if ((a.count > 1 && b.count > 1 && a.stride != b.stride) || b.first - a.last() != stride)
    return std::nullopt;
  return Range{a.first, stride, a.count + b.count};
}

bool intersect(BoxView a, BoxView b, Box& result) {
  // Most boxes lie apart, which is seen without a division.
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].first > b[i].last() || b[i].first > a[i].last()) return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = intersect(a[i], b[i]);
    if (result[i].count == 0) return false;
  }
  return true;
}

std::int64_t volume(BoxView box) {
  std::int64_t result = 1;
  for (const Range& range : box) result *= range.count;
  return result;
}

Block first_block(const Topology& topology, BoxView box) {
  const int k = topology.dimensions();
  Topology::Coordinates source{}, destination{};
  for (int d = 0; d < k; ++d) {
    source[d] = box[d].first;
    destination[d] = box[k + d].first;
  }
  return {topology.node(source), topology.node(destination)};
}

/// Appends to `pieces` disjoint boxes that hold `box` without `cut`; `cut` is a subset of `box`.
void subtract(BoxView box, const Box& cut, std::vector<Range>& pieces) {
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (box[i] == cut[i]) continue;
    subtract(box[i], cut[i], [&](const Range& part) {
      const auto piece = pieces.insert(pieces.end(), box.begin(), box.end());
      for (std::size_t r = 0; r < i; ++r) piece[static_cast<std::ptrdiff_t>(r)] = cut[r];
      piece[static_cast<std::ptrdiff_t>(i)] = part;
    });
  }
}

/// Joins boxes, of `width` ranges each, until no two boxes can be joined. Time grows as the square of their
/// number.
void join_pairs(std::vector<Range>& ranges, std::size_t width) {
  // Puts the box at `j` into the one at `i`, if that is possible.
  const auto merge = [&](std::size_t i, std::size_t j) {
    std::size_t differs = width;
    for (std::size_t r = 0; r < width; ++r) {
      if (ranges[i + r] == ranges[j + r]) continue;
      if (differs != width) return false;
      differs = r;
    }
    if (differs == width) return false;
    const auto joined = join(ranges[i + differs], ranges[j + differs]);
    if (joined) ranges[i + differs] = *joined;
    return joined.has_value();
  };
  for (bool merged = true; merged;) {
    merged = false;
    for (std::size_t i = 0; i < ranges.size(); i += width) {
      for (std::size_t j = i + width; j < ranges.size();) {
        if (!merge(i, j)) {
          j += width;
          continue;
        }
        std::copy(ranges.end() - width, ranges.end(), ranges.begin() + j);
        ranges.resize(ranges.size() - width);
        merged = true;
      }
    }
  }
}

/// Joins boxes, of `width` ranges each, that differ in their range `r` alone; false if none could be.
bool join_along(std::size_t r, std::vector<Range>& ranges, std::size_t width) {
  const auto range = [&](std::size_t i, std::size_t at) -> Range& { return ranges[i * width + at]; };
  const auto key = [](const Range& of) { return std::tuple(of.first, of.stride, of.count); };
  // Boxes that differ in range r alone come to lie side by side.
  const auto others_differ = [&](std::size_t i, std::size_t j) -> std::optional<bool> {
    for (std::size_t at = 0; at < width; ++at)
      if (at != r && range(i, at) != range(j, at)) return key(range(i, at)) < key(range(j, at));
    return std::nullopt;
  };
  std::vector<std::size_t> order(ranges.size() / width);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return others_differ(i, j).value_or(range(i, r).first < range(j, r).first);
  });
  std::vector<bool> gone(order.size());
  std::size_t joined = 0;
  for (std::size_t a = 0; a < order.size(); ++a) {
    if (gone[order[a]]) continue;
    for (std::size_t b = a + 1; b < order.size() && !others_differ(order[a], order[b]); ++b) {
      if (gone[order[b]]) continue;
      const auto both = join(range(order[a], r), range(order[b], r));
      if (!both) continue;
      range(order[a], r) = *both;
      gone[order[b]] = true;
      ++joined;
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < order.size() && joined > 0; ++i) {
    if (!gone[i]) std::copy_n(ranges.begin() + i * width, width, ranges.begin() + width * kept++);
  }
  ranges.resize(ranges.size() - joined * width);
  return joined > 0;
}

}  // namespace

std::vector<Range> wrapped_range(int start, int stride, int count, int side) {
  assert(stride >= 1 && side >= 1);
  std::vector<Range> result;
  start = ((start % side) + side) % side;
  while (count > 0) {
    const int here = std::min(count, (side - 1 - start) / stride + 1);
    result.push_back(canonical({start, stride, here}));
    start = static_cast<int>((start + std::int64_t{here} * stride) % side);
    count -= here;
  }
  return result;
}

std::int64_t BlockSet::blocks() const {
  std::int64_t result = 0;
  for (std::size_t i = 0; i < boxes(); ++i) result += volume(box(i));
  return result;
}

void BlockSet::take_dimensions(int dimensions) {
  if (!empty()) {
    throw InputError(
        fmt::format("blocks of a torus of {} dimensions in a set of blocks of {}", dimensions, dimensions_));
  }
  dimensions_ = dimensions;
}

void BlockSet::add(BoxView box) {
  assert(box.size() % 2 == 0);
  if (volume(box) == 0) return;
  expect(static_cast<int>(box.size() / 2));
  const bool own =
      !ranges_.empty() && box.data() >= ranges_.data() && box.data() < ranges_.data() + ranges_.size();
  if (own) {
    const std::vector<Range> copy(box.begin(), box.end());
    ranges_.insert(ranges_.end(), copy.begin(), copy.end());
  } else {
    ranges_.insert(ranges_.end(), box.begin(), box.end());
  }
}

void BlockSet::add_product(std::span<const std::vector<Range>> choices) {
  assert(choices.size() % 2 == 0);
  std::vector<std::size_t> pick(choices.size(), 0);
  for (const auto& alternatives : choices) {
    if (alternatives.empty()) return;
  }
  Box box;
  while (true) {
    for (std::size_t i = 0; i < choices.size(); ++i) box[i] = choices[i][pick[i]];
    add(BoxView(box.data(), choices.size()));
    std::size_t i = 0;
    while (i < choices.size() && ++pick[i] == choices[i].size()) pick[i++] = 0;
    if (i == choices.size()) return;
  }
}

void BlockSet::add(const BlockSet& other) {
  if (&other == this || other.empty()) return;
  expect(other.dimensions_);
  ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
}

void BlockSet::add(const Topology& topology, Block block) {
  const int k = topology.dimensions();
  expect(k);
  for (int d = 0; d < k; ++d) ranges_.push_back(Range::single(topology.coordinate(block.source, d)));
  for (int d = 0; d < k; ++d) ranges_.push_back(Range::single(topology.coordinate(block.destination, d)));
}

std::optional<Block> BlockSet::remove(const Topology& topology, const BlockSet& other) {
  const std::size_t width = 2 * dimensions_;
  std::vector<Range> pieces;
  std::vector<Range> taken;  // boxes that were cut
  struct Taken {
    std::size_t at;      // index of the cut box; the last box took its place
    std::size_t pieces;  // ranges that were appended then
  };
  std::vector<Taken> log;
  Box cut;
  for (std::size_t j = 0; j < other.boxes(); ++j) {
    // The part of other's box that is still to be found; each box of this set removes its share.
    std::int64_t missing = volume(other.box(j));
    pieces.clear();
    // From the end, where the rest of an earlier cut box is: a node sends parts of such a box repeatedly.
    for (std::size_t at = ranges_.size(); at > 0 && missing > 0;) {
      at -= width;
      const BoxView mine(ranges_.data() + at, width);
      if (!intersect(mine, other.box(j), cut)) continue;
      missing -= volume(BoxView(cut.data(), width));
      subtract(mine, cut, pieces);
      taken.insert(taken.end(), mine.begin(), mine.end());
      log.push_back({at, 0});
      if (at + width < ranges_.size()) std::copy(ranges_.end() - width, ranges_.end(), ranges_.begin() + at);
      ranges_.resize(ranges_.size() - width);
    }
    ranges_.insert(ranges_.end(), pieces.begin(), pieces.end());
    if (!pieces.empty()) log.back().pieces = pieces.size();
    if (missing == 0) continue;
    // Name a block that is not there: other's box without all that the set held.
    for (; !log.empty(); log.pop_back()) {
      ranges_.resize(ranges_.size() - log.back().pieces);
      ranges_.insert(ranges_.end(), taken.end() - width, taken.end());
      const auto place = ranges_.begin() + log.back().at, end = ranges_.end() - width;
      if (place != end) std::swap_ranges(place, place + width, end);
      taken.resize(taken.size() - width);
    }
    BlockSet absent(dimensions_);
    absent.add(other.box(j));
    for (std::size_t i = 0; i < boxes(); ++i) {
      std::vector<Range> left;
      for (std::size_t a = 0; a < absent.boxes(); ++a) {
        if (intersect(absent.box(a), box(i), cut)) {
          subtract(absent.box(a), cut, left);
        } else {
          left.insert(left.end(), absent.box(a).begin(), absent.box(a).end());
        }
      }
      absent.ranges_ = std::move(left);
    }
    // Empty only if an earlier box of `other` already took the same blocks: then they are asked for twice.
    return absent.empty() ? other.front(topology) : absent.front(topology);
  }
  return std::nullopt;
}

bool BlockSet::contains(const Topology& topology, Block block) const {
  BlockSet one(dimensions_);
  one.add(topology, block);
  return shared(topology, one).has_value();
}

std::int64_t BlockSet::blocks_for(const Topology& topology, NodeId destination) const {
  std::int64_t result = 0;
  for (std::size_t i = 0; i < boxes(); ++i) {
    bool inside = true;
    for (int d = 0; d < dimensions_ && inside; ++d) {
      inside = box(i)[dimensions_ + d].contains(topology.coordinate(destination, d));
    }
    if (inside) result += volume(box(i).first(dimensions_));
  }
  return result;
}

BlockSet BlockSet::common(const BlockSet& other) const {
  BlockSet result(dimensions_);
  Box part;
  for (std::size_t i = 0; i < boxes(); ++i) {
    for (std::size_t j = 0; j < other.boxes(); ++j) {
      if (intersect(box(i), other.box(j), part)) result.add(BoxView(part.data(), 2 * dimensions_));
    }
  }
  return result;
}

std::optional<Block> BlockSet::shared(const Topology& topology, const BlockSet& other) const {
  Box common;
  for (std::size_t i = 0; i < boxes(); ++i) {
    for (std::size_t j = 0; j < other.boxes(); ++j) {
      if (intersect(box(i), other.box(j), common)) {
        return first_block(topology, BoxView(common.data(), 2 * dimensions_));
      }
    }
  }
  return std::nullopt;
}

Block BlockSet::front(const Topology& topology) const {
  assert(!empty());
  return first_block(topology, box(0));
}

void BlockSet::coalesce() {
  constexpr std::size_t kFew = 64;  // sorting pays above
  const std::size_t width = 2 * dimensions_;
  bool joined = boxes() > kFew;
  while (joined) {
    joined = false;
    for (std::size_t r = 0; r < width; ++r) joined = join_along(r, ranges_, width) || joined;
  }
  if (boxes() <= kFew) join_pairs(ranges_, width);
}

void BlockSet::for_each(const Topology& topology, const std::function<void(Block)>& visit) const {
  const int k = dimensions_;
  for (std::size_t i = 0; i < boxes(); ++i) {
    const BoxView ranges = box(i);
    std::array<int, kMaxRanges> index{};
    while (true) {
      Topology::Coordinates source{}, destination{};
      for (int d = 0; d < k; ++d) {
        source[d] = ranges[d].first + index[d] * ranges[d].stride;
        destination[d] = ranges[k + d].first + index[k + d] * ranges[k + d].stride;
      }
      visit({topology.node(source), topology.node(destination)});
      int r = 2 * k - 1;
      while (r >= 0 && ++index[r] == ranges[r].count) index[r--] = 0;
      if (r < 0) break;
    }
  }
}

}  // namespace torusim
