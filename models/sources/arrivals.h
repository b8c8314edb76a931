#pragma once
/// The injection process of a node: Bernoulli or bursty.
///
/// Bernoulli: the node creates a packet in every cycle with probability load / mean packet length. Bursty: a
/// Markov chain has the states on and off. State on is a Bernoulli process of the load `peak`; state off
/// creates no packets. The mean time on is given, and the mean time off follows from the load.

#include <string>
#include <string_view>

#include "models/contract/hardware.h"
#include "models/sources/node_random.h"

namespace torusim {

/// `bernoulli`, or `bursty:CYCLES[:PEAK]`.
struct ArrivalKind {
  bool bursty = false;
  int burst = 0;    ///< bursty: mean cycles on, >= 1
  double peak = 1;  ///< bursty: load while on, flits a cycle

  /// Throws UsageError, whose text is `must be ..`.
  static ArrivalKind parse(std::string_view text);
  /// The process in the form that parse() reads.
  std::string text() const;
  /// The highest possible load with packets of this mean length: one packet per cycle, or for bursts the
  /// peak with one cycle off between two bursts.
  double highest_load(double mean_flits) const;
};

class Arrivals {
 public:
  /// The burst state of a node.
  struct State {
    Cycle on_until = -1;  // last cycle of the burst
  };

  /// `load` is in flits per node and cycle, > 0 and at most kind.highest_load().
  Arrivals(const ArrivalKind& kind, double load, double mean_flits);

  /// The state before cycle 0, which is on with the stationary probability.
  State begin(NodeRandom& random) const;
  /// The cycle of the first packet after cycle `after` (-1 at the start).
  Cycle next(State& state, NodeRandom& random, Cycle after) const {
    const Cycle made = after + packet_.draw(random);
    return bursty_ ? next_in_bursts(state, random, after, made) : made;
  }

 private:
  Cycle next_in_bursts(State& state, NodeRandom& random, Cycle after, Cycle made) const;

  bool bursty_;
  Geometric packet_;     // cycles to the next packet (bursty: counting cycles on)
  Geometric end_;        // cycles of a burst
  Geometric begin_;      // cycles off
  double share_on_ = 1;  // stationary probability of state on
};

}  // namespace torusim
