#pragma once
/// The arithmetic of the ejection hash: numbers modulo the prime 2^61 - 1.
///
/// Flit i of a worm, taken in cycle c, adds key * kBase^i * c, where the key depends on the worm. So the
/// flits of a stream, and those of a pattern of cycles that repeats, add a sum with a closed form.

#include <array>
#include <cstdint>

namespace torusim {

/// A number below 2^61 - 1. The prime is one less than a power of 2, so the rest of a division needs no
/// division. Of kBase only its many different bits matter.
using Residue = std::uint64_t;
constexpr Residue kPrime = (std::uint64_t{1} << 61) - 1;
constexpr Residue kBase = 0x0E3779B97F4A7C15;

constexpr Residue residue(unsigned __int128 x) {
  const std::uint64_t folded = (static_cast<std::uint64_t>(x) & kPrime) + static_cast<std::uint64_t>(x >> 61);
  const std::uint64_t again = (folded & kPrime) + (folded >> 61);
  return again < kPrime ? again : again - kPrime;
}
constexpr Residue plus(Residue a, Residue b) { return a + b < kPrime ? a + b : a + b - kPrime; }
/// a * b + c
constexpr Residue times(Residue a, Residue b, Residue c = 0) {
  const unsigned __int128 x = static_cast<unsigned __int128>(a) * b + c;
  return plus(static_cast<std::uint64_t>(x) & kPrime, static_cast<std::uint64_t>(x >> 61));
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

/// The sums of 0, 1, .. 63 powers of kBase: those of most worms.
constexpr std::uint32_t kShortSums = 64;
inline constexpr auto kBaseSums = [] {
  std::array<PowerSums, kShortSums> sums;
  for (std::uint32_t n = 0; n < kShortSums; ++n) sums[n] = power_sums(kBase, n);
  return sums;
}();
/// The sums of n powers of kBase, n < 2^31.
PowerSums base_sums(std::uint32_t n);

}  // namespace torusim
