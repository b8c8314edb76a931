#include "schedules/algorithms/broadcast/variants.h"

#include <fmt/format.h>

#include <optional>

#include "schedules/algorithms/broadcast/box.h"
#include "schedules/algorithms/broadcast/frame.h"
#include "schedules/algorithms/broadcast/plane.h"
#include "schedules/algorithms/broadcast/square.h"
#include "schedules/algorithms/broadcast/synthesis.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/formulas/broadcast_closed_forms.h"

namespace torusim::broadcast {
namespace {

bool wraps(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d)) return false;
  }
  return true;
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
  if (!wraps(torus)) return std::nullopt;
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
    if (!theorem || static_cast<int>(plan->size()) <= theorem->steps) return std::move(*plan);
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
                  wraps(topology) ? "more than three dimensions of unequal sides with more than two ports"
                                  : "dimensions that are not rings"));
}

}  // namespace torusim::broadcast
