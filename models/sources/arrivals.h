#pragma once
/// When a node makes its packets: Bernoulli, or in bursts.
///
/// Bernoulli: in every cycle a packet with the same probability, load / mean length of a packet. Bursty: a
/// Markov chain of two states, on and off; while on, a Bernoulli process of the load `peak`, while off
/// nothing. The mean time on is given, the mean time off follows from the load.

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

  /// Throws UsageError `must be ..`.
  static ArrivalKind parse(std::string_view text);
  /// In the form that parse() reads.
  std::string text() const;
  /// The highest load that can be offered with packets of this mean length: one packet a cycle, and of
  /// bursts the peak with one cycle off between two.
  double highest_load(double mean_flits) const;
};

class Arrivals {
 public:
  /// Where in a burst a node is.
  struct State {
    Cycle on_until = -1;  // last cycle of the burst
  };

  /// `load` in flits a node and cycle, > 0 and at most kind.highest_load().
  Arrivals(const ArrivalKind& kind, double load, double mean_flits);

  /// The state before cycle 0: on with the probability that it has in the long run.
  State begin(NodeRandom& random) const;
  /// The cycle of the first packet after cycle `after` (-1 at the start).
  Cycle next(State& state, NodeRandom& random, Cycle after) const;

 private:
  bool bursty_;
  Geometric packet_;     // cycles to the next packet (bursty: of those that are on)
  Geometric end_;        // cycles of a burst
  Geometric begin_;      // cycles off
  double share_on_ = 1;  // in the long run
};

}  // namespace torusim
