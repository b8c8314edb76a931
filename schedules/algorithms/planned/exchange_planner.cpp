#include "schedules/algorithms/planned/exchange_planner.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "schedules/algorithms/planned/slot_search.h"
#include "schedules/core/interruption.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kDetour = 2;  // hops of a way beyond those of a shortest path; one more for each further phase
constexpr int kTries = 12;  // with other seeds, as long as the bound is not reached
constexpr NodeId kMostPlannedTwice = 128;  // invariant networks up to this size are also planned pair by pair
constexpr std::int64_t kMostSteps = 3'000'000'000;  // visits of links by one search
constexpr std::int64_t kMostRetried = 100'000'000;  // visits of links after which no other seed is tried
constexpr std::int64_t kManySteps = 200'000'000;    // visits of links after which 1 / kNear more is enough
constexpr std::int64_t kLinkParts = 1 << 20;        // of the capacity of a link of rate 1
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

constexpr std::int32_t kStays = -1;  // a block takes no link in a phase

/// Source and destination of a block.
struct Pair {
  NodeId source = 0, destination = 0;
};

/// The search for one plan. A slot is a link in a phase; a way of a block is its link in each phase. If all
/// nodes are alike, a slot is a port in a phase, and the blocks are those of node 0.
class ExchangeSearch : public SlotSearch {
 public:
  /// `alike`: plans the blocks of one source, on a network whose nodes are all alike.
  ExchangeSearch(const LiveLinks& links, bool alike, int phases, int detour, std::uint64_t seed)
      : SlotSearch(phases, seed, kMostSteps, kManySteps),
        links_(links),
        alike_(alike),
        phases_(phases),
        detour_(detour),
        slots_per_phase_(alike ? links.ports() : std::size_t(links.nodes()) * links.ports()) {
    for (std::size_t at = 0; at < phases * slots_per_phase_; ++at) {
      add_slot(static_cast<int>(at / slots_per_phase_),
               links.interval(static_cast<std::int32_t>(at % slots_per_phase_)));
    }
    for (const NodeId source : links.live()) {
      for (const NodeId to : links.live()) {
        if (to != source) pairs_.push_back({source, to});
      }
      if (alike) break;
    }
    std::ranges::sort(pairs_, {}, [&](const Pair& pair) {
      const std::uint64_t key =
          mix_bits(seed * kMixStep + std::uint64_t(pair.source) * links.nodes() + pair.destination);
      return std::tuple(-distance(pair), key, pair.source, pair.destination);
    });
    ways_.assign(pairs_.size() * phases_, kStays);
    cost_.assign(std::size_t(phases + 1) * links.nodes(), kFar);
    came_.resize(cost_.size());
    valid_.assign(links.nodes(), 0);
  }

  HopPlan run(std::int64_t bound) {
    spread();
    lower(bound);
    return plan();
  }

 private:
  int distance(const Pair& pair) const { return links_.distance(pair.source, pair.destination); }
  std::size_t slot(int phase, std::int32_t channel) const {
    return phase * slots_per_phase_ + (alike_ ? channel % links_.ports() : channel);
  }

  /// Gives every pair a way, longest distance first, by a cost that grows fast with the load; then a second
  /// one beside all others.
  void spread() {
    std::int64_t hops = 0;
    for (const Pair& pair : pairs_) hops += distance(pair);
    std::int64_t slots = 0;  // in parts, as those of a slow link count less
    for (std::size_t at = 0; at < load_.size(); ++at) slots += kLinkParts / interval_[at];
    even_ = std::max<std::int64_t>(1, (hops * kLinkParts + slots - 1) / slots);
    const auto steep = [&](std::size_t at) {
      const std::int64_t x = std::min<std::int64_t>((load_[at] + interval_[at]) * 32 / even_, 255);
      return 1 + x * x * x * x * x * x / 1024;
    };
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (round > 0) take_out(i);
        route(i, steep);
        Interruptible::check();
      }
    }
  }

  void begin() override {
    changed_.clear();
    was_changed_.assign(pairs_.size(), false);
  }
  void undo() override {
    for (std::size_t i = changed_.size(); i-- > 0;) {
      take_out(changed_[i].first);
      std::ranges::copy(changed_[i].second, ways_.begin() + changed_[i].first * phases_);
      put_in(changed_[i].first);
    }
  }
  void move(std::uint32_t i, std::size_t) override {
    if (!was_changed_[i]) {
      was_changed_[i] = true;
      changed_.emplace_back(i, std::vector(ways_.begin() + i * phases_, ways_.begin() + (i + 1) * phases_));
    }
    take_out(i);
    route(i, [&](std::size_t slot) { return price(slot); });
  }

  void take_out(std::size_t i) { walk(i, false); }
  void put_in(std::size_t i) { walk(i, true); }
  void walk(std::size_t i, bool in) {
    for (int phase = 0; phase < phases_; ++phase) {
      const std::int32_t channel = ways_[i * phases_ + phase];
      if (channel == kStays) continue;
      const auto item = static_cast<std::uint32_t>(i);
      in ? put(item, slot(phase, channel)) : take(item, slot(phase, channel));
    }
  }

  /// Puts the pair on the cheapest way, whose links cost `price(slot)` each.
  template <typename Price>
  void route(std::size_t i, const Price& price) {
    const Pair pair = pairs_[i];
    const int most = std::min(phases_, distance(pair) + detour_);
    near_.clear();
    for (NodeId node = 0; node < links_.nodes(); ++node) {
      const int along = links_.distance(pair.source, node) + links_.distance(node, pair.destination);
      valid_[node] = along <= most;
      if (valid_[node]) near_.push_back(node);
    }
    const auto nodes = static_cast<std::size_t>(links_.nodes());
    for (const NodeId node : near_) cost_[node] = kFar;
    cost_[pair.source] = 0;
    for (int phase = 0; phase < phases_; ++phase) {
      const std::int64_t* const before = cost_.data() + phase * nodes;
      std::int64_t* const after = cost_.data() + (phase + 1) * nodes;
      std::int32_t* const came = came_.data() + (phase + 1) * nodes;
      for (const NodeId node : near_) {
        after[node] = before[node];
        came[node] = kStays;
      }
      for (const NodeId node : near_) {
        if (before[node] == kFar) continue;
        for (const LiveLink& link : links_.out_of(node)) {
          if (!valid_[link.to] || links_.distance(link.to, pair.destination) > phases_ - phase - 1) continue;
          ++steps_;
          const std::int64_t cost = before[node] + price(slot(phase, link.channel));
          if (cost >= after[link.to]) continue;
          after[link.to] = cost;
          came[link.to] = link.channel;
        }
      }
    }
    NodeId at = pair.destination;
    for (int phase = phases_; phase > 0; --phase) {
      const std::int32_t channel = came_[phase * nodes + at];
      ways_[i * phases_ + phase - 1] = channel;
      if (channel != kStays) at = channel / links_.ports();
    }
    put_in(i);
  }

  HopPlan plan() const {
    HopPlan plan{phases_, alike_, {}};
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      for (int phase = 0; phase < phases_; ++phase) {
        const std::int32_t channel = ways_[i * phases_ + phase];
        if (channel == kStays) continue;
        plan.hops.push_back(
            {phase, alike_ ? channel % links_.ports() : channel, block(pairs_[i], channel / links_.ports())});
      }
    }
    plan.settle(links_);
    return plan;
  }
  /// The block, moved so that `sender` becomes node 0 if all nodes are alike.
  Block block(const Pair& pair, NodeId sender) const {
    if (!alike_) return {pair.source, pair.destination};
    const Topology& topology = links_.topology();
    const NodeId back = links_.opposite_node(sender);
    return {topology.translated(pair.source, back), topology.translated(pair.destination, back)};
  }

  const LiveLinks& links_;
  const bool alike_;
  const int phases_, detour_;
  std::size_t slots_per_phase_;
  std::vector<Pair> pairs_;
  std::vector<std::int32_t> ways_;  // [pair][phase]: channel or kStays
  std::int64_t even_ = 1;
  std::vector<std::pair<std::size_t, std::vector<std::int32_t>>> changed_;
  std::vector<bool> was_changed_;
  std::vector<std::int64_t> cost_;  // [phase][node]
  std::vector<std::int32_t> came_;  // [phase][node]
  std::vector<std::uint8_t> valid_;
  std::vector<NodeId> near_;
};

}  // namespace

HopPlan plan_exchange(const LiveLinks& links, int phases, std::int64_t bound, std::uint64_t seed) {
  HopPlan best;
  std::int64_t steps = 0;
  // One source cannot send half of its blocks for the far side of a ring each way; all of them together can.
  const bool both = links.invariant() && links.nodes() <= kMostPlannedTwice;
  for (const bool alike : {true, false}) {
    if (alike != links.invariant() && !both) continue;
    for (int tries = 0; tries < kTries; ++tries) {
      ExchangeSearch search(links, alike, phases, kDetour + phases - links.diameter(), seed + tries);
      HopPlan plan = search.run(bound);
      if (best.phases == 0 || plan.blocks() < best.blocks()) best = std::move(plan);
      steps += search.steps();
      if (best.blocks() <= bound) return best;
      if (steps > kMostRetried) break;
    }
  }
  return best;
}

}  // namespace torusim::planned
