#pragma once
/// Latencies of measured packets: mean with a confidence interval, percentiles, trend.
///
/// The interval uses batch means: the window has kBatches batches of equal length, and a packet belongs to
/// the batch of its creation. The spread of the batch means, weighted by their packets (ratio estimator),
/// gives the 95 % interval of Student's t. The means are independent only if batches are long compared with
/// the latency.

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class LatencyStatistics {
 public:
  static constexpr int kBatches = 30;

  /// A packet created in batch `batch` (0 .. kBatches - 1) took `latency` cycles.
  void add(int batch, Cycle latency) {
    sums_[batch] += static_cast<double>(latency);
    counts_[batch] += 1;
    sum_ += static_cast<double>(latency);
    ++count_;
    if (latency >= std::ssize(short_)) make_room(latency);
    ++(latency < kShort ? short_[static_cast<std::size_t>(latency)] : long_[latency]);
  }
  /// Adds all packets of another object.
  void add(const LatencyStatistics& other);

  std::int64_t count() const { return count_; }
  /// The following functions require count() > 0.
  double mean() const { return sum_ / static_cast<double>(count_); }
  /// Half the width of the 95 % confidence interval of the mean.
  double half_width() const;
  /// The exact percentile: the smallest latency that a fraction `share` of the packets does not exceed.
  Cycle percentile(double share) const;
  Cycle max() const;
  /// Calls see(latency, packets) for each latency of a packet, in ascending order.
  template <typename See>
  void each(const See& see) const {
    for (std::size_t latency = 0; latency < short_.size(); ++latency) {
      if (short_[latency] > 0) see(static_cast<Cycle>(latency), short_[latency]);
    }
    for (const auto& [latency, packets] : long_) see(latency, packets);
  }
  /// The rise of the mean from the first to the last batch by the regression line through the batch
  /// means, and the half width of its 95 % interval.
  struct Trend {
    double rise = 0;
    double half_width = 0;
  };
  Trend trend() const;

 private:
  static constexpr Cycle kShort = 1 << 16;
  void make_room(Cycle latency);

  std::array<double, kBatches> sums_{};
  std::array<double, kBatches> counts_{};
  double sum_ = 0;
  std::int64_t count_ = 0;
  std::vector<std::int64_t> short_;     // packets by latency
  std::map<Cycle, std::int64_t> long_;  // latencies from kShort on
};

}  // namespace torusim
