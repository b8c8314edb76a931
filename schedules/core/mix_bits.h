#pragma once
/// Random numbers and shuffles with the same result on every machine. The numbers are those of SplitMix64
/// (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace torusim {

/// A bijection that leaves no pattern of its argument.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// The generator adds this step to its state for each number; the number is mix_bits() of the state.
constexpr std::uint64_t kMixStep = 0x9E3779B97F4A7C15u;

/// The upper 53 bits as a number in [0, 1).
constexpr double unit_interval(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

/// std::shuffle differs between libraries. `random`: a generator of 32 bits or more.
template <typename Item, typename Random>
void shuffle_alike(std::vector<Item>& list, Random& random) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[random() % left]);
}

}  // namespace torusim
