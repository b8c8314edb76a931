#pragma once
/// Sums of every directed channel, from a level that counts during the run, or from an observer of spans.
/// models/watch/statistics.h defines the figures.

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/contract/hardware.h"
#include "models/contract/large_array.h"

namespace torusim {

/// Cause of a stall: the first that applies.
enum class StallCause : std::uint8_t { kAllocation, kCredit, kPreemption, kArbitration };
inline constexpr std::size_t kStallCauses = 4;

struct alignas(64) ChannelSum {
  static constexpr Cycle kFree = -1;

  std::int64_t flits = 0;
  std::int64_t busy = 0;                             ///< cycles in which a worm owned a VC, up to owned_since
  std::array<std::int64_t, kStallCauses> stalled{};  ///< cycles of stalls, by cause
  Cycle owned_since = kFree;  ///< start of the current ownership by worms; kFree: no owner
  std::int32_t peak = 0;      ///< most flits in the far buffer
  std::int32_t messages = 0;  ///< injection channel: messages begun, without signals

  std::int64_t& stalled_by(StallCause cause) { return stalled[static_cast<std::size_t>(cause)]; }
};

/// Indexed by ChannelId.
using ChannelSums = LargeArray<ChannelSum>;

}  // namespace torusim
