#pragma once
/// The arithmetic of the ejection hash: numbers modulo the prime 2^61 - 1.
///
/// Flit i of a worm, taken in cycle c, adds key * kBase^i * c, where the key depends on the worm. So the
/// flits of a stream, and those of a pattern of cycles that repeats, add a sum with a closed form.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace torusim {

/// A number below 2^61 - 1.
using Residue = std::uint64_t;
constexpr Residue kPrime = (std::uint64_t{1} << 61) - 1;
constexpr Residue kBase = 0x0E3779B97F4A7C15;

constexpr Residue residue(std::uint64_t x) {
  x = (x & kPrime) + (x >> 61);
  return x < kPrime ? x : x - kPrime;
}
constexpr Residue plus(Residue a, Residue b) { return residue(a + b); }
constexpr Residue times(Residue a, Residue b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return residue((static_cast<std::uint64_t>(product) & kPrime) + static_cast<std::uint64_t>(product >> 61));
}

/// Of the powers x^0 .. x^(n-1): their sum, and the sum of k * x^k.
struct PowerSums {
  Residue next = 1;  ///< x^n
  Residue sum = 0;
  Residue weighted = 0;
};

/// The sums of all powers, of which the first `count` have the sums `first`, and the powers behind them,
/// divided by x^count, the sums `second`.
constexpr PowerSums joined(const PowerSums& first, std::uint64_t count, const PowerSums& second) {
  const Residue later = plus(times(residue(count), second.sum), second.weighted);
  return {times(first.next, second.next), plus(first.sum, times(first.next, second.sum)),
          plus(first.weighted, times(first.next, later))};
}

/// The sums of n powers of x, in a time that grows with the logarithm of n.
constexpr PowerSums power_sums(Residue x, std::uint64_t n) {
  PowerSums all, piece{x, 1, 0};
  std::uint64_t count = 0;
  for (std::uint64_t size = 1; size <= n; size *= 2) {
    if ((n & size) != 0) {
      all = joined(all, count, piece);
      count += size;
    }
    piece = joined(piece, size, piece);
  }
  return all;
}

/// The sums of n powers of kBase, n < 2^31. Most worms are short: their sums are in a table.
inline PowerSums base_sums(std::uint32_t n) {
  constexpr std::uint32_t kShort = 64;
  struct Tables {
    std::array<PowerSums, kShort> of_lengths;
    std::array<PowerSums, 25> of_doubles;  // of kShort * 2^i
  };
  static constexpr Tables kTables = [] {
    Tables tables;
    for (std::uint32_t length = 0; length < kShort; ++length)
      tables.of_lengths[length] = power_sums(kBase, length);
    for (std::uint32_t i = 0; i < 25; ++i)
      tables.of_doubles[i] = power_sums(kBase, std::uint64_t{kShort} << i);
    return tables;
  }();
  PowerSums sums = kTables.of_lengths[n % kShort];
  for (std::uint32_t count = n % kShort; count < n;) {
    const std::uint32_t rest = n - count;
    sums = joined(sums, count, kTables.of_doubles[static_cast<std::size_t>(std::countr_zero(rest / kShort))]);
    count += rest & -rest;
  }
  return sums;
}

}  // namespace torusim
