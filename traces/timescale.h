#pragma once
/// How a cycle becomes a time in waveform files.
///
/// Without a clock, a cycle is one unit of 1 ns. With a clock, the unit is the largest of fs, ps, .., s of
/// which a cycle is a whole number, so every time is exact. The period of some clocks is no whole number of
/// fs. A cycle then has a million units or more, or the unit is 1 fs, and each time is the nearest unit:
/// errors do not add up. Where a clock is to fall in the middle of each cycle, the unit is that of half a
/// cycle; without a clock 1 ps.

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace torusim {

class Timescale {
 public:
  /// `hertz`: the clock, at most 1e15; 0: none. `halves`: middles of cycles are times, too.
  explicit Timescale(double hertz = 0, bool halves = false);

  /// The unit of times: `ps`.
  const char* unit() const { return unit_; }
  /// A cycle in units, for people: "one cycle is 3200 ps".
  const std::string& meaning() const { return meaning_; }
  /// The time at which a cycle begins. REQUIRES: 0 <= cycle <= last().
  std::int64_t stamp(std::int64_t cycle) const {
    return std::llround(static_cast<long double>(cycle) * units_);
  }
  /// The time of the middle of a cycle; that of the next cycle if a cycle has one unit.
  std::int64_t middle(std::int64_t cycle) const {
    return std::llround((static_cast<long double>(cycle) + 0.5L) * units_);
  }
  /// A late cycle: times up to this one are below 2^63.
  std::int64_t last() const {
    return static_cast<std::int64_t>(std::numeric_limits<std::int64_t>::max() / units_) - 1;
  }

 private:
  const char* unit_ = "ns";
  std::string meaning_ = "one unit of time is one cycle";
  long double units_ = 1;  // of a cycle; products below 2^63 are exact
};

}  // namespace torusim
