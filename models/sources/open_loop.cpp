#include "models/sources/open_loop.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace torusim {
namespace {

/// A run that is too long for any route is not to come up in the middle of a measurement. Throws InputError.
void check_routes(const Topology& topology) {
  Topology::Coordinates far{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    far[d] = topology.wraps(d) ? topology.side(d) / 2 : topology.side(d) - 1;
  }
  dimension_order_route(topology, 0, topology.node(far));
}

}  // namespace

OpenLoopTraffic::OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern,
                                 const OpenLoopOptions& options, WormTable& worms,
                                 const std::vector<Observer*>& observers)
    : hardware_(hardware),
      pattern_(pattern),
      options_(options),
      arrivals_(options.injection, options.load, options.packet.mean_flits()),
      window_end_(options.warm_up + options.window),
      worms_(worms),
      observers_(observers) {
  check_routes(hardware.topology);
  const NodeId count = hardware.topology.nodes();
  nodes_.reserve(count);
  for (NodeId id = 0; id < count; ++id) {
    NodeRandom random(options.seed, id);
    const Arrivals::State state = arrivals_.begin(random);
    nodes_.push_back({random, state, {}, (1u << hardware.alpha) - 1});
    if (!pattern_.sends(id)) continue;
    nodes_[id].next.made = -1;
    draw_next(id);
    alarms_.add({nodes_[id].next.made, id, Alarm::kMade, 0});
    nodes_[id].alarm_set = true;
  }
}

/// Replaces the node's next packet by the one after it.
void OpenLoopTraffic::draw(NodeId id, Node& node) const {
  Packet& packet = node.next;
  do {
    packet.made = arrivals_.next(node.arrivals, node.random, packet.made);
    packet.destination = pattern_.destination(id, node.random);
  } while (packet.destination == id);
  packet.flits = options_.packet.draw(node.random);
  const std::uint64_t bits = node.random.next();
  packet.ties = static_cast<std::uint32_t>(bits);
  packet.message_class = static_cast<std::int16_t>(((bits >> 32) & 0xffff) * hardware_.classes >> 16);
  packet.ejection_channel = static_cast<std::int16_t>((bits >> 48) * hardware_.alpha >> 16);
}

void OpenLoopTraffic::draw_next(NodeId id) {
  Node& node = nodes_[id];
  const bool was_behind = node.next.made >= 0 && node.next.made < window_end_;
  draw(id, node);
  const bool is_behind = node.next.made < window_end_;
  behind_ += (is_behind ? 1 : 0) - (was_behind ? 1 : 0);
  if (in_window(node.next.made)) offered_flits_ += node.next.flits;
}

void OpenLoopTraffic::advance(Cycle now, std::vector<Injection>& injections) {
  due_.clear();
  alarms_.take(now, [&](const Alarm& alarm) {
    if (alarm.channel != Alarm::kMade) {
      injections.push_back({alarm.node, alarm.channel, alarm.worm});
    } else {
      nodes_[alarm.node].alarm_set = false;
      due_.push_back(alarm.node);
    }
  });
  for (const FreeChannel& freed : freed_) {
    nodes_[freed.node].free |= 1u << freed.channel;
    due_.push_back(freed.node);
  }
  freed_.clear();
  stop_when_enough(now);
  if (stopped_) return;
  // By node, so that packets are numbered alike at every level.
  std::sort(due_.begin(), due_.end());
  due_.erase(std::unique(due_.begin(), due_.end()), due_.end());
  for (const NodeId id : due_) serve(now, id, injections);
}

void OpenLoopTraffic::serve(Cycle now, NodeId id, std::vector<Injection>& injections) {
  Node& node = nodes_[id];
  while (node.free != 0 && node.next.made <= now) {
    const int channel = std::countr_zero(node.free);
    node.free &= node.free - 1;
    begin(now, id, channel, injections);
    draw_next(id);
  }
  if (node.free == 0 || node.alarm_set || node.next.made == kNever) return;
  alarms_.add({node.next.made, id, Alarm::kMade, 0});
  node.alarm_set = true;
}

void OpenLoopTraffic::begin(Cycle now, NodeId id, int channel, std::vector<Injection>& injections) {
  const Packet& packet = nodes_[id].next;
  Worm worm;
  worm.number = next_number_++;
  worm.flits = static_cast<std::uint32_t>(packet.flits);
  worm.source = id;
  worm.destination = packet.destination;
  worm.message_class = packet.message_class;
  worm.injection_channel = static_cast<std::int16_t>(channel);
  worm.ejection_channel = packet.ejection_channel;
  worm.route = route_of(id, packet);
  worm.started = now;
  const WormSlot slot = worms_.add(worm);
  if (made_of_slot_.size() <= slot) made_of_slot_.resize(slot + 1);
  made_of_slot_[slot] = packet.made;
  ++in_flight_;
  if (in_window(packet.made)) ++measured_in_flight_;
  for (Observer* observer : observers_) observer->started(now, worms_[slot]);
  if (options_.startup == 0) {
    injections.push_back({id, channel, slot});
  } else {
    alarms_.add({now + options_.startup, id, channel, slot});
  }
}

/// Dimension order; of two equally short ways round a ring each packet takes one at random, so that both
/// directions carry the same.
Route OpenLoopTraffic::route_of(NodeId from, const Packet& packet) const {
  const Topology& topology = hardware_.topology;
  const Route shortest = dimension_order_route(topology, from, packet.destination);
  const auto turned = [&](const Run& run) {
    return ((packet.ties >> run.dimension) & 1) != 0 && 2 * run.hops == topology.side(run.dimension) &&
           topology.wraps(run.dimension);
  };
  if (std::none_of(shortest.begin(), shortest.end(), turned)) return shortest;
  Route route;
  for (Run run : shortest) {
    if (turned(run)) run.hops = static_cast<std::int16_t>(-run.hops);
    route.append(run);
  }
  return route;
}

void OpenLoopTraffic::sent(Cycle /*now*/, WormSlot slot) {
  assert((nodes_[worms_[slot].source].free >> worms_[slot].injection_channel & 1) == 0);
  freed_.push_back({worms_[slot].source, worms_[slot].injection_channel});
}

void OpenLoopTraffic::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  const Cycle made = made_of_slot_[slot];
  assert(in_flight_ > 0);
  ++packets_;
  --in_flight_;
  const int hops = worm.route.hops(hardware_.topology);
  flit_hops_ += std::int64_t(worm.flits) * hops;
  if (in_window(now)) accepted_flits_ += worm.flits;
  if (in_window(made)) {
    --measured_in_flight_;
    const Cycle into = made - options_.warm_up;
    // Not into * kBatches / window, which could overflow.
    const int batch = static_cast<int>(static_cast<double>(into) / static_cast<double>(options_.window) *
                                       LatencyStatistics::kBatches);
    latency_.add(batch, now - made);
    network_latency_.add(batch, now - worm.injected);
    measured_hops_ += hops;
  }
  for (Observer* observer : observers_) observer->delivered(now, worm);
  worms_.remove(slot);
}

void OpenLoopTraffic::stop_when_enough(Cycle now) {
  if (stopped_ || now < window_end_) return;
  if (!window_over_) {
    window_over_ = true;
    stopped_ = accepted() < kAcceptedShare * offered();
  }
  stopped_ = stopped_ || complete() || now >= window_end_ + options_.drain;
  if (!stopped_) return;
  // Of what is still to come, only the sends that have begun matter.
  alarms_.erase_if([](const Alarm& alarm) { return alarm.channel == Alarm::kMade; });
}

Cycle OpenLoopTraffic::next_timer() const {
  if (!freed_.empty() && !stopped_) return 0;
  Cycle next = alarms_.first();
  if (!stopped_) next = std::min(next, window_over_ ? window_end_ + options_.drain : window_end_);
  return next;
}

std::int64_t OpenLoopTraffic::total() const {
  return static_cast<std::int64_t>(options_.load / options_.packet.mean_flits() *
                                   static_cast<double>(window_end_) * pattern_.senders());
}

double OpenLoopTraffic::per_node_and_cycle(std::int64_t flits) const {
  return static_cast<double>(flits) / static_cast<double>(options_.window) / hardware_.topology.nodes();
}

/// Draws, aside, what waits in the queues as well.
double OpenLoopTraffic::offered() const {
  std::int64_t flits = offered_flits_;
  for (NodeId id = 0; id < hardware_.topology.nodes(); ++id) {
    if (nodes_[id].next.made >= window_end_) continue;
    Node node = nodes_[id];
    for (draw(id, node); node.next.made < window_end_; draw(id, node)) {
      if (in_window(node.next.made)) flits += node.next.flits;
    }
  }
  return per_node_and_cycle(flits);
}

}  // namespace torusim
