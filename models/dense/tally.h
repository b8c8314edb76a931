#pragma once
/// Counts of the channels of a block, for an observer of sums: bit-sliced, as all planes are.
///
/// A cycle in which no flit of the network moves counts only if a flit moves later, which is known only after
/// the cycle. So the counts of a cycle wait as `latest` until the next one.

#include <bit>

#include "models/dense/block.h"

namespace torusim::dense {

/// A counter that adds up to 2^n - 1 per cycle.
template <int n, typename V>
struct Counter {
  static constexpr int total_bits = 16;
  V total[total_bits];
  V latest[n];
};

/// The maximum number of flits in a buffer.
template <int n, typename V>
struct Level {
  V highest[n];
  V latest[n];
};

template <typename Shape_, typename V>
struct alignas(64) Tally {
  using Shape = Shape_;
  /// Maximum number of worms that wait for an output at once: one per lane and class of the network ports.
  static constexpr int most_waiting = 2 * Shape::network_ports * Shape::classes;
  static constexpr int stall_bits = std::bit_width(static_cast<unsigned>(most_waiting));
  static constexpr int level_bits = Shape::slot_bits + Shape::vc_bits;  // flits of all VCs of a port
  static constexpr int allocation = 0, credit = 1, arbitration = 2, preemption = 3;
  static constexpr int causes = Shape::classes > 1 ? 4 : 3;
  static constexpr int injection = Shape::ports, channels = Shape::ports + 1;
  /// The number of cycles that fit into a counter.
  static constexpr int most_cycles = ((1 << Counter<stall_bits, V>::total_bits) - 1) / most_waiting;

  Counter<stall_bits, V> stalls[Shape::ports][causes];  // by output
  Counter<1, V> flits[channels], busy[channels];
  Counter<1, V> injection_tails, injection_stalls;  // injection stalls wait for a credit
  Level<level_bits, V> levels[Shape::ports];        // by input
};

}  // namespace torusim::dense
