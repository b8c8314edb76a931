#include "schedules/algorithms/broadcast/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "schedules/algorithms/broadcast/flow_step.h"
#include "schedules/core/error.h"
#include "schedules/formulas/collective_closed_forms.h"

namespace torusim::broadcast {
namespace {

/// Hands out nodes, always one that is farthest from owners and receivers, so that owners stay spread out and
/// have room to send in the next step. Which of several is random.
class FarthestFirst {
 public:
  /// `strays`: one node in 16 is any node instead.
  FarthestFirst(const ChannelMap& channels, const std::vector<bool>& owners, bool strays,
                std::mt19937_64& random)
      : channels_(channels),
        strays_(strays),
        random_(random),
        distance_(owners.size(), kFar),
        taken_(owners) {
    for (std::size_t node = 0; node < owners.size(); ++node) {
      if (owners[node]) approach(static_cast<NodeId>(node));
    }
    for (std::size_t node = 0; node < owners.size(); ++node) {
      if (!owners[node]) file(static_cast<NodeId>(node));
    }
  }

  /// kNone when there is none left.
  NodeId take() {
    while (!buckets_.empty()) {
      if (buckets_.back().empty()) {
        buckets_.pop_back();
        continue;
      }
      const std::size_t distance = choose_bucket();
      std::vector<NodeId>& bucket = buckets_[distance];
      std::swap(bucket[random_() % bucket.size()], bucket.back());
      const NodeId node = bucket.back();
      bucket.pop_back();
      if (taken_[node]) continue;
      if (distance_[node] != static_cast<int>(distance)) {
        file(node);
        continue;
      }
      taken_[node] = true;
      return node;
    }
    return ChannelMap::kNone;
  }

  /// `node` owns the message or receives it.
  void approach(NodeId node) {
    distance_[node] = 0;
    queue_.assign(1, node);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const NodeId at = queue_[i];
      for (int port = 0; port < channels_.ports(); ++port) {
        const NodeId to = channels_.neighbor(at, port);
        if (to == ChannelMap::kNone || distance_[to] <= distance_[at] + 1) continue;
        distance_[to] = distance_[at] + 1;
        queue_.push_back(to);
      }
    }
  }

 private:
  static constexpr int kFar = 1 << 30;

  std::size_t choose_bucket() {
    std::size_t distance = buckets_.size() - 1;
    if (strays_ && random_() % 16 == 0) {
      do distance = random_() % buckets_.size();
      while (buckets_[distance].empty());
    }
    return distance;
  }

  void file(NodeId node) {
    if (buckets_.size() <= static_cast<std::size_t>(distance_[node])) buckets_.resize(distance_[node] + 1);
    buckets_[distance_[node]].push_back(node);
  }

  const ChannelMap& channels_;
  bool strays_;
  std::mt19937_64& random_;
  std::vector<int> distance_;  // [node]: links to the nearest owner or receiver
  std::vector<bool> taken_;
  std::vector<std::vector<NodeId>> buckets_;  // [distance]; a node may be in one that it has left
  std::vector<NodeId> queue_;
};

std::optional<std::vector<Send>> farthest_step(const ChannelMap& channels, const std::vector<bool>& owners,
                                               int alpha, bool strays, std::mt19937_64& random) {
  FlowStep flow(channels, owners, alpha);
  FarthestFirst order(channels, owners, strays, random);
  for (NodeId node; (node = order.take()) != ChannelMap::kNone;) {
    if (flow.reach(node)) order.approach(node);
  }
  return flow.sends();
}

/// A schedule of less than `limit` steps, if the random order leads to one.
std::optional<Plan> attempt(const ChannelMap& channels, NodeId source, int alpha, std::size_t limit,
                            std::uint64_t seed) {
  // On narrow tori the farthest nodes are sometimes the wrong ones; elsewhere strays only do harm.
  const bool strays = seed % 4 == 3;
  std::mt19937_64 random(seed);
  std::vector<bool> owners(channels.nodes());
  owners[source] = true;
  Plan plan;
  for (NodeId reached = 1; reached < channels.nodes();) {
    if (plan.size() + 1 == limit) return std::nullopt;
    auto sends = farthest_step(channels, owners, alpha, strays, random);
    if (!sends) return std::nullopt;
    for (const Send& send : *sends) owners[send.to] = true;
    reached += static_cast<NodeId>(sends->size());
    plan.push_back({fmt::format("F{}", plan.size() + 1), std::move(*sends)});
  }
  return plan;
}

}  // namespace

Plan synthesise(const Topology& topology, NodeId source, int alpha) {
  // Most shapes need one or two; the hardest, as many as a second or so allows.
  const int attempts = std::clamp(1'000'000 / topology.nodes(), 20, 2000);
  const ChannelMap channels(topology);
  const int bound = broadcast_lower_bound(topology, alpha);
  Plan best;
  for (int i = 0; i < attempts; ++i) {
    const std::size_t limit = best.empty() ? std::size_t(topology.nodes()) : best.size();
    if (auto plan = attempt(channels, source, alpha, limit, i)) best = std::move(*plan);
    if (!best.empty() && static_cast<int>(best.size()) <= bound) break;
  }
  if (best.empty()) {
    throw InputError(
        fmt::format("broadcast on {} with {} ports: none of {} attempts kept all routes within {} runs",
                    topology.name(), alpha, attempts, int{Route::kMaxRuns}));
  }
  return best;
}

std::optional<Step> finish_in_one_step(const Topology& topology, const std::vector<bool>& owners, int alpha) {
  const ChannelMap channels(topology);
  FlowStep flow(channels, owners, alpha);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (!owners[node] && !flow.reach(node)) return std::nullopt;
  }
  auto sends = flow.sends();
  if (!sends) return std::nullopt;
  return Step{"F1", std::move(*sends)};
}

}  // namespace torusim::broadcast
