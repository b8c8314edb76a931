#pragma once
/// Latencies of measured packets: mean with a confidence interval, percentiles, trend.
///
/// The interval is by batch means: the window is cut into kBatches stretches of equal length, packets belong
/// to the stretch in which they were made, and the spread of the stretches' means, weighted by their packets
/// (ratio estimator), gives the 95 % interval of Student's t. Stretches must be long against latency for the
/// means to be independent.

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class LatencyStatistics {
 public:
  static constexpr int kBatches = 30;

  /// A packet made in stretch `batch` (0 .. kBatches - 1) took `latency` cycles.
  void add(int batch, Cycle latency);
  /// All packets of another.
  void add(const LatencyStatistics& other);

  std::int64_t count() const { return count_; }
  /// What follows needs count() > 0.
  double mean() const { return sum_ / static_cast<double>(count_); }
  /// Half the width of the 95 % confidence interval of the mean.
  double half_width() const;
  /// The smallest latency that `share` of the packets do not exceed: exact.
  Cycle percentile(double share) const;
  Cycle max() const;
  /// How much the mean rises from the first to the last stretch by the regression line through the
  /// stretches' means, and the half width of its 95 % interval.
  struct Trend {
    double rise = 0;
    double half_width = 0;
  };
  Trend trend() const;

 private:
  static constexpr Cycle kShort = 1 << 16;

  std::array<double, kBatches> sums_{};
  std::array<double, kBatches> counts_{};
  double sum_ = 0;
  std::int64_t count_ = 0;
  std::vector<std::int64_t> short_;     // packets by latency
  std::map<Cycle, std::int64_t> long_;  // those from kShort on
};

}  // namespace torusim
