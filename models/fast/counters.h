#pragma once
/// Bit-sliced counters, one per bit of a word: word b has bit b of every counter. A few operations count any
/// number of them up and down at once.

#include <cassert>
#include <cstdint>

namespace torusim::fast {

/// Adds one to the counters in `up` and subtracts one from the counters in `down`; counters in both do not
/// change. Returns the counters that are not zero. No counter may go below zero, or beyond `size` digits.
[[gnu::always_inline]] inline std::uint64_t count(std::uint64_t* digits, int size, std::uint64_t up,
                                                  std::uint64_t down) {
  std::uint64_t carry = up ^ down, not_zero = 0;
  for (int b = 0; b < size; ++b) {
    const std::uint64_t digit = digits[b];
    digits[b] = digit ^ carry;
    not_zero |= digit ^ carry;
    carry &= digit ^ down;  // up: a one overflows; down: a zero borrows
  }
  assert(carry == 0);
  return not_zero;
}

/// The counter of bit `i`.
inline int counter_value(const std::uint64_t* digits, int size, int i) {
  int value = 0;
  for (int b = 0; b < size; ++b) value |= static_cast<int>((digits[b] >> i) & 1) << b;
  return value;
}

}  // namespace torusim::fast
