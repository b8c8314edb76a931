#pragma once
/// The latest entries of a list that grows at one end and drops entries at the other, contiguous in memory.
/// When the list is full, the owner drops the oldest entries, or push() makes the list larger.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>

namespace torusim {

template <typename Entry>
class Latest {
 public:
  bool empty() const { return first_ == end_; }
  std::uint32_t size() const { return end_ - first_; }
  /// Whether the next push() moves the entries, or needs more memory.
  bool full() const { return end_ == capacity_; }
  Entry& newest() const { return entries_[end_ - 1]; }
  const Entry& oldest() const { return entries_[first_]; }
  /// The entries as a range, from the newest to the oldest.
  struct Backwards {
    std::reverse_iterator<const Entry*> first, last;
    auto begin() const { return first; }
    auto end() const { return last; }
  };
  Backwards backwards() const {
    const Entry* const entries = entries_.get();
    return {std::reverse_iterator(entries + end_), std::reverse_iterator(entries + first_)};
  }

  /// Prefetches the newest entry and the place of the next.
  void fetch() const {
    if (capacity_ == 0) return;
    const Entry* const next = entries_.get() + end_;
    __builtin_prefetch(next - (end_ > 0 ? 1 : 0), 1);
    __builtin_prefetch(next, 1);
  }
  void forget_oldest() { ++first_; }
  Entry& push() {
    if (full()) make_room();
    return entries_[end_++];
  }

 private:
  static constexpr std::uint32_t kLeast = 4;

  void make_room() {
    const std::uint32_t kept = size();
    if (2 * kept >= capacity_) {
      capacity_ = std::max(kLeast, 2 * capacity_);
      auto more = std::make_unique_for_overwrite<Entry[]>(capacity_);
      std::copy_n(entries_.get() + first_, kept, more.get());
      entries_ = std::move(more);
    } else {
      std::copy_n(entries_.get() + first_, kept, entries_.get());
    }
    first_ = 0;
    end_ = kept;
  }

  std::unique_ptr<Entry[]> entries_;
  std::uint32_t first_ = 0, end_ = 0, capacity_ = 0;
};

}  // namespace torusim
