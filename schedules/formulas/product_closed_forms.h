#pragma once
/// Distances, bounds and times of total exchange on products of lines, in closed form. Dimakopoulos,
/// Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks: status and average
/// distance (Theorem 1, Corollaries 1 and 2), bounds (3) and (4), and the steps of A1 and A2.
///
/// Unit: steps of the store-and-forward model, in which a message of one unit crosses one channel. The bounds
/// hold for any schedule of single hops; worms that pass several channels in a phase are bound by
/// lower_bounds() (cost.h).

#include <cstdint>
#include <optional>
#include <string>

#include "schedules/core/topology.h"

namespace torusim {

/// The number of messages that a node sends, and receives, at a time.
enum class PortModel {
  kOnePort,  ///< one
  kAllPort,  ///< one message over every channel
};

/// An exact quotient in lowest terms.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  static Ratio of(std::int64_t numerator, std::int64_t denominator);
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  std::int64_t rounded_up() const { return (numerator + denominator - 1) / denominator; }
  /// `20/11`; a whole number as it is.
  std::string text() const;
  bool operator==(const Ratio&) const = default;
};

/// s(v), Theorem 1: the sum of the distances from a node to all others.
std::int64_t status(const Topology& topology, NodeId node);
/// S_G: the sum of all nodes' status, which is the number of channels that all messages must cross.
std::int64_t total_status(const Topology& topology);
/// AS(G), Corollary 2, which is bound (3): a one-port network passes N messages a step.
Ratio average_status(const Topology& topology);
/// AD, Corollary 1: the mean distance of two different nodes.
Ratio average_distance(const Topology& topology);
/// Bound (4) for all-port networks, at its best among the cuts through the middle of one dimension:
/// |V1| |V2| over the channels that lead from one part to the other.
Ratio middle_cut_bound(const Topology& topology);

/// T, the steps of line_exchange(). For a graph that is no line this is a bound, rounded up, and the exchange
/// may need more steps. The bound is (3); all-port the mean load of a channel, and (4) between the two halves
/// of the node numbers.
std::int64_t line_exchange_steps(const Dimension& line, PortModel ports);
/// Corollary 3: T of A1 with line_exchange() on its dimensions.
std::int64_t a1_steps(const Topology& topology, PortModel ports);
/// Theorem 4 and Corollary 4, extended to halves that differ (Section 6): T of A2. Nullopt where A2 does not
/// run.
std::optional<std::int64_t> a2_steps(const Topology& topology);

}  // namespace torusim
