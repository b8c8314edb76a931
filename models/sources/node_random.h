#pragma once
/// Random numbers of one node. They are 64-bit and the same on every machine; each node and seed has an
/// independent stream.

#include <cmath>
#include <cstdint>

#include "schedules/core/mix_bits.h"
#include "schedules/core/topology.h"

namespace torusim {

class NodeRandom {
 public:
  NodeRandom(std::uint64_t seed, NodeId node)
      : state_(mix_bits(mix_bits(seed + kMixStep) + kMixStep * node)) {}

  std::uint64_t next() { return mix_bits(state_ += kMixStep); }  // splitmix64
  /// Uniform in 0 .. bound - 1.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{bound}) >> 32);
  }
  /// Uniform in [0, 1).
  double uniform() { return unit_interval(next()); }

 private:
  std::uint64_t state_;
};

/// The number of trials until the first success, >= 1. Each trial succeeds with `probability` in (0, 1].
class Geometric {
 public:
  explicit Geometric(double probability = 1) : log_failure_(std::log1p(-probability)) {}
  std::int64_t draw(NodeRandom& random) const {
    const double u = 1.0 - random.uniform();
    const double failures = std::log(u) / log_failure_;  // to be rounded down
    return failures < kLongest ? 1 + static_cast<std::int64_t>(failures) : std::int64_t{1} << 60;
  }

 private:
  static constexpr double kLongest = 0x1.0p60;
  double log_failure_;  // minus infinity if success is certain
};

}  // namespace torusim
