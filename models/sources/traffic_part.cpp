#include "models/sources/traffic_part.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace torusim {

void PacketSums::add(const PacketSums& other) {
  behind += other.behind;
  measured_in_flight += other.measured_in_flight;
  in_flight += other.in_flight;
  offered_flits += other.offered_flits;
  accepted_flits += other.accepted_flits;
  packets += other.packets;
  flit_hops += other.flit_hops;
  measured_hops += other.measured_hops;
  answered += other.answered;
  most_held = std::max(most_held, other.most_held);
}

TrafficPart::TrafficPart(const OpenLoopPlan& plan, WormTable& worms, NodeId first, NodeId end)
    : plan_(plan), worms_(worms), first_(first), due_(first, end) {
  nodes_.reserve(static_cast<std::size_t>(end - first));
  const ClosedLoopOptions& closed = plan.options.closed;
  if (closed.on()) loops_.resize(static_cast<std::size_t>(end - first));
  for (NodeId id = first; id < end; ++id) {
    NodeRandom random(plan.options.seed, id);
    const Arrivals::State state =
        plan.pattern.is_trace() ? Arrivals::State() : plan.arrivals_of(id).begin(random);
    nodes_.push_back({random, state, {}, (1u << plan.hardware.alpha) - 1});
    if (!plan.pattern.sends(id)) continue;
    node(id).next.made = -1;
    if (closed.on()) loop(id).fresh = closed.outstanding;
    draw_next(id);
    set_alarm(id, node(id));
  }
}

/// Replaces the node's next packet by the one after it.
void TrafficPart::draw(NodeId id, Node& node) const {
  Packet& packet = node.next;
  if (const auto trace = plan_.pattern.trace(id); !trace.empty()) {
    const auto at = static_cast<std::size_t>(++node.arrivals.on_until);  // counts packets in place of bursts
    if (at >= trace.size()) {
      packet.made = MessageSource::kNever;
      return;
    }
    packet.made = trace[at].made;
    packet.destination = trace[at].destination;
    packet.flits = trace[at].flits;
  } else {
    int flits = 0;
    do {
      packet.made = plan_.arrivals_of(id).next(node.arrivals, node.random, packet.made);
      const Pattern::Drawn drawn = plan_.pattern.draw(id, node.random);
      packet.destination = drawn.destination;
      flits = drawn.flits;
    } while (packet.destination == id);
    packet.flits = flits > 0 ? flits : plan_.options.packet.draw(node.random);
  }
  choose(id, node.random.next(), packet);
}

/// Makes the random choices of the packet, all but its length.
void TrafficPart::choose(NodeId from, std::uint64_t bits, Packet& packet) const {
  const int classes = loops_.empty() ? plan_.hardware.classes : 1;
  packet.ties = static_cast<std::uint32_t>(bits);
  packet.message_class = static_cast<std::int16_t>(
      plan_.routes.gives_classes() ? plan_.routes.message_class(from, packet.destination)
                                   : static_cast<int>(((bits >> 32) & 0xffff) * classes >> 16));
  packet.ejection_channel = static_cast<std::int16_t>((bits >> 48) * plan_.hardware.alpha >> 16);
  if (packet.reply) packet.message_class += static_cast<std::int16_t>(plan_.reply_class);
}

/// Replaces the node's next packet by the next request, if the node may create one.
void TrafficPart::draw_request(NodeId id, Node& node) {
  Loop& loop = this->loop(id);
  Packet& packet = node.next;
  packet.made = MessageSource::kNever;
  if (loop.fresh > 0) {
    --loop.fresh;
    packet.made = 0;
  } else if (!loop.freed.empty()) {
    packet.made = loop.freed.front();
    loop.freed.pop_front();
  }
  if (packet.made == MessageSource::kNever) return;
  do {
    const Pattern::Drawn drawn = plan_.pattern.draw(id, node.random);
    packet.destination = drawn.destination;
    packet.flits = drawn.flits;
  } while (packet.destination == id);
  if (packet.flits == 0) packet.flits = plan_.options.packet.draw(node.random);
  choose(id, node.random.next(), packet);
}

void TrafficPart::draw_next(NodeId id) {
  Node& node = this->node(id);
  const bool was_behind = node.next.made >= 0 && node.next.made < plan_.window_end;
  loops_.empty() ? draw(id, node) : draw_request(id, node);
  const bool is_behind = node.next.made < plan_.window_end;
  sums_.behind += (is_behind ? 1 : 0) - (was_behind ? 1 : 0);
  if (plan_.in_window(node.next.made)) sums_.offered_flits += node.next.flits;
}

void TrafficPart::look_ahead(Cycle now) {
  assert(beginning_.empty() && started_up_.empty() && looked_at_ < now);
  looked_at_ = now;
  alarms_.take(now, [&](const Alarm& alarm) {
    if (alarm.channel >= 0) {
      started_up_.push_back({alarm.node, alarm.channel, alarm.worm});
    } else {
      Node& made = node(alarm.node);
      if (alarm.channel == Alarm::kMade) made.alarm_set = false;
      if (made.free != 0) due_.add(alarm.node);
    }
  });
  for (const FreeChannel& freed : freed_) {
    Node& node = this->node(freed.node);
    node.free |= 1u << freed.channel;
    if (node.next.made <= now || !loops_.empty()) {
      due_.add(freed.node);
    } else {
      set_alarm(freed.node, node);
    }
  }
  freed_.clear();
  if (loops_.empty()) {
    if (stopped_) return;
    due_.take([&](NodeId id) { serve(now, id); });
  } else {
    due_.take([&](NodeId id) { serve_loop(now, id); });
  }
  in_cycle_[now & (kKnown - 1)] = {now, static_cast<std::uint32_t>(beginning_.size())};
  const std::size_t soon = std::min(places_.size(), beginning_.size());
  for (std::size_t i = 1; i <= soon; ++i) worms_.fetch(places_[places_.size() - i]);
}

void TrafficPart::serve(Cycle now, NodeId id) {
  Node& node = this->node(id);
  while (node.free != 0 && node.next.made <= now) {
    const int channel = std::countr_zero(node.free);
    node.free &= node.free - 1;
    beginning_.push_back({id, channel, node.next});
    ++sums_.in_flight;
    if (plan_.in_window(node.next.made)) ++sums_.measured_in_flight;
    draw_next(id);
  }
  if (node.free != 0) set_alarm(id, node);
}

/// As serve(), for requests and replies.
void TrafficPart::serve_loop(Cycle now, NodeId id) {
  Node& node = this->node(id);
  Loop& loop = this->loop(id);
  while (node.free != 0) {
    const Cycle request = node.next.made;
    const Cycle reply = loop.replies.empty() ? MessageSource::kNever : loop.replies.front().ready;
    if (std::min(request, reply) > now) break;
    const int channel = std::countr_zero(node.free);
    node.free &= node.free - 1;
    if (request < reply) {
      beginning_.push_back({id, channel, node.next});
      ++sums_.in_flight;
      if (plan_.in_window(request)) ++sums_.measured_in_flight;
      draw_next(id);
    } else {
      beginning_.push_back({id, channel, loop.replies.front().packet});
      loop.replies.pop_front();
      loop.begun = loop.begun_in == now ? loop.begun + 1 : 1;
      loop.begun_in = now;
    }
  }
  if (node.free != 0) set_alarm(id, node);
}

/// The request has arrived in this cycle; its reply counts as in flight from now on.
void TrafficPart::make_reply(Cycle now, const Worm& request) {
  Loop& loop = this->loop(request.destination);
  Loop::Reply reply{now + 1 + plan_.options.closed.service, request.number, {}};
  reply.packet.made = request.made;
  reply.packet.destination = request.source;
  reply.packet.flits = *plan_.options.closed.reply;
  reply.packet.reply = true;
  reply.packet.request = request.number;
  choose(request.destination, mix_bits(plan_.options.seed + mix_bits(request.number)), reply.packet);
  ++sums_.in_flight;
  // Tails of one cycle come in any order.
  auto place = loop.replies.end();
  while (place != loop.replies.begin() && std::prev(place)->ready == reply.ready &&
         std::prev(place)->number > reply.number) {
    --place;
  }
  loop.replies.insert(place, reply);
  // Some levels take the tails of a cycle before look_ahead() of the cycle, others after it.
  const std::int64_t held = std::ssize(loop.replies) + (loop.begun_in == now ? loop.begun : 0);
  sums_.most_held = std::max(sums_.most_held, held);
  alarms_.add({reply.ready, request.destination, Alarm::kReply, 0});
}

/// A reply for the node has arrived in this cycle.
void TrafficPart::take_reply(Cycle now, NodeId id) {
  if (plan_.in_window(now)) ++sums_.answered;
  if (stopped_) return;
  loop(id).freed.push_back(now + 1);
  Node& node = this->node(id);
  if (node.next.made != MessageSource::kNever) return;
  draw_next(id);
  set_alarm(id, node);
}

void TrafficPart::set_alarm(NodeId id, Node& node) {
  if (node.alarm_set || node.next.made == MessageSource::kNever || stopped_) return;
  alarms_.add({node.next.made, id, Alarm::kMade, 0});
  node.alarm_set = true;
}

void TrafficPart::begin(Cycle now, std::vector<Injection>& injections) {
  assert(looked_at_ == now && places_.size() >= beginning_.size() && begun_.empty());
  injections.insert(injections.end(), started_up_.begin(), started_up_.end());
  started_up_.clear();
  for (const Beginning& beginning : beginning_) {
    const WormSlot slot = put_worm(now, beginning);
    begun_.push_back(slot);
    if (plan_.options.startup == 0) {
      injections.push_back({beginning.node, beginning.channel, slot});
    } else {
      alarms_.add({now + plan_.options.startup, beginning.node, beginning.channel, slot});
    }
  }
  beginning_.clear();
}

void TrafficPart::number(Cycle cycle, std::uint32_t first) {
  for (const WormSlot slot : begun_) {
    worms_[slot].number = first++;
    for (Observer* observer : plan_.observers) observer->started(cycle, worms_[slot]);
  }
  begun_.clear();
}

/// A channel that has begun a packet is free again when all flits of the packet have left.
std::int64_t TrafficPart::most_beginning(Cycle cycles) const {
  const Cycle shortest = plan_.options.shortest();
  return std::ssize(nodes_) * plan_.hardware.alpha * ((cycles + shortest - 1) / shortest);
}

WormSlot TrafficPart::put_worm(Cycle now, const Beginning& beginning) {
  const Packet& packet = beginning.packet;
  const WormSlot slot = places_.back();
  places_.pop_back();
  Worm& worm = worms_.put(slot);
  worm.flits = static_cast<std::uint32_t>(packet.flits);
  worm.source = beginning.node;
  worm.destination = packet.destination;
  worm.message_class = packet.message_class;
  worm.injection_channel = static_cast<std::int16_t>(beginning.channel);
  worm.ejection_channel = packet.ejection_channel;
  worm.phase = packet.reply ? kReplies : kRequests;
  worm.transfer = static_cast<int>(packet.request);
  if (plan_.routing) {
    plan_.routing->append(beginning.node, packet.destination, packet.ties, worm.route);
  } else {
    plan_.routes.append(beginning.node, packet.destination, packet.ties, worm.route);
  }
  worm.made = packet.made;
  worm.started = now;
  return slot;
}

void TrafficPart::sent(WormSlot slot) {
  const Worm& worm = worms_[slot];
  assert((node(worm.source).free >> worm.injection_channel & 1) == 0);
  freed_.push_back({worm.source, worm.injection_channel});
}

void TrafficPart::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  ++sums_.packets;
  --sums_.in_flight;
  const int hops = plan_.routing ? worm.route.hops(plan_.hardware.topology)
                                 : plan_.routes.hops(worm.source, worm.destination);
  sums_.flit_hops += std::int64_t(worm.flits) * hops;
  if (plan_.in_window(now)) sums_.accepted_flits += worm.flits;
  const bool replies = worm.phase == kReplies, ends = replies || loops_.empty();
  if (plan_.in_window(worm.made)) {
    if (ends) --sums_.measured_in_flight;
    const Cycle into = worm.made - plan_.options.warm_up;
    // Not into * kBatches / window, which could overflow.
    const int batch = static_cast<int>(static_cast<double>(into) / static_cast<double>(plan_.options.window) *
                                       LatencyStatistics::kBatches);
    if (ends) latency_.add(batch, now - worm.made);
    network_latency_.add(batch, now - worm.injected);
    sums_.measured_hops += hops;
  }
  for (Observer* observer : plan_.observers) observer->delivered(now, worm);
  if (replies) {
    take_reply(now, worm.destination);
  } else if (!ends) {
    make_reply(now, worm);
  }
  worms_.vacate(slot);
  places_.push_back(slot);
}

void TrafficPart::stop() {
  stopped_ = true;
  // Of the future alarms, only those of begun sends matter.
  alarms_.erase_if([](const Alarm& alarm) { return alarm.channel == Alarm::kMade; });
  if (loops_.empty()) return;
  for (Node& node : nodes_) node.next.made = MessageSource::kNever;  // `behind` keeps the count
}

Cycle TrafficPart::next_timer() const {
  const bool begins =
      !beginning_.empty() || !started_up_.empty() || (!freed_.empty() && (!stopped_ || !loops_.empty()));
  if (begins || !begun_.empty()) return 0;
  return alarms_.first();
}

/// Calls see(packet) for each packet in the node's queue that was created in the window and before `end`.
template <typename See>
void TrafficPart::go_through_queue(NodeId id, Cycle end, const See& see) const {
  for (Node node = nodes_[static_cast<std::size_t>(id - first_)]; node.next.made < end; draw(id, node)) {
    if (plan_.in_window(node.next.made)) see(node.next);
  }
}

std::int64_t TrafficPart::offered_flits(Cycle end) const {
  if (!loops_.empty()) return sums_.accepted_flits;
  std::int64_t flits = sums_.offered_flits;
  NodeId id = first_;
  for (const Node& node : nodes_) {
    if (plan_.in_window(node.next.made)) flits -= node.next.flits;
    go_through_queue(id++, end, [&](const Packet& packet) { flits += packet.flits; });
  }
  return flits;
}

void TrafficPart::each_queued(Cycle end, const std::function<void(NodeId, Cycle, int)>& see) const {
  if (!loops_.empty()) return;
  for (NodeId id = first_; id < first_ + std::ssize(nodes_); ++id) {
    go_through_queue(id, end, [&](const Packet& packet) { see(id, packet.made, packet.flits); });
  }
}

}  // namespace torusim
