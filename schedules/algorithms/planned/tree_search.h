#pragma once
/// One attempt at a plan of trees: packets spread phase by phase, the rarest first.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "schedules/algorithms/planned/deadlines.h"
#include "schedules/algorithms/planned/hop_plan.h"
#include "schedules/algorithms/planned/tree_problem.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {

/// The search for one plan. On a network whose nodes are all alike only node 0 is planned, and its neighbours
/// hold what it holds, moved.
class TreeSearch {
 public:
  static constexpr std::int64_t kNotRun = std::numeric_limits<std::int64_t>::max();

  explicit TreeSearch(const TreeProblem& problem)
      : problem_(problem),
        links_(problem.links),
        deadlines_(problem),
        alike_(links_.invariant() && problem.owners.size() > 1),
        chunks_(problem.owners.size() * problem.pieces) {}

  /// `budgets[phase]`: blocks that a link carries at most.
  std::optional<HopPlan> run(const std::vector<int>& budgets, std::uint64_t seed);

  /// Chunks that nodes lack at the end of the last run; kNotRun: its phases reach not all nodes.
  std::int64_t lacking() const { return lacking_; }
  /// Chunks that nodes could choose from so far.
  std::int64_t steps() const { return steps_; }

 private:
  using Bits = std::vector<std::uint64_t>;
  struct Candidate {
    std::uint64_t rank;  // holders of the chunk; one that has no phase to spare comes before all others
    std::uint64_t random;
    std::uint32_t chunk;
    std::uint32_t links;  // places in the list of links of the node
    bool operator>(const Candidate& other) const {
      if (rank != other.rank) return rank > other.rank;
      return random != other.random ? random > other.random : chunk > other.chunk;
    }
  };

  std::uint64_t random(std::uint64_t a, std::uint64_t b) const {
    return mix_bits(mix_bits(seed_ * kMixStep + phase_) + a * kMixStep + mix_bits(b + 1));
  }

  void start();

  /// What nodes hold when the phase begins.
  void take_snapshot();
  const Bits& before(NodeId node, std::size_t link) const {
    return alike_ ? before_[link] : before_[links_.into(node)[link].from];
  }
  NodeId owner_of(std::size_t chunk) const {
    return problem_.owners[chunk / static_cast<std::size_t>(problem_.pieces)];
  }

  /// The last phase in which the chunk may reach the node.
  int deadline(std::size_t chunk, NodeId node) const {
    const std::size_t owner = chunk / static_cast<std::size_t>(problem_.pieces);
    return alike_ ? deadlines_.of(0, links_.opposite_node(static_cast<NodeId>(owner)))
                  : deadlines_.of(owner, node);
  }

  /// Picks the links of the phase, with fewer ports than links: as many as have something to carry.
  void pair_up();
  /// All nodes receive from the same directions, so that each also sends in as many.
  void pick_links_of_node_0();
  /// Holders of the rarest chunk that the link can bring the node; 0: it can bring none.
  int rarest_news(NodeId node, std::size_t link) const;

  /// Gives the node as many chunks as its links carry, those first that must come now or that few have.
  void serve(NodeId node, int budget);

  Hop hop(const LiveLink& link, std::size_t chunk) const;

  const TreeProblem& problem_;
  const LiveLinks& links_;
  Deadlines deadlines_;
  const bool alike_;
  const std::size_t chunks_;
  int phases_ = 0, phase_ = 0;
  std::int64_t lacking_ = 0, steps_ = 0;
  std::uint64_t seed_ = 0;
  HopPlan plan_;
  std::vector<Bits> held_, before_;       // [node]; before_ of nodes that are alike: [link into node 0]
  std::vector<std::size_t> counts_;       // [node]: chunks that it holds
  std::vector<int> holders_;              // [chunk]
  std::vector<std::uint32_t> chosen_;     // [node]: links that carry something in this phase
  std::array<std::uint64_t, 32> theirs_;  // [link into the node]: 64 chunks that it can bring
  std::vector<Candidate> candidates_;
};

}  // namespace torusim::planned
