#include "schedules/reroute/rerouter.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/check/channel_dependencies.h"
#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"
#include "schedules/core/twist.h"

namespace torusim {

LivePaths::LivePaths(const Topology& topology)
    : topology_(topology),
      ports_(topology.network_ports()),
      far_(static_cast<std::size_t>(topology.nodes()) * ports_, -1),
      into_(static_cast<std::size_t>(topology.nodes())),
      left_(into_.size(), kUnreached),
      steps_(into_.size() * static_cast<std::size_t>(ports_ + 1)),
      seen_(into_.size()) {
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports_; ++port) {
      if (!topology.has_channel(node, port)) continue;
      const NodeId to = far_[channel(node, port)] = topology.neighbor(node, port);
      into_[static_cast<std::size_t>(to)].push_back(node);
    }
  }
}

void LivePaths::aim(NodeId destination) {
  if (destination == destination_) return;
  destination_ = destination;
  std::ranges::fill(left_, kUnreached);
  left_[static_cast<std::size_t>(destination)] = 0;
  open_.assign(1, destination);
  for (std::size_t i = 0; i < open_.size(); ++i) {
    for (const NodeId node : into_[static_cast<std::size_t>(open_[i])]) {
      if (distance(node) != kUnreached) continue;
      left_[static_cast<std::size_t>(node)] = distance(open_[i]) + 1;
      open_.push_back(node);
    }
  }
}

/// Computes, from the destination back, the cheapest way from every node for each port of arrival.
Route LivePaths::cheapest(NodeId from, const std::vector<double>& cost, double turn) {
  ++search_;
  inside_.assign(1, from);
  seen_[static_cast<std::size_t>(from)] = search_;
  for (std::size_t i = 0; i < inside_.size(); ++i) {
    for (int port = 0; port < ports_; ++port) {
      const NodeId to = far_[channel(inside_[i], port)];
      if (to < 0 || distance(to) != distance(inside_[i]) - 1) continue;
      if (seen_[static_cast<std::size_t>(to)] == search_) continue;
      seen_[static_cast<std::size_t>(to)] = search_;
      inside_.push_back(to);
    }
  }
  const auto steps = [&](NodeId node) { return &steps_[static_cast<std::size_t>(node) * (ports_ + 1)]; };
  for (std::size_t i = inside_.size(); i-- > 0;) {
    const NodeId node = inside_[i];
    Step* const here = steps(node);
    for (int arrived = 0; arrived <= ports_; ++arrived) here[arrived] = {0, -1};
    if (node == destination_) continue;
    for (int port = 0; port < ports_; ++port) {
      const NodeId to = far_[channel(node, port)];
      if (to < 0 || distance(to) != distance(node) - 1) continue;
      const double on = cost[channel(node, port)] + steps(to)[port].cost;
      for (int arrived = 0; arrived <= ports_; ++arrived) {
        const double all = on + (arrived == port || arrived == ports_ ? 0 : turn);
        if (here[arrived].port >= 0 && all >= here[arrived].cost) continue;
        here[arrived] = {all, static_cast<std::int8_t>(port)};
      }
    }
  }
  path_.clear();
  Route route;
  int arrived = ports_, run = 0;
  const auto end_run = [&] {
    if (run == 0) return;
    const int step = topology_.port_step(arrived);
    route.append(Run::of(topology_.port_dimension(arrived), step * run));
    run = 0;
  };
  for (NodeId at = from; at != destination_;) {
    const int port = steps(at)[arrived].port;
    if (port != arrived || topology_.jumps(topology_.port_dimension(port))) end_run();
    path_.push_back(static_cast<int>(channel(at, port)));
    at = far_[channel(at, port)];
    arrived = port;
    ++run;
  }
  end_run();
  return route;
}

namespace {

constexpr int kPasses = 24;

}  // namespace

bool lives(const Topology& topology, NodeId at, const Route& route) {
  for (const Run& run : route) {
    if (!topology.has_run(at, run.dimension, run.hops)) return false;
    at = topology.displaced(at, run.dimension, run.hops);
  }
  return true;
}

std::size_t Rerouter::FlowHash::operator()(const Flow& flow) const {
  std::uint64_t hash =
      mix_bits((std::uint64_t(flow.source) << 32) + static_cast<std::uint32_t>(flow.destination));
  hash += static_cast<std::uint64_t>(flow.message_class);
  for (const Run& run : flow.route) {
    hash = mix_bits(hash +
                    kMixStep * (std::uint64_t(run.dimension) * 65536 + static_cast<std::uint16_t>(run.hops)));
  }
  return hash;
}

Rerouter::Rerouter(const Topology& topology, Reroute how, int lanes)
    : topology_(topology), how_(how), lanes_(lanes), paths_(topology) {
  if (how == Reroute::kSpread)
    loads_.resize(static_cast<std::size_t>(topology.nodes()) * topology.network_ports());
  cost_.resize(static_cast<std::size_t>(topology.nodes()) * topology.network_ports());
}

void Rerouter::add(NodeId source, NodeId destination, const Route& route, int message_class,
                   std::int64_t blocks) {
  own_classes_ = std::max(own_classes_, message_class + 1);
  const bool alive = lives(topology_, source, route);
  const bool shortest =
      how_ == Reroute::kSpread && route.hops(topology_) == topology_.distance(source, destination);
  if (alive && !shortest) {
    if (how_ == Reroute::kSpread) {
      for (const int channel : channels_of(source, route))
        loads_[static_cast<std::size_t>(channel)] += static_cast<double>(blocks);
    }
    keep(source, route, message_class);
    return;
  }
  const auto [found, added] = flows_.try_emplace(Flow{source, destination, message_class, route});
  Moved& moved = found->second;
  moved.blocks += blocks;
  if (!added) return;
  moved.lives = alive;
  moved.place = {route, message_class};
  order_.emplace_back(&found->first, &moved);
  const std::size_t most = how_ == Reroute::kSpread ? kMostSpread : kMostMoved;
  if (flows_.size() > most) {
    throw InputError(fmt::format("more than {} different routes to choose with --reroute {}; {}", most,
                                 to_text(how_),
                                 how_ == Reroute::kSpread ? "layered chooses only those that have failed"
                                                          : "fewer failures or a smaller network"));
  }
}

void Rerouter::settle(Order order) {
  classes_ = own_classes_;
  how_ == Reroute::kSpread ? settle_spread() : settle_layered();
  if (order == Order::kMovedFirst) move_first();
}

/// Further classes go before the others, the last of them first.
void Rerouter::move_first() {
  shift_ = classes_ - own_classes_;
  for (const auto& [flow, moved] : order_) {
    int& at = moved->place.message_class;
    at = at < own_classes_ ? at + shift_ : classes_ - 1 - at;
  }
}

const Rerouter::Place* Rerouter::find(NodeId source, NodeId destination, const Route& route,
                                      int message_class) const {
  const auto found = flows_.find(Flow{source, destination, message_class, route});
  return found == flows_.end() ? nullptr : &found->second.place;
}

Rerouter::Layer& Rerouter::layer(int message_class) {
  const auto at = static_cast<std::size_t>(message_class);
  if (layers_.size() <= at) layers_.resize(at + 1);
  if (!layers_[at])
    layers_[at] =
        std::make_unique<Layer>(Layer{AcyclicGraph(cost_.size() * static_cast<std::size_t>(lanes_))});
  return *layers_[at];
}

const std::vector<int>& Rerouter::held(NodeId source, const Route& route) {
  held_.clear();
  const int ports = topology_.network_ports();
  for_each_held(topology_, lanes_, source, route, 0, [&](const HeldChannel& channel) {
    held_.push_back((channel.node * ports + channel.port) * lanes_ + channel.lane);
  });
  return held_;
}

void Rerouter::keep(NodeId source, const Route& route, int message_class) {
  Layer& own = layer(message_class);
  if (!own.cyclic) own.cyclic = !own.graph.add(held(source, route));
}

void Rerouter::place_in_class(const Flow& flow, Moved& moved) {
  const std::vector<int>& path = held(flow.source, moved.place.route);
  Layer& own = layer(flow.message_class);
  if (!own.cyclic && own.graph.add(path)) return;
  int at = own_classes_;
  while (!layer(at).graph.add(path)) ++at;
  moved.place.message_class = at;
  classes_ = std::max(classes_, at + 1);
}

std::vector<Rerouter::Entry> Rerouter::by_destination() {
  std::vector<Entry> entries = order_;
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.first->destination < b.first->destination;
  });
  return entries;
}

void Rerouter::refuse_unreachable(const Flow& flow) const {
  throw InputError(fmt::format("no path leads from {} to {} any more", topology_.node_name(flow.source),
                               topology_.node_name(flow.destination)));
}

void Rerouter::settle_layered() {
  for (const auto& [flow, moved] : by_destination()) {
    paths_.aim(flow->destination);
    if (paths_.distance(flow->source) == LivePaths::kUnreached) refuse_unreachable(*flow);
    moved->place.route = paths_.cheapest(flow->source, cost_, 1);
    place_in_class(*flow, *moved);
  }
}

std::vector<int> Rerouter::channels_of(NodeId source, const Route& route) const {
  std::vector<int> channels;
  route.for_each_channel(topology_, source, [&](NodeId node, int port) {
    channels.push_back(node * topology_.network_ports() + port);
  });
  return channels;
}

/// (load / scale)^32, by products alone: the same on every machine.
void Rerouter::set_cost(int channel) {
  double power = loads_[static_cast<std::size_t>(channel)] / scale_;
  for (int i = 0; i < 5; ++i) power *= power;
  cost_[static_cast<std::size_t>(channel)] = power;
}

void Rerouter::load(const Moved& moved, int sign) {
  for (const int channel : moved.channels) {
    loads_[static_cast<std::size_t>(channel)] += sign * static_cast<double>(moved.blocks);
    set_cost(channel);
  }
}

/// Every message in turn takes the path that is cheapest beside all others. The sum of a convex function of
/// the loads falls with every move, so this ends.
void Rerouter::spread_once(const std::vector<Entry>& entries, bool& changed) {
  for (const auto& [flow, moved] : entries) {
    paths_.aim(flow->destination);
    if (paths_.distance(flow->source) == LivePaths::kUnreached) refuse_unreachable(*flow);
    if (!moved->channels.empty()) load(*moved, -1);
    const Route route = paths_.cheapest(flow->source, cost_, turn_);
    const auto price = [&](const std::vector<int>& channels) {
      double sum = 0;
      for (const int channel : channels) sum += cost_[static_cast<std::size_t>(channel)];
      return sum;
    };
    if (moved->channels.empty() || price(paths_.path()) < 0.999 * price(moved->channels)) {
      moved->place.route = route;
      moved->channels = paths_.path();
      changed = true;
    }
    load(*moved, 1);
  }
}

/// Messages return to their own routes if no channel then exceeds the busiest channel: fewer classes are
/// needed.
void Rerouter::return_home(const std::vector<Entry>& entries) {
  const double most = *std::ranges::max_element(loads_);
  for (const auto& [flow, moved] : entries) {
    if (!moved->lives || moved->place.route == flow->route) continue;
    const std::vector<int> own = channels_of(flow->source, flow->route);
    load(*moved, -1);
    bool fits = true;
    for (const int channel : own) {
      fits = fits && loads_[static_cast<std::size_t>(channel)] + static_cast<double>(moved->blocks) <= most;
    }
    if (fits) {
      moved->place.route = flow->route;
      moved->channels = own;
    }
    load(*moved, 1);
  }
}

void Rerouter::settle_spread() {
  const std::vector<Entry> entries = by_destination();
  for (const auto& [flow, moved] : entries) {
    if (!moved->lives) continue;
    moved->channels = channels_of(flow->source, flow->route);
    load(*moved, 1);
  }
  scale_ = std::max(1.0, *std::ranges::max_element(loads_));
  for (int channel = 0; channel < static_cast<int>(cost_.size()); ++channel) set_cost(channel);
  turn_ = 1e-3;
  bool changed = true;
  for (int pass = 0; changed && pass < kPasses; ++pass) {
    changed = false;
    spread_once(entries, changed);
  }
  return_home(entries);
  for (const auto& [flow, moved] : entries) {
    moved->channels = {};
    if (moved->place.route == flow->route) keep(flow->source, flow->route, flow->message_class);
  }
  for (const auto& [flow, moved] : entries) {
    if (!(moved->place.route == flow->route)) place_in_class(*flow, *moved);
  }
}

}  // namespace torusim
