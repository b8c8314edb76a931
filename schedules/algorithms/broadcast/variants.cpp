#include "schedules/algorithms/broadcast/variants.h"

#include <fmt/format.h>

#include <optional>

#include "schedules/algorithms/broadcast/box.h"
#include "schedules/algorithms/broadcast/frame.h"
#include "schedules/algorithms/broadcast/plane.h"
#include "schedules/algorithms/broadcast/square.h"
#include "schedules/algorithms/broadcast/synthesis.h"
#include "schedules/core/error.h"
#include "schedules/formulas/broadcast_closed_forms.h"

namespace torusim::broadcast {
namespace {

bool wraps(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d)) return false;
  }
  return true;
}

/// On a torus in ascending order of its sides; nothing where there is no construction.
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
void finish_early(const Topology& topology, NodeId source, int alpha, Plan& plan) {
  std::vector<bool> owners(topology.nodes());
  owners[source] = true;
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

Plan automatic(const Topology& topology, NodeId source, int alpha) {
  const Frame frame(topology, source);
  auto plan = construct(frame.sorted(), alpha, false);
  if (plan) {
    *plan = frame.place(std::move(*plan));
    if (static_cast<int>(plan->size()) > broadcast_lower_bound(topology, alpha)) {
      finish_early(topology, source, alpha, *plan);
    }
    const auto theorem = broadcast_theorem(topology, alpha);
    if (!theorem || static_cast<int>(plan->size()) <= theorem->steps) return std::move(*plan);
  }
  Plan found = synthesise(topology, source, alpha);
  return plan && plan->size() <= found.size() ? std::move(*plan) : std::move(found);
}

}  // namespace

Plan make_plan(Variant variant, const Topology& topology, NodeId source, int alpha) {
  switch (variant) {
    case Variant::kMaxFlow:
      return synthesise(topology, source, alpha);
    case Variant::kAuto:
      return automatic(topology, source, alpha);
    case Variant::kPaper:
    case Variant::kBest:
      break;
  }
  const Frame frame(topology, source);
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
