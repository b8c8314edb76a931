#include "models/watch/cycle_sums.h"

#include <bit>
#include <cstddef>

namespace torusim {

PowerSums base_sums(std::uint32_t n) {
  static constexpr auto kDoubles = [] {  // of kShortSums * 2^i
    std::array<PowerSums, 25> sums;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = power_sums(kBase, std::uint64_t{kShortSums} << i);
    return sums;
  }();
  PowerSums sums = kBaseSums[n % kShortSums];
  for (std::uint32_t count = n % kShortSums; count < n;) {
    const std::uint32_t rest = n - count;
    sums = joined(sums, count, kDoubles[static_cast<std::size_t>(std::countr_zero(rest / kShortSums))]);
    count += rest & -rest;
  }
  return sums;
}

}  // namespace torusim
