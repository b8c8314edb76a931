#pragma once
/// The simulated times of a network's cycles in a SystemC kernel.

#include <systemc>

#include "models/contract/hardware.h"

namespace torusim::sysc {

/// Cycle c begins at start + c x period. Start and period are whole multiples of the time resolution.
class ClockTimes {
 public:
  ClockTimes(const sc_core::sc_time& start, const sc_core::sc_time& period)
      : start_(start.value()), period_(period.value()) {}
  /// Cycles that begin at the rising edges of a clock; the network needs no event of the clock.
  explicit ClockTimes(const sc_core::sc_clock& clock)
      : ClockTimes(clock.start_time() + (clock.posedge_first() ? sc_core::SC_ZERO_TIME
                                                               : clock.period() * (1 - clock.duty_cycle())),
                   clock.period()) {}

  sc_core::sc_time period() const { return sc_core::sc_time::from_value(period_); }
  /// The first cycle that begins at this time or later.
  Cycle at_or_after(const sc_core::sc_time& time) const {
    if (time.value() <= start_) return 0;
    return static_cast<Cycle>((time.value() - start_ - 1) / period_ + 1);
  }
  /// Number of cycles that have ended at this time.
  Cycle ended(const sc_core::sc_time& time) const {
    return time.value() <= start_ ? 0 : static_cast<Cycle>((time.value() - start_) / period_);
  }
  /// Whether the cycle ends at a time that the kernel can represent.
  bool ends(Cycle cycle) const { return static_cast<std::uint64_t>(cycle) < (kLast - start_) / period_; }
  /// The beginning of the cycle. REQUIRES: ends() holds for the cycle before.
  sc_core::sc_time begin(Cycle cycle) const {
    return sc_core::sc_time::from_value(start_ + static_cast<std::uint64_t>(cycle) * period_);
  }

 private:
  static constexpr std::uint64_t kLast = UINT64_MAX;
  std::uint64_t start_, period_;
};

}  // namespace torusim::sysc
