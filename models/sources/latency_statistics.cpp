#include "models/sources/latency_statistics.h"

#include <algorithm>
#include <cmath>

namespace torusim {
namespace {

// Student's t, 97.5 %, for kBatches - 1 and kBatches - 2 degrees of freedom.
constexpr double kStudentMean = 2.045;
constexpr double kStudentLine = 2.048;
static_assert(LatencyStatistics::kBatches == 30);

}  // namespace

void LatencyStatistics::make_room(Cycle latency) {
  if (latency < kShort) short_.resize(static_cast<std::size_t>(latency) + 1);
}

void LatencyStatistics::add(const LatencyStatistics& other) {
  for (int b = 0; b < kBatches; ++b) {
    sums_[b] += other.sums_[b];
    counts_[b] += other.counts_[b];
  }
  sum_ += other.sum_;
  count_ += other.count_;
  short_.resize(std::max(short_.size(), other.short_.size()));
  for (std::size_t i = 0; i < other.short_.size(); ++i) short_[i] += other.short_[i];
  for (const auto& [latency, packets] : other.long_) long_[latency] += packets;
}

double LatencyStatistics::half_width() const {
  const double mean = this->mean();
  double squares = 0;
  for (int b = 0; b < kBatches; ++b) {
    const double residual = sums_[b] - mean * counts_[b];
    squares += residual * residual;
  }
  const double packets = static_cast<double>(count_) / kBatches;  // of a stretch
  return kStudentMean * std::sqrt(squares / (kBatches - 1) / kBatches) / packets;
}

Cycle LatencyStatistics::percentile(double share) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t latency = 0; latency < short_.size(); ++latency) {
    seen += short_[latency];
    if (seen >= wanted && seen > 0) return static_cast<Cycle>(latency);
  }
  for (const auto& [latency, packets] : long_) {
    seen += packets;
    if (seen >= wanted) return latency;
  }
  return max();
}

Cycle LatencyStatistics::max() const {
  return long_.empty() ? static_cast<Cycle>(short_.size()) - 1 : long_.rbegin()->first;
}

LatencyStatistics::Trend LatencyStatistics::trend() const {
  const double middle = (kBatches - 1) / 2.0;
  const double mean = this->mean();
  double xx = 0, xy = 0, yy = 0;
  int used = 0;
  for (int b = 0; b < kBatches; ++b) {
    if (counts_[b] == 0) continue;
    const double y = sums_[b] / counts_[b] - mean;
    xx += (b - middle) * (b - middle);
    xy += (b - middle) * y;
    yy += y * y;
    ++used;
  }
  if (used < kBatches) return {};  // too few packets to tell
  const double slope = xy / xx;
  const double residual = std::max(0.0, yy - slope * xy) / (kBatches - 2);
  return {slope * (kBatches - 1), kStudentLine * std::sqrt(residual / xx) * (kBatches - 1)};
}

}  // namespace torusim
