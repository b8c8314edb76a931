// Plans of gossips through stations. All nodes get every chunk by one message, from a node that had it
// before.
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "schedules/algorithms/planned/slot_search.h"
#include "schedules/algorithms/planned/station_phases.h"
#include "schedules/algorithms/planned/tree_planner.h"
#include "schedules/core/interruption.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kSpreads = 4;
constexpr int kPlans = 4;                          // through different sets of phases
constexpr NodeId kMostSets = 24, kFewestSets = 4;  // that are tried, on few nodes and on many
constexpr std::int64_t kMostVisits = 30'000'000;   // of messages by all plans
constexpr std::int32_t kOwn = -1;                  // a node has the chunk from the beginning
constexpr std::int32_t kNone = -2;

/// The search for one plan. A slot is a message, its items are chunks.
class ThroughSearch : public SlotSearch {
 public:
  ThroughSearch(const TreeProblem& problem, const std::vector<StraightMessage>& messages, int phases,
                std::uint64_t seed)
      : SlotSearch(phases, seed, kMostVisits / kPlans, kMostVisits),
        problem_(problem),
        messages_(messages),
        phases_(phases),
        nodes_(problem.links.nodes()),
        chunks_(problem.owners.size() * problem.pieces),
        into_(nodes_),
        out_of_(nodes_),
        by_(chunks_ * nodes_, kNone) {
    for (std::size_t m = 0; m < messages.size(); ++m) {
      add_slot(messages[m].phase, messages[m].interval);
      into_[messages[m].to].push_back(static_cast<std::int32_t>(m));
      out_of_[messages[m].from].push_back(static_cast<std::int32_t>(m));
    }
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) by(chunk, owner_of(chunk)) = kOwn;
  }

  HopPlan run(std::int64_t bound) {
    start();
    spread();
    lower(bound);
    return plan();
  }

 private:
  NodeId owner_of(std::size_t chunk) const { return problem_.owners[chunk / std::size_t(problem_.pieces)]; }
  /// The message that brings the chunk.
  std::int32_t& by(std::size_t chunk, NodeId node) { return by_[chunk * nodes_ + node]; }
  /// The phase in which the node gets the chunk.
  int comes(std::size_t chunk, NodeId node) {
    const std::int32_t m = by(chunk, node);
    return m >= 0 ? messages_[m].phase : m == kOwn ? -1 : phases_;
  }
  /// The first phase in which the node sends the chunk.
  int leaves(std::size_t chunk, NodeId node) {
    for (const std::int32_t m : out_of_[node]) {
      ++steps_;
      if (by(chunk, messages_[m].to) == m) return messages_[m].phase;
    }
    return phases_;
  }

  /// Every chunk comes in the first phase in which it can.
  void start() {
    for (int phase = 0; phase < phases_; ++phase) {
      for (const NodeId node : problem_.links.live()) {
        for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
          if (comes(chunk, node) == phases_) bring(chunk, node, phase + 1, [&](auto m) { return load_[m]; });
        }
      }
    }
  }

  /// Puts the chunk on the cheapest message before phase `end`, if there is one.
  template <typename Price>
  void bring(std::size_t chunk, NodeId node, int end, const Price& price_of) {
    std::int32_t best = kNone;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const std::int32_t m : into_[node]) {
      ++steps_;
      if (messages_[m].phase >= end) break;
      if (comes(chunk, messages_[m].from) >= messages_[m].phase) continue;
      const std::int64_t cost = price_of(m);
      if (cost < least) best = m, least = cost;
    }
    by(chunk, node) = best;
    if (best != kNone) put(static_cast<std::uint32_t>(chunk), best);
  }
  void drop(std::size_t chunk, NodeId node) {
    take(static_cast<std::uint32_t>(chunk), by(chunk, node));
    by(chunk, node) = kNone;
  }

  /// Brings every chunk again, in a random order, at a cost that grows fast with the load.
  void spread() {
    const std::int64_t even = std::max<std::int64_t>(1, std::int64_t(by_.size() / messages_.size()));
    std::vector<std::uint32_t> order(by_.size());
    std::iota(order.begin(), order.end(), 0);
    for (int round = 0; round < kSpreads; ++round) {
      for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random() % left]);
      for (const std::uint32_t i : order) {
        const std::size_t chunk = i / nodes_;
        const auto node = static_cast<NodeId>(i % nodes_);
        if (by(chunk, node) < 0) continue;
        const int end = leaves(chunk, node);
        drop(chunk, node);
        bring(chunk, node, end, [&](std::int32_t m) {
          const std::int64_t x = std::min<std::int64_t>((load_[m] + interval_[m]) * 32 / even, 255);
          return x * x * x * x;
        });
        Interruptible::check();
      }
    }
  }

  void begin() override { changed_.clear(); }
  void move(std::uint32_t chunk, std::size_t slot) override {
    const NodeId node = messages_[slot].to;
    changed_.emplace_back(chunk, static_cast<std::int32_t>(slot));
    const int end = leaves(chunk, node);
    drop(chunk, node);
    bring(chunk, node, end, [&](std::int32_t m) { return price(m); });
  }
  void undo() override {
    for (std::size_t i = changed_.size(); i-- > 0;) {
      const auto& [chunk, m] = changed_[i];
      drop(chunk, messages_[m].to);
      by(chunk, messages_[m].to) = m;
      put(chunk, m);
    }
  }

  HopPlan plan() const {
    HopPlan plan{phases_, false, {}};
    plan.reach.assign(phases_ * nodes_ * problem_.links.ports(), 1);
    for (std::size_t m = 0; m < messages_.size(); ++m) {
      const StraightMessage& message = messages_[m];
      plan.reach[message.phase * nodes_ * problem_.links.ports() + message.channel] =
          static_cast<std::uint8_t>(message.hops);
      for (const std::uint32_t chunk : users_[m]) {
        const auto piece = static_cast<NodeId>(chunk % problem_.pieces);
        plan.hops.push_back({message.phase, message.channel, {owner_of(chunk), piece}});
      }
    }
    plan.settle(problem_.links);
    return plan;
  }

  const TreeProblem& problem_;
  const std::vector<StraightMessage>& messages_;
  const int phases_;
  std::size_t nodes_, chunks_;
  std::vector<std::vector<std::int32_t>> into_, out_of_;  // [node]: messages, by phase
  std::vector<std::int32_t> by_;                          // [chunk][node]
  std::vector<std::pair<std::uint32_t, std::int32_t>> changed_;
};

}  // namespace

std::optional<HopPlan> trees_through_stations(const TreeProblem& problem, const TreeBounds& bounds,
                                              int phases) {
  std::optional<HopPlan> best;
  std::int64_t steps = 0;
  const int sets = std::clamp(1536 / problem.links.nodes(), kFewestSets, kMostSets);
  for (int tries = 0, plans = 0; tries < sets && plans < kPlans && steps < kMostVisits; ++tries) {
    const auto messages = station_phases(problem.links, phases, problem.seed + tries);
    if (!messages) continue;
    ThroughSearch search(problem, *messages, phases, problem.seed);
    HopPlan plan = search.run(bounds.blocks());
    steps += search.steps();
    ++plans;
    if (!best || plan.blocks() < best->blocks()) best = std::move(plan);
  }
  return best;
}

}  // namespace torusim::planned
