#pragma once
/// The cost of a schedule in the time model of the papers, and lower bounds on the cost of any schedule.
///
/// Model: phases run one after the other; a phase takes t_s + m b t_x. Here m is the blocks of its largest
/// message, b the flits of a block, t_s the startup time and t_x the time of a flit. Lower bounds as in
/// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section 6 (Lemma 8), for other
/// shapes by counting.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

struct PhaseSummary {
  std::string name;
  std::int64_t messages = 0;
  std::int64_t max_blocks = 0;    ///< blocks of the largest message
  std::int64_t total_blocks = 0;  ///< blocks of all messages
  int max_hops = 0;               ///< hops of the longest route
};

PhaseSummary summarize(const Topology& topology, const Phase& phase);
/// Summarizes all phases; leaves the schedule rewound.
std::vector<PhaseSummary> summarize(Schedule& schedule);

struct Cost {
  std::int64_t startups = 0;  ///< phases, in units of t_s
  std::int64_t blocks = 0;    ///< sum of the largest messages, in units of b t_x

  /// Time in the unit of t_s and t_x; `block_flits` is b.
  double time(double t_s, double t_x, double block_flits) const;
  bool operator==(const Cost&) const = default;
};

Cost cost(std::span<const PhaseSummary> phases);

/// Least costs of a collective on a topology, on the nodes and channels that have not failed. Bounds in
/// blocks have the unit b t_x, as Cost::blocks has.
struct LowerBounds {
  std::int64_t startups = 0;    ///< ceil(log_{ports+1} N): a node's block reaches that many nodes at most
  double injection_blocks = 0;  ///< blocks that a node must send, or receive, for each of its ports and links
  double link_blocks = 0;       ///< channels that all blocks need together / channels of the network
  double dimension_blocks = 0;  ///< the quotient of the worst single dimension, larger on non-square shapes
  double cut_blocks = 0;        ///< blocks that cross the middle of a dimension (of messages: the worst of
                                ///< several cuts) / channels that do
  /// The largest bound in blocks.
  double blocks() const;
};

/// A block of a complete exchange needs a channel for every hop of a shortest path. A packet that is copied
/// needs a channel for every node that gets it, and in one dimension a channel for every layer but its own. A
/// chunk of a reduction needs as many channels as the packet of the reversed copy; in an all-reduce twice as
/// many.
LowerBounds lower_bounds(const Topology& topology, int ports = 1, const Collective& collective = {});

/// Bounds for the collective that a schedule performs. For messages, whose purpose is unknown, these are
/// bounds for any schedule of the same messages. `startups` is then the largest number of messages of a node,
/// sent or received, over its ports. The cuts are those of schedules/core/message_bounds.h. `ports` is the
/// ports of a node, 0: as many as in the schedule. Leaves the schedule rewound.
LowerBounds lower_bounds(Schedule& schedule, int ports = 0);

}  // namespace torusim
