#include "schedules/reroute/rerouted_pairs.h"

#include <algorithm>

#include "schedules/check/dimension_order.h"
#include "schedules/core/failed_network.h"
#include "schedules/reroute/rerouter.h"

namespace torusim {
namespace {

struct OwnRoutes {
  std::vector<Route> all;
  Route first;  ///< that lives, else of all
  bool all_live = true;
};

OwnRoutes own_routes(const Topology& topology, NodeId from, NodeId to) {
  OwnRoutes own;
  own.all = dimension_order_routes(topology, from, to);
  // The first route rotates by pair, so that all routes are used alike.
  const std::uint32_t turn = even_way(topology, from, to, static_cast<std::uint32_t>(own.all.size()));
  std::rotate(own.all.begin(), own.all.begin() + turn, own.all.end());
  const auto alive = [&](const Route& route) { return lives(topology, from, route); };
  const auto first = std::ranges::find_if(own.all, alive);
  own.first = first == own.all.end() ? own.all.front() : *first;
  own.all_live = std::ranges::all_of(own.all, alive);
  return own;
}

}  // namespace

std::shared_ptr<const PairRoutes> rerouted_pairs(const Topology& topology, Reroute how, int lanes,
                                                 const EachPair& each_pair) {
  Rerouter rerouter(topology, how, lanes);
  each_pair([&](NodeId from, NodeId to) {
    const OwnRoutes own = own_routes(topology, from, to);
    rerouter.add(from, to, own.first, 0, 1);
    if (!own.all_live || how == Reroute::kSpread) return;
    for (const Route& route : own.all) rerouter.add(from, to, route, 0, 0);
  });
  rerouter.settle(Rerouter::Order::kMovedLast);
  auto pairs = std::make_shared<PairRoutes>(topology);
  Rerouting& rerouting = pairs->rerouting;
  rerouting.how = how;
  rerouting.failed = failures_text(topology, kMostNamedFailures);
  rerouting.phases = 1;
  each_pair([&](NodeId from, NodeId to) {
    const OwnRoutes own = own_routes(topology, from, to);
    const Rerouter::Place* const place = rerouter.find(from, to, own.first, 0);
    if (place != nullptr) {
      pairs->set(from, to, place->route, place->message_class);
    } else if (!own.all_live) {
      pairs->set(from, to, own.first, 0);
    }
    const Route& taken = place != nullptr ? place->route : own.first;
    ++rerouting.messages;
    rerouting.moved += taken == own.first ? 0 : 1;
    rerouting.hops_before += topology.distance(from, to);
    rerouting.hops += taken.hops(topology);
    rerouting.runs = std::max(rerouting.runs, taken.size());
  });
  rerouting.classes = rerouter.classes();
  return pairs;
}

}  // namespace torusim
