#pragma once
/// Bit planes and their arithmetic. A plane holds one bit of every router. A vector V holds the bits of one
/// plane: Bits of 64 routers, Bits256 of 256. A number of a router lies in several planes, the least
/// significant first, so one instruction works on the numbers of all routers of a vector.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace torusim::dense {

using Bits = std::uint64_t;
using Bits256 = std::uint64_t __attribute__((vector_size(32)));

/// Calls f(0) .. f(n - 1) with constants.
template <int n, typename F>
constexpr void unrolled(F&& f) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (f(std::integral_constant<int, i>{}), ...); }
  (std::make_integer_sequence<int, n>{});
}

template <typename V>
V load(const void* from) {
  V plane;
  std::memcpy(&plane, from, sizeof plane);
  return plane;
}

template <typename V>
void store(Bits* to, V plane) {
  std::memcpy(to, &plane, sizeof plane);
}

template <typename V>
V select(V mask, V set, V clear) {
  return (set & mask) | (clear & ~mask);
}

/// A plane of the routers whose number is not 0.
template <int n, typename V>
V not_zero(const V (&number)[n]) {
  V any = number[0];
  unrolled<n - 1>([&](auto i) { any |= number[i + 1]; });
  return any;
}

/// number += up - down, modulo 2^n.
template <int n, typename V>
void add(V (&number)[n], V up, V down) {
  V carry = up ^ down;
  unrolled<n>([&](auto i) {
    const V ends_here = up ^ number[i];  // going up at a 0, going down at a 1
    number[i] ^= carry;
    carry &= ~ends_here;
  });
}

/// number += one, modulo 2^n. Returns the routers where it became 0.
template <int n, typename V>
V increment(V (&number)[n], V one) {
  unrolled<n>([&](auto i) {
    const V carry = one & number[i];
    number[i] ^= one;
    one = carry;
  });
  return one;
}

/// A plane of the routers with at least `count` (1 .. 3) of three bits set.
template <typename V>
V at_least(int count, const V (&bits)[3]) {
  if (count == 1) return bits[0] | bits[1] | bits[2];
  if (count == 2) return (bits[0] & (bits[1] | bits[2])) | (bits[1] & bits[2]);
  return bits[0] & bits[1] & bits[2];
}

/// A plane of the routers whose a is not less than b; both are numbers of n planes.
template <int n, typename V>
V not_less(const V* a, const V* b) {
  V not_less_so_far = ~V{};
  unrolled<n>([&](auto i) { not_less_so_far = select(a[i] ^ b[i], a[i], not_less_so_far); });
  return not_less_so_far;
}

/// The carry out of a + b; both are numbers of n planes.
template <int n, typename V>
V carry_of_sum(const V* a, const V* b) {
  V carry{};
  unrolled<n>([&](auto i) { carry = select(a[i] ^ b[i], carry, a[i]); });
  return carry;
}

/// sum = number + the number of set bits of three, modulo 2^n.
template <int n, typename V>
void count_from(int number, const V (&bits)[3], V (&sum)[n]) {
  unrolled<n>([&](auto i) { sum[i] = (number >> i & 1) != 0 ? ~V{} : V{}; });
  for (const V& bit : bits) increment(sum, bit);
}

/// The round-robin arbiter of SA-2: grants the first of n requests at or after the turn, in cyclic order.
/// `turn[i]`, i < n - 1, is the plane of routers whose turn is at most i; a turn is at most n - 1. Moves the
/// turn behind the granted request.
template <int n, typename V>
void first_from_turn(const V (&requests)[n], V (&turn)[n], V (&grants)[n]) {
  V at_or_after = requests[n - 1];
  unrolled<n - 1>([&](auto i) { at_or_after |= requests[i] & turn[i]; });
  const V around = ~at_or_after;
  V seen_after{}, seen{};
  unrolled<n>([&](auto i) {
    V after = requests[i];
    if constexpr (i < n - 1) after &= turn[i];
    grants[i] = (after & ~seen_after) | (requests[i] & ~seen & around);
    seen_after |= after;
    seen |= requests[i];
  });
  V behind = grants[n - 1];  // after the last request the turn is 0
  unrolled<n - 1>([&](auto i) {
    turn[i] = (turn[i] & ~seen) | behind;
    behind |= grants[i];
  });
}

/// Clears the last of n requests in routers that have another request.
template <int n, typename V>
void yield_to_others(V (&requests)[n]) {
  V others{};
  unrolled<n - 1>([&](auto i) { others |= requests[i]; });
  requests[n - 1] &= ~others;
}

/// The reads that shift a plane: bit r of the result is bit r + distance of the plane.
struct Shift {
  std::ptrdiff_t low = 0, high = 0;  ///< words from the reader's
  int right = 0, left = 0;           ///< bits

  static Shift by(std::ptrdiff_t distance) {
    const std::ptrdiff_t words = distance >= 0 ? distance / 64 : -((63 - distance) / 64);
    const int bits = static_cast<int>(distance - words * 64);
    if (bits == 0) return {words, words, 0, 0};
    return {words, words + 1, bits, 64 - bits};
  }
};

template <typename V>
V shifted(const Bits* at, const Shift& shift) {
  return (load<V>(at + shift.low) >> shift.right) | (load<V>(at + shift.high) << shift.left);
}

/// The ways to the next routers in a network of up to 64, by port: bits that a word is shifted to the right,
/// and to the left. One of them is a step, the other the way around the line.
struct WordShifts {
  static constexpr std::size_t kMostPorts = 8;
  Bits right[kMostPorts] = {}, left[kMostPorts] = {};
};

/// The way to the next router of a line: a step, or from its end around to its beginning.
struct Neighbour {
  Shift step, wrap;
  bool in_word = false;  ///< whole lines lie within words
};

/// The bits of the neighbours in direction + or - of a plane. `steps` and `wraps` are the routers whose
/// neighbour is a step away, or around the line.
template <bool plus, typename V>
V rotate_to_neighbour(const Bits* at, const Neighbour& way, V steps, V wraps) {
  if (way.in_word) {
    const V own = load<V>(at);
    if constexpr (plus) return ((own >> way.step.right) & steps) | ((own << way.wrap.left) & wraps);
    return ((own << way.step.left) & steps) | ((own >> way.wrap.right) & wraps);
  }
  return (shifted<V>(at, way.step) & steps) | (shifted<V>(at, way.wrap) & wraps);
}

}  // namespace torusim::dense
