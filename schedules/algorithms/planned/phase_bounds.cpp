// What all-gathers need whose links carry whole blocks, in phases of single hops.
#include <algorithm>
#include <set>

#include "schedules/algorithms/planned/chunk_flow.h"
#include "schedules/algorithms/planned/tree_planner.h"

namespace torusim::planned {
namespace {

constexpr std::int64_t kMostArcs = 50'000'000;   // arcs of the flows that a bound looks at
constexpr std::int64_t kLongestInPhases = 1000;  // times for which phases are looked for

/// Searches times of phases in which an all-gather could end. The search looks at flows to single nodes, so
/// it may find times in which there is no plan. Where it finds none, there is no plan:
///
/// - In a plan whose messages take one hop, the chunks arrive at a node over different places on the links of
///   the phases. They are a flow (chunk_flow.h) of all chunks to this node.
/// - Phases that are joined to one, in which chunks take any number of hops, have no smaller flows. So no
///   plan begins with phases that leave some node too small a flow when the rest of the time is one phase.
/// - A phase has no larger flows than two phases in which each link carries as many blocks together. So only
///   phases count that cannot be divided in this way: of 1 and 4, where links have the intervals 1 and 4.
class PhaseTimes {
 public:
  explicit PhaseTimes(const TreeProblem& problem)
      : links_(problem.links),
        flow_(links_, problem.owners, problem.pieces),
        wanted_(static_cast<std::int64_t>(problem.owners.size()) * problem.pieces),
        nodes_(links_.live()) {
    if (links_.invariant()) nodes_.resize(1);
  }

  /// Every node gets all chunks in so much time, if chunks take any number of hops.
  bool exist_without_phases(std::int64_t time) {
    times_.clear();
    return allowed(time, true);
  }
  /// The search finds times of phases, or has taken too many steps.
  bool may_exist(std::int64_t time) {
    times_.clear();
    divide(time);
    return search(time);
  }

 private:
  void divide(std::int64_t time) {
    const std::set<int> intervals = links_.intervals();
    const auto loses = [&](int length, int part) {
      return std::ranges::any_of(intervals, [&](int r) {
        return r <= links_.slowest() && length / r > part / r + (length - part) / r;
      });
    };
    lengths_.clear();
    for (int length = *intervals.begin(); length <= time; ++length) {
      if (std::ranges::all_of(lengths_, [&](int part) { return loses(length, part); })) {
        lengths_.push_back(length);
      }
    }
  }

  /// Tries all lengths of the next phase.
  bool search(std::int64_t rest) {
    if (flow_.steps() > kMostArcs) return true;
    const bool ends = lengths_.empty() || rest < lengths_.front();
    // Phases of one length leave no choice, so the end decides.
    if ((ends || lengths_.size() > 1) && !allowed(rest, ends)) return false;
    if (ends) return true;
    std::size_t known = narrow_.size();
    for (const int length : lengths_) {
      if (length > rest) break;
      if (narrow_.size() > known && !allowed(rest, false)) break;
      known = narrow_.size();
      times_.push_back(length);
      const bool found = search(rest - length);
      times_.pop_back();
      if (found) return true;
    }
    return false;
  }

  /// The flows are large enough after the phases of `times_` and the rest of the time: those to the nodes
  /// that were too small once, or those to all nodes.
  bool allowed(std::int64_t rest, bool all) {
    flow_.set(times_, rest);
    for (auto node = narrow_.begin(); node != narrow_.end(); ++node) {
      if (flow_.into(*node) >= wanted_) continue;
      std::rotate(narrow_.begin(), node, node + 1);
      return false;
    }
    for (const NodeId node : all ? nodes_ : std::vector<NodeId>()) {
      if (std::ranges::find(narrow_, node) != narrow_.end() || flow_.into(node) >= wanted_) continue;
      narrow_.push_back(node);
      return false;
    }
    return true;
  }

  const LiveLinks& links_;
  ChunkFlow flow_;
  const std::int64_t wanted_;   // chunks in the end
  std::vector<NodeId> nodes_;   // one of those that are alike
  std::vector<NodeId> narrow_;  // with too small a flow once, the last first
  std::vector<int> lengths_;    // of phases that cannot be divided
  std::vector<int> times_;      // the phases so far
};

}  // namespace

BlockBounds bounds_by_flows(const TreeProblem& problem, std::int64_t least, const HopPlan& plan) {
  PhaseTimes times(problem);
  while (least < plan.blocks() && !times.exist_without_phases(least)) ++least;
  BlockBounds bounds{least, least};
  if (!plan.reach.empty() || least > kLongestInPhases) return bounds;
  while (bounds.of_phases < plan.blocks() && !times.may_exist(bounds.of_phases)) ++bounds.of_phases;
  return bounds;
}

}  // namespace torusim::planned
