#pragma once
/// Sets of ports and virtual channels as bit masks.

#include <bit>
#include <cstdint>

namespace torusim::fast {

constexpr std::uint32_t bit(int i) { return std::uint32_t{1} << i; }
constexpr std::uint64_t bit64(int i) { return std::uint64_t{1} << i; }
constexpr std::uint8_t u8(int i) { return static_cast<std::uint8_t>(i); }

/// `for (const int i : bits(mask))`: the numbers of the set bits, ascending.
template <typename Word>
class bits {
 public:
  explicit bits(Word mask) : mask_(mask) {}
  struct End {};
  class Iterator {
   public:
    explicit Iterator(Word mask) : rest_(mask) {}
    int operator*() const { return std::countr_zero(rest_); }
    void operator++() { rest_ &= rest_ - 1; }
    bool operator!=(End) const { return rest_ != 0; }

   private:
    Word rest_;
  };
  Iterator begin() const { return Iterator(mask_); }
  End end() const { return {}; }

 private:
  Word mask_;
};

}  // namespace torusim::fast
