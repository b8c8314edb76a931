#include "traces/timescale.h"

#include <fmt/format.h>

#include <array>

namespace torusim {

Timescale::Timescale(double hertz, bool halves) {
  constexpr long double kFemtoseconds = 1e15L;  // of a second
  constexpr long double kFine = 1e6L;           // least units of a cycle that is no whole number of fs
  constexpr std::array kUnits = {"fs", "ps", "ns", "us", "ms", "s"};
  constexpr double kWithoutClock = 1e9;
  if (hertz == 0 && !halves) return;
  const int parts = halves ? 2 : 1;
  hertz = (hertz == 0 ? kWithoutClock : hertz) * parts;
  units_ = kFemtoseconds / hertz;
  const bool whole = std::fmod(kFemtoseconds, static_cast<long double>(hertz)) == 0;
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && (whole ? std::fmod(units_, 1000.0L) == 0 : units_ >= 1000 * kFine)) {
    units_ /= 1000;
    ++unit;
  }
  unit_ = kUnits[unit];
  units_ *= parts;
  meaning_ = whole ? fmt::format("one cycle is {:.0f} {}", units_, unit_)
                   : fmt::format("one cycle is {:.6f} {}, each time the nearest {}", units_, unit_, unit_);
}

}  // namespace torusim
