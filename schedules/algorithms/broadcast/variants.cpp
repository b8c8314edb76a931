#include "schedules/algorithms/broadcast/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "schedules/algorithms/broadcast/cited.h"
#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/algorithms/broadcast/expansions.h"
#include "schedules/algorithms/broadcast/plan.h"
#include "schedules/algorithms/broadcast/plane.h"
#include "schedules/algorithms/broadcast/square.h"
#include "schedules/algorithms/broadcast/synthesis.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/formulas/collective_closed_forms.h"

namespace torusim::broadcast {
namespace {

// Broadcast on 3-D tori that are not cubes, with three to six ports.
// Wang, Tseng, Ni, Sheu, Section 4.2: squeeze into a cubic dilated torus, reach a quarter of its nodes, then
// expand along y and along z.

/// The method that reaches a quarter of the dilated torus.
enum class Squeeze {
  /// Stages 1 and 2 of Section 4.2: two interleaved cubes, the second reached by one message; 1 + 3 ceil(log
  /// n1/2)
  kPaper,
  kBest  ///< the diagonal, a plane of diagonals, then planes: ceil(log n1) + 2 ceil(log n1/2)
};

using Coordinates = Topology::Coordinates;

/// Along the main diagonal of a cubic torus.
std::vector<DilatedStep> main_diagonal(int side, int alpha) {
  return steps_along(interval_recursion(side, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const int first = i == 1 ? 0 : i == 2 ? 1 : 2;  // x y z, y z x or z x y
    step.push_back({Coordinates{hop.owner, hop.owner, hop.owner},
                    route_of({{first, d}, {(first + 1) % 3, d}, {(first + 2) % 3, d}})});
  });
}

/// From the diagonal to every other diagonal x - y = 2c of the plane y = z.
std::vector<DilatedStep> alternate_diagonals(int side, int alpha) {
  return steps_along(interval_recursion(side / 2, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = 2 * hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const Route route = i == 1   ? route_of({{0, d}})
                        : i == 2 ? route_of({{1, -d}, {2, -d}})
                                 : route_of({{2, -d}, {1, -d}});
    for (int y = 0; y < side; ++y) step.push_back({Coordinates{y + 2 * hop.owner, y, y}, route});
  });
}

/// From there to every node (x, y, z) with x, y and z all even or all odd, by y - z = 2c.
std::vector<DilatedStep> alternate_planes(int side, int alpha) {
  return steps_along(interval_recursion(side / 2, alpha), [&](const Hop& hop, DilatedStep& step) {
    const int d = 2 * hop.distance, i = hop.slot < 0 ? -hop.slot : hop.slot;
    const int aside = hop.slot > 0 ? 1 : -1;
    const Route route = i == 1   ? route_of({{1, d}})
                        : i == 2 ? route_of({{2, -d}})
                                 : route_of({{0, aside}, {1, d}, {0, -aside}});
    for (int z = 0; z < side; ++z) {
      for (int x = z % 2; x < side; x += 2) step.push_back({Coordinates{x, z + 2 * hop.owner, z}, route});
    }
  });
}

/// Every other level of each dimension, from the first or the second on.
DilatedTorus half_torus(const Topology& torus, const std::vector<std::vector<int>>& levels, int parity) {
  std::vector<std::vector<int>> half;
  for (const std::vector<int>& all : levels) {
    std::vector<int>& chosen = half.emplace_back();
    for (std::size_t i = parity; i < all.size(); i += 2) chosen.push_back(all[i]);
  }
  return {torus, std::move(half)};
}

/// `torus` has three dimensions, the first the shortest; 3 <= alpha <= 6; the source is (0,0,0). Both
/// variants use the shortest expansion of expansions.h, as the paper's expansion does not exist for every
/// shape.
Plan box_broadcast(const Topology& torus, int alpha, Squeeze squeeze) {
  const Expansion3d expansion = shortest_expansion(torus, alpha);
  const int columns = Columns(torus).count();
  std::vector<std::vector<int>> levels(3);
  levels[0].resize(columns);
  std::iota(levels[0].begin(), levels[0].end(), 0);
  for (const Series& series : {expansion.first, expansion.second}) {
    levels[series.dimension] = first_levels(torus, series);
    levels[series.dimension].pop_back();
  }
  const DilatedTorus dilated(torus, levels);

  PlanBuilder plan(torus, 0);
  if (squeeze == Squeeze::kPaper) {
    const std::vector<DilatedTorus> halves{half_torus(torus, levels, 0), half_torus(torus, levels, 1)};
    plan.begin_stage();
    const DilatedStep across{{Coordinates{}, route_of({{0, 1}, {1, 1}, {2, 1}})}};
    embed({across}, std::span(&dilated, 1), plan);
    plan.begin_stage();
    for (const auto& stage : square_broadcast(3, columns / 2, alpha)) embed(stage, halves, plan);
  } else {
    for (const auto& stage : {main_diagonal(columns, alpha), alternate_diagonals(columns, alpha),
                              alternate_planes(columns, alpha)}) {
      plan.begin_stage();
      embed(stage, std::span(&dilated, 1), plan);
    }
  }
  expand(torus, alpha, expansion, plan);
  send_to_left_out_column(torus, plan);
  return plan.take();
}

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

/// The constructions support tori whose first side is the shortest, with source 0. A frame maps their plans
/// to any other torus and source. It also maps plans of a search to other sources on node-symmetric networks:
/// rings and complete graphs.
class Frame {
 public:
  Frame(const Topology& topology, NodeId source)
      : topology_(topology),
        source_(topology.coordinates(source)),
        order_(by_side(topology)),
        sorted_(reordered(topology, order_)) {}

  /// The same network with its sides in ascending order.
  const Topology& sorted() const { return sorted_; }
  /// A plan for sorted() and node 0 as one for the topology and the source.
  Plan place(Plan plan) const {
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

 private:
  NodeId place(NodeId node) const {
    Topology::Coordinates at{};
    for (std::size_t d = 0; d < order_.size(); ++d) {
      const int to = order_[d];
      at[to] = (sorted_.coordinate(node, static_cast<int>(d)) + source_[to]) % topology_.side(to);
    }
    return topology_.node(at);
  }

  Topology topology_;
  Topology::Coordinates source_;
  std::vector<int> order_;  // [dimension of sorted_]: the dimension that it is
  Topology sorted_;
};

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
    if (searched(variant)) return moved(synthesise(topology, 0, alpha), topology, source);
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
