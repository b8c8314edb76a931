#pragma once
/// What a schedule costs in the time model of the papers, and the least that any schedule could cost.
///
/// Model: phases run one after the other; a phase takes t_s + m b t_x, m the blocks of its largest message, b
/// the flits of a block, t_s the startup time and t_x the time of a flit. Lower bounds as in Tseng, Ni, Sheu:
/// Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section 6 (Lemma 8), and for other shapes by
/// counting.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

struct PhaseSummary {
  std::string name;
  std::int64_t messages = 0;
  std::int64_t max_blocks = 0;    ///< in the largest message
  std::int64_t total_blocks = 0;  ///< in all messages
  int max_hops = 0;               ///< of the longest route
};

PhaseSummary summarize(const Topology& topology, const Phase& phase);
/// All phases; leaves the schedule rewound.
std::vector<PhaseSummary> summarize(Schedule& schedule);

struct Cost {
  std::int64_t startups = 0;  ///< phases, in units of t_s
  std::int64_t blocks = 0;    ///< sum of the largest messages, in units of b t_x

  /// Time in the unit of t_s and t_x; `block_flits` is b.
  double time(double t_s, double t_x, double block_flits) const;
  bool operator==(const Cost&) const = default;
};

Cost cost(std::span<const PhaseSummary> phases);

/// Least costs of a collective on a topology; those in blocks in units of b t_x, as Cost::blocks is.
struct LowerBounds {
  std::int64_t startups = 0;    ///< ceil(log_{ports+1} N): a node's block reaches that many nodes at most
  double injection_blocks = 0;  ///< what a node must send, or receive, through its ports and links
  double link_blocks = 0;       ///< channels that all blocks need together / channels that there are
  double dimension_blocks =
      0;                  ///< the same for the worst single dimension, which counts on non-square shapes
  double cut_blocks = 0;  ///< blocks that cross the middle of a dimension (of messages: the worst of
                          ///< several cuts) / channels that do
  /// The largest bound in blocks.
  double blocks() const;
};

/// A block of a complete exchange needs as many channels as its way is long; a packet that is copied needs
/// one for every node that gets it, and in a dimension one for every layer but its own. A chunk that is
/// reduced needs as many as the packet that is copied in reverse, of an all-reduce twice as many.
LowerBounds lower_bounds(const Topology& topology, int ports = 1, const Collective& collective = {});

/// Of what a schedule performs. For messages, whose purpose is not known, the least that any schedule of the
/// same messages costs: `startups` is the most that a node must send, or receive, over its ports; the cuts
/// are those of schedules/core/layer_cuts.h. Nodes have `ports` ports, 0: as many as the schedule. Leaves the
/// schedule rewound.
LowerBounds lower_bounds(Schedule& schedule, int ports = 0);

}  // namespace torusim
