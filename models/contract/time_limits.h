#pragma once
/// The maximum times of options. The simulator adds these times to cycles repeatedly: 2^31 phases of the
/// longest startup time, barrier and message end before cycle 2^63.

#include "models/contract/hardware.h"

namespace torusim {

inline constexpr Cycle kLongestStartup = 1'000'000'000;  ///< a second at 1 GHz
inline constexpr Cycle kLongestBarrier = 1'000'000'000;
inline constexpr Cycle kLongestReduceDelay = 1'000'000'000;
/// Limit of warm-up, window and drain of a measurement.
inline constexpr Cycle kLongestMeasurement = 1'000'000'000'000;
/// Limit of values that are compared with cycles: a limit, a window of waves.
inline constexpr Cycle kLastCycle = 1'000'000'000'000'000'000;

}  // namespace torusim
