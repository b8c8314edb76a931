#pragma once
/// Sets of ports and virtual channels as bit masks.

#include <bit>
#include <cstdint>

namespace torusim::fast {

constexpr std::uint32_t bit(int i) { return std::uint32_t{1} << i; }
constexpr std::uint64_t bit64(int i) { return std::uint64_t{1} << i; }
constexpr std::uint8_t u8(int i) { return static_cast<std::uint8_t>(i); }

template <typename Visit>
void for_each_bit(std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace torusim::fast
