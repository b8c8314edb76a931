#include "schedules/algorithms/broadcast/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "schedules/algorithms/broadcast/box.h"
#include "schedules/algorithms/broadcast/plane.h"
#include "schedules/algorithms/broadcast/square.h"
#include "schedules/algorithms/broadcast/synthesis.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/formulas/broadcast_closed_forms.h"

namespace torusim::broadcast {
namespace {

/// The constructions support tori whose first side is the shortest, with source 0. A frame maps their plans
/// to any other torus and source. It also maps plans of a search to other sources on node-symmetric networks:
/// rings and complete graphs.
class Frame {
 public:
  Frame(const Topology& topology, NodeId source);

  /// The same network with its sides in ascending order.
  const Topology& sorted() const { return sorted_; }
  /// A plan for sorted() and node 0 as one for the topology and the source.
  Plan place(Plan plan) const;

 private:
  NodeId place(NodeId node) const;

  Topology topology_;
  Topology::Coordinates source_;
  std::vector<int> order_;  // [dimension of sorted_]: the dimension that it is
  Topology sorted_;
};

std::vector<int> by_side(const Topology& topology) {
  std::vector<int> order(topology.dimensions());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return topology.side(a) < topology.side(b); });
  return order;
}

Topology reordered(const Topology& topology, const std::vector<int>& order) {
  std::vector<Dimension> dimensions;
  for (const int d : order) dimensions.push_back({topology.side(d), topology.line(d)});
  return Topology(std::move(dimensions));
}

Frame::Frame(const Topology& topology, NodeId source)
    : topology_(topology),
      source_(topology.coordinates(source)),
      order_(by_side(topology)),
      sorted_(reordered(topology, order_)) {}

NodeId Frame::place(NodeId node) const {
  Topology::Coordinates at{};
  for (std::size_t d = 0; d < order_.size(); ++d) {
    const int to = order_[d];
    at[to] = (sorted_.coordinate(node, static_cast<int>(d)) + source_[to]) % topology_.side(to);
  }
  return topology_.node(at);
}

Plan Frame::place(Plan plan) const {
  for (Step& step : plan) {
    for (Send& send : step.sends) {
      Route route;
      for (const Run& run : send.route) {
        route.append({static_cast<std::int16_t>(order_[run.dimension]), run.hops});
      }
      send = {place(send.from), place(send.to), route};
    }
  }
  return plan;
}

bool same_from_everywhere(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.line(d) == Line::kArray) return false;
  }
  return true;
}

/// For a torus with ascending sides; nullopt without a construction.
std::optional<Plan> construct(const Topology& torus, int alpha, bool paper) {
  const int k = torus.dimensions();
  if (!torus.all_wrap()) return std::nullopt;
  if (torus.side(0) == torus.side(k - 1)) return square_plan(torus, alpha);
  if (alpha <= 2) return ring_by_ring_broadcast(torus, alpha);
  if (k == 2) return plane_broadcast(torus, alpha, paper ? Expansion::kPaper : Expansion::kBest);
  if (k == 3) return box_broadcast(torus, alpha, paper ? Squeeze::kPaper : Squeeze::kBest);
  return std::nullopt;
}

/// Replaces the last steps, as many as possible, by one flow step.
void finish_early(const Topology& topology, int alpha, Plan& plan) {
  std::vector<bool> owners(topology.nodes());
  owners[0] = true;
  std::int64_t reached = 1;
  for (std::size_t done = 0; done + 2 <= plan.size(); ++done) {
    if (reached * (alpha + 1) >= topology.nodes()) {
      if (auto last = finish_in_one_step(topology, owners, alpha)) {
        plan.resize(done);
        plan.push_back(std::move(*last));
        return;
      }
    }
    for (const Send& send : plan[done].sends) owners[send.to] = true;
    reached += static_cast<std::int64_t>(plan[done].sends.size());
  }
}

/// From node 0 of a topology in ascending order of its sides.
Plan automatic(const Topology& sorted, int alpha) {
  auto plan = construct(sorted, alpha, false);
  if (plan) {
    if (static_cast<int>(plan->size()) > broadcast_lower_bound(sorted, alpha)) {
      finish_early(sorted, alpha, *plan);
    }
    const auto theorem = broadcast_theorem(sorted, alpha);
    if (!theorem || static_cast<int>(plan->size()) <= *theorem) return std::move(*plan);
  }
  Plan found = synthesise(sorted, 0, alpha);
  return plan && plan->size() <= found.size() ? std::move(*plan) : std::move(found);
}

/// Twisted tori look alike from every node too.
Plan place_twisted(const Topology& topology, NodeId source, Plan plan) {
  for (Step& step : plan) {
    for (Send& send : step.sends) {
      send.from = topology.translated(send.from, source);
      send.to = topology.translated(send.to, source);
    }
  }
  return plan;
}

bool searched(Variant variant) { return variant == Variant::kMaxFlow || variant == Variant::kAuto; }

Plan plan_round_failures(Variant variant, const Topology& topology, NodeId source, int alpha) {
  if (!searched(variant)) {
    throw InputError(fmt::format(
        "broadcast on {}: constructions are for intact networks; variant=auto finds a schedule by search",
        topology.name()));
  }
  const std::vector<NodeId>& failed = topology.failures()->nodes();
  if (!failed.empty()) {
    throw InputError(fmt::format("broadcast on {} needs node {}, which has failed", topology.name(),
                                 topology.node_name(failed.front())));
  }
  return synthesise(topology, source, alpha);
}

}  // namespace

Plan make_plan(Variant variant, const Topology& topology, NodeId source, int alpha) {
  if (topology.failures() != nullptr) return plan_round_failures(variant, topology, source, alpha);
  if (!same_from_everywhere(topology) && searched(variant)) return synthesise(topology, source, alpha);
  // One schedule for all sources: a search that depended on where it begins would be luckier at some.
  if (topology.twisted()) {
    if (searched(variant)) return place_twisted(topology, source, synthesise(topology, 0, alpha));
    throw InputError(fmt::format(
        "broadcast on {}: there is no construction for twisted tori; variant=auto finds a schedule by search",
        topology.name()));
  }
  const Frame frame(topology, source);
  if (variant == Variant::kMaxFlow) return frame.place(synthesise(frame.sorted(), 0, alpha));
  if (variant == Variant::kAuto) return frame.place(automatic(frame.sorted(), alpha));
  auto plan = construct(frame.sorted(), alpha, variant == Variant::kPaper);
  if (plan) return frame.place(std::move(*plan));
  throw InputError(
      fmt::format("broadcast on {} with {} ports: there is no construction for {}; variant=maxflow and "
                  "variant=auto find a "
                  "schedule",
                  topology.name(), alpha,
                  topology.all_wrap() ? "more than three dimensions of unequal sides with more than two ports"
                                      : "dimensions that are not rings"));
}

}  // namespace torusim::broadcast
