// Complete exchange of every pair directly, spread evenly over the channels of a torus, twisted or not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

std::vector<NodeId> opposite_pairs(const Topology& torus) {
  std::vector<NodeId> order;
  for (NodeId node = 1; node < torus.nodes(); ++node) order.push_back(node);
  std::mt19937 random(1);
  shuffle_alike(order, random);
  std::vector<NodeId> result;
  std::vector<bool> seen(static_cast<std::size_t>(torus.nodes()));
  for (const NodeId there : order) {
    NodeId back = 0;
    for (int d = 0; d < torus.dimensions(); ++d) back = torus.displaced(back, d, -torus.coordinate(there, d));
    for (const NodeId node : {there, back}) {
      if (!seen[static_cast<std::size_t>(node)]) result.push_back(node);
      seen[static_cast<std::size_t>(node)] = true;
    }
  }
  return result;
}

struct Pair {
  NodeId source = 0, destination = 0;
};

/// The messages on each channel of a torus.
class ChannelLoads {
 public:
  explicit ChannelLoads(const Topology& torus)
      : torus_(torus), loads_(static_cast<std::size_t>(torus.nodes()) * torus.network_ports()) {}

  void add(NodeId from, const Route& route, int messages) {
    each(from, route, [&](int& load) { load += messages; });
  }
  /// The cost of one more message along the route. A message of a channel makes it four times as dear, so
  /// the busiest channels decide, and the others between paths with equally busy ones.
  double cost_along(NodeId from, const Route& route) {
    double result = 0;
    each(from, route, [&](int load) { result += std::ldexp(1, 2 * std::min(load, 500)); });
    return result;
  }

 private:
  template <typename Visit>
  void each(NodeId from, const Route& route, Visit visit) {
    route.for_each_channel(torus_, from, [&](NodeId node, int port) {
      visit(loads_[static_cast<std::size_t>(node) * torus_.network_ports() + port]);
    });
  }
  const Topology& torus_;
  std::vector<int> loads_;
};

/// The shortest paths that the pairs of a step take, in turns by even_way(). On a twisted torus turns can
/// load channels unequally, so each pair then leaves its path for a cheaper one, pairs with few paths first.
std::vector<Route> even_paths(const Topology& torus, const std::vector<Pair>& pairs) {
  std::vector<Route> routes;
  std::vector<std::uint32_t> ways;
  for (const auto& [from, to] : pairs) {
    ways.push_back(dimension_order_ways(torus, from, to));
    routes.push_back(dimension_order_route(torus, from, to, even_way(torus, from, to, ways.back())));
  }
  if (!torus.twisted()) return routes;
  ChannelLoads loads(torus);
  for (std::size_t i = 0; i < pairs.size(); ++i) loads.add(pairs[i].source, routes[i], 1);
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t pair) { return ways[pair]; });
  constexpr int kPasses = 3;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (const std::size_t i : order) {
      const auto [from, to] = pairs[i];
      if (ways[i] == 1) continue;
      loads.add(from, routes[i], -1);
      double least = loads.cost_along(from, routes[i]);
      for (std::uint32_t way = 0; way < ways[i]; ++way) {
        const Route other = dimension_order_route(torus, from, to, way);
        const double cost = loads.cost_along(from, other);
        // An equal path, too, is taken: pairs that move make room for others.
        if (cost <= least) least = cost, routes[i] = other;
      }
      loads.add(from, routes[i], 1);
    }
  }
  return routes;
}

/// All nodes send to the same displacements in the same order, each followed by the one that lies as far the
/// other way, so both directions of a dimension carry the same. Shortest paths in dimension order are used
/// evenly. A step has the next `at_once` displacements; steps are named "J1", "J2", ..
///
/// The pairs come in an order that is drawn once, the same on every machine: in the order of their numbers a
/// step would load one dimension only.
class EvenExchange : public PhaseByPhase {
 public:
  /// `at_once` 0: as many as a node has channels. Throws InputError unless all dimensions wrap.
  EvenExchange(const Topology& torus, int at_once) {
    if (!torus.all_wrap()) {
      throw InputError(fmt::format(
          "direct-even on {}: direct-even needs dimensions that wrap; direct does not", torus.name()));
    }
    if (at_once > torus.nodes() - 1) {
      throw InputError(fmt::format("direct-even on {}: at-once={}: a node sends {} messages in all",
                                   torus.name(), at_once, torus.nodes() - 1));
    }
    if (at_once == 0) at_once = torus.network_ports();
    displacements_ = opposite_pairs(torus);
    info_.topology = torus;
    info_.ports = std::min<int>(at_once, torus.nodes() - 1);
    info_.phases = (torus.nodes() - 2 + info_.ports) / info_.ports;
    info_.claims.shortest_paths = true;
  }

 private:
  void make(Phase& phase) override {
    const Topology& torus = info_.topology;
    const auto first = displacements_.begin() + std::ptrdiff_t{at_} * info_.ports;
    const auto end = first + std::min<std::ptrdiff_t>(info_.ports, displacements_.end() - first);
    phase.name = fmt::format("J{}", at_ + 1);
    TransferWriter writer(phase, torus.dimensions());
    std::vector<Pair> pairs;
    for (NodeId source = 0; source < torus.nodes(); ++source) {
      for (auto displacement = first; displacement != end; ++displacement)
        pairs.push_back({source, torus.translated(source, *displacement)});
    }
    const std::vector<Route> routes = even_paths(torus, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [from, to] = pairs[i];
      writer.add(from, to, routes[i]).blocks.add(torus, Block{from, to});
    }
  }
  std::vector<NodeId> displacements_;  // as nodes seen from node 0
};

}  // namespace

std::vector<Algorithm> even_exchange_algorithms() {
  return {{{"direct-even",
            "complete exchange of every pair directly, both directions and all shortest ways used evenly",
            "folklore; the all-to-all of docs/networks.md",
            "any torus, twisted or not",
            {{"at-once", {}, "all", "messages of a node in a step, to N-1; all: one per channel", "N|all"}},
            Collective::Kind::kCompleteExchange,
            false,
            true},
           [](const Topology& torus, const AlgorithmOptions& options) {
             return std::make_unique<EvenExchange>(torus, count_of("direct-even", options, "at-once", true));
           }}};
}

}  // namespace torusim
