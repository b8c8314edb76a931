#pragma once
/// What is added up for every directed channel, by whoever does: a level that counts as it goes, or an
/// observer from spans. What each figure means: models/watch/statistics.h.

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/contract/hardware.h"
#include "models/contract/large_array.h"

namespace torusim {

/// Why a worm cannot go on: the first that applies.
enum class StallCause : std::uint8_t { kAllocation, kCredit, kPreemption, kArbitration };
inline constexpr std::size_t kStallCauses = 4;

struct alignas(64) ChannelSum {
  static constexpr Cycle kFree = -1;

  std::int64_t flits = 0;
  std::int64_t busy = 0;                             ///< up to owned_since
  std::array<std::int64_t, kStallCauses> stalled{};  ///< by cause
  Cycle owned_since = kFree;  ///< by worms whose tails have not come, one after the other
  std::int32_t peak = 0;      ///< most flits in the far buffer
  std::int32_t messages = 0;  ///< of an injection channel: that have begun, but for signals

  std::int64_t& stalled_by(StallCause cause) { return stalled[static_cast<std::size_t>(cause)]; }
};

/// By ChannelId.
using ChannelSums = LargeArray<ChannelSum>;

}  // namespace torusim
