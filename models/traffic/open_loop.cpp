#include "models/traffic/open_loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace torusim {

OpenLoopTraffic::OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern,
                                 const OpenLoopOptions& options, WormTable& worms)
    : hardware_(hardware),
      pattern_(pattern),
      options_(options),
      window_end_(options.warm_up + options.window),
      worms_(worms) {
  const double flits = std::accumulate(options.packet_flits.begin(), options.packet_flits.end(), 0.0);
  probability_ = std::min(1.0, options.load * static_cast<double>(options.packet_flits.size()) / flits);
  nodes_.reserve(hardware.topology.nodes());
  for (NodeId node = 0; node < hardware.topology.nodes(); ++node) {
    nodes_.push_back({NodeRandom(options.seed, node), {}, false});
    makings_.push({next_making(nodes_.back(), -1), node});
  }
}

/// Bernoulli injection: the gap to the next packet is geometric.
Cycle OpenLoopTraffic::next_making(Node& node, Cycle after) const {
  if (probability_ <= 0) return kNever;
  if (probability_ >= 1) return after + 1;
  const double u = 1.0 - node.random.uniform();
  return after + 1 + static_cast<Cycle>(std::log(u) / std::log1p(-probability_));
}

void OpenLoopTraffic::advance(Cycle now, std::vector<Injection>& injections) {
  now_ = now;
  while (makings_.top().at <= now) {
    const NodeId id = makings_.top().node;
    Node& node = nodes_[id];
    makings_.pop();
    const NodeId destination = pattern_.destination(id, node.random);
    const auto& lengths = options_.packet_flits;
    const int flits =
        lengths[lengths.size() == 1 ? 0 : node.random.below(static_cast<std::uint32_t>(lengths.size()))];
    makings_.push({next_making(node, now), id});
    if (destination == id) continue;
    if (measured(now)) ++measured_made_;
    node.queue.push_back({now, destination, flits});
    if (!node.sending) begin(now, id, injections);
  }
  for (const NodeId id : ready_) {
    nodes_[id].sending = false;
    if (!nodes_[id].queue.empty()) begin(now, id, injections);
  }
  ready_.clear();
}

void OpenLoopTraffic::begin(Cycle now, NodeId id, std::vector<Injection>& injections) {
  Node& node = nodes_[id];
  const Packet packet = node.queue.front();
  node.queue.pop_front();
  node.sending = true;
  Worm worm;
  worm.number = next_number_++ & ~Worm::kFirstSignal;
  worm.flits = static_cast<std::uint32_t>(packet.flits);
  worm.source = id;
  worm.destination = packet.destination;
  worm.route = dimension_order_route(hardware_.topology, id, packet.destination);
  worm.started = now;
  const WormSlot slot = worms_.add(worm);
  if (made_of_slot_.size() <= slot) made_of_slot_.resize(slot + 1);
  made_of_slot_[slot] = packet.made;
  injections.push_back({id, 0, slot});
}

void OpenLoopTraffic::sent(Cycle /*now*/, WormSlot slot) { ready_.push_back(worms_[slot].source); }

void OpenLoopTraffic::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  flit_hops_ += std::int64_t(worm.flits) * worm.route.hops();
  if (now >= options_.warm_up && now < window_end_) window_flits_ += worm.flits;
  if (measured(made_of_slot_[slot])) {
    ++measured_delivered_;
    latencies_.push_back(static_cast<std::int32_t>(now - made_of_slot_[slot]));
  }
  worms_.remove(slot);
}

Cycle OpenLoopTraffic::next_timer() const { return ready_.empty() ? makings_.top().at : 0; }

bool OpenLoopTraffic::done() const {
  if (now_ < window_end_) return false;
  return measured_delivered_ == measured_made_ || now_ >= window_end_ + options_.drain;
}

double OpenLoopTraffic::throughput() const {
  return static_cast<double>(window_flits_) / static_cast<double>(options_.window) /
         hardware_.topology.nodes();
}

}  // namespace torusim
