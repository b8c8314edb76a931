#pragma once
/// Complete exchange by pairs of nodes, one message sent and one received by a node in a step.
/// Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Section 3.
///
/// The algorithms know node numbers only, so they run on any topology; the paper's meshes are numbered as
/// Topology numbers them: "16 x 32" is mesh:16x32, 16 rows of 32, and row and column of a node are its x and
/// y. The messages of a step share channels: how many is the point of the paper (schedules/core/link_load.h).

#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/half_ring.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Whom node s sends its block to in step j, on p nodes; q is the smallest power of two >= p.
enum class PairwiseRule {
  kPex,          ///< s xor j, j < p; p a power of two (Figure 1)
  kPexGen,       ///< s xor j, j < q, where that is a node (Figure 2)
  kPexGenShift,  ///< the same with s + floor((q - p) / 2) in place of s, so that the idle steps spread
                 ///< (Figure 4)
  kGen,          ///< (s + j) mod p, j < p (Figure 5)
};

/// In Figure 4, "mod(mynumber + shift, p)" is a misprint: the text numbers 20 nodes 6 to 25, so nothing is
/// reduced there.
class PairwiseExchange : public Schedule {
 public:
  /// Steps are named "J1", "J2", .. Routes are the paper's XY routing, first along the row: the last
  /// coordinate first, each dimension the shorter way. Throws InputError for kPex on nodes that are not a
  /// power of two. The paper has no rings, so none with two shortest ways: `tie`.
  PairwiseExchange(PairwiseRule rule, HalfRing tie, std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

  /// "pex", "pex-gen", "pex-gen-shift", "gen".
  static const char* name(PairwiseRule rule);

 private:
  /// The node that `source` sends to in this step; past the last node, or negative, if it is idle.
  std::int64_t partner(NodeId source) const;
  Route route(NodeId from, NodeId to) const;

  PairwiseRule rule_;
  HalfRing tie_;
  std::int64_t shift_ = 0;  ///< what kPexGenShift adds to node numbers
  ScheduleInfo info_;
  int step_ = 0;
};

/// pex, pex-gen, pex-gen-shift and gen.
std::vector<Algorithm> pairwise_algorithms();

}  // namespace torusim
