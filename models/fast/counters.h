#pragma once
/// Counters, one for each bit of a word, held crosswise: word b has bit b of every one of them. So any number
/// of them is counted up and down at once, in a few operations.

#include <cassert>
#include <cstdint>

namespace torusim::fast {

/// Adds one to the counters in `up` and takes one from those in `down`; those in both stay as they are.
/// Returns those that are not zero. None of them may go below zero, nor beyond what `size` digits hold.
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
