#pragma once
/// A set of small numbers that is repeatedly filled in any order and emptied in ascending order. Emptying
/// reads one word per 4,096 possible numbers, and visits the numbers in the set.

#include <bit>
#include <cstdint>
#include <vector>

namespace torusim {

class SparseSet {
 public:
  /// Empties the set and makes room for numbers below `count`.
  void resize(std::size_t count) {
    words_.assign(count / 64 + 1, 0);
    filled_.assign(count / 64 / 64 + 1, 0);
    any_ = false;
  }
  void add(std::uint32_t number) {
    words_[number / 64] |= std::uint64_t{1} << number % 64;
    filled_[number / 64 / 64] |= std::uint64_t{1} << number / 64 % 64;
    any_ = true;
  }
  bool any() const { return any_; }

  /// Calls `take` with each number in ascending order, and empties the set.
  template <typename Take>
  void empty(Take take) {
    for (std::size_t f = 0; f < filled_.size(); ++f) {
      for (std::uint64_t filled = filled_[f]; filled != 0; filled &= filled - 1) {
        const std::size_t w = f * 64 + static_cast<std::size_t>(std::countr_zero(filled));
        for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
          take(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(word)));
        }
        words_[w] = 0;
      }
      filled_[f] = 0;
    }
    any_ = false;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> filled_;  // bit w: word w has a number
  bool any_ = false;
};

}  // namespace torusim
