#include "models/part/injection_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "models/contract/time_limits.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {

InjectionQueues::InjectionQueues(const Hardware& hardware, WormTable& worms,
                                 const std::vector<Observer*>& observers)
    : hardware_(hardware), worms_(worms), observers_(observers) {
  const auto nodes = static_cast<std::size_t>(hardware.topology.nodes());
  const std::size_t groups = nodes * static_cast<std::size_t>(hardware.classes);
  queues_.resize(groups * static_cast<std::size_t>(1 + hardware.alpha));
  at_door_.resize(groups);
  waiting_.resize(nodes);
  next_ejection_.resize(nodes);
}

namespace {

void refuse(const std::string& why) { throw InputError("message: " + why); }

/// Checks that the route leads from the source to the destination.
void check_route(const Topology& topology, const Message& message, const Route& route) {
  NodeId at = message.source;
  for (const Run& run : route) {
    if (run.dimension < 0 || run.dimension >= topology.dimensions()) {
      refuse(fmt::format("its route has dimension {}; {} has dimensions 0 to {}", run.dimension,
                         topology.name(), topology.dimensions() - 1));
    }
    const int port = topology.port(run.dimension, run.hops);
    for (int left = topology.channels_along(run.dimension, run.hops); left > 0; --left) {
      if (!topology.has_channel(at, port)) {
        refuse(
            fmt::format("its route {} leaves the network at node {}", route.text(), topology.node_name(at)));
      }
      at = topology.neighbor(at, port);
    }
  }
  if (at != message.destination) {
    refuse(fmt::format("its route {} ends at node {}, not at node {}", route.text(), topology.node_name(at),
                       topology.node_name(message.destination)));
  }
}

}  // namespace

void InjectionQueues::check(const Message& message) const {
  const Topology& topology = hardware_.topology;
  for (const NodeId node : {message.source, message.destination}) {
    if (node < 0 || node >= topology.nodes()) {
      refuse(fmt::format("there is no node {}; {} has nodes 0 to {}", node, topology.name(),
                         topology.nodes() - 1));
    }
    if (!takes_part(topology.failures(), node)) {
      refuse(fmt::format("node {} has failed", topology.node_name(node)));
    }
  }
  if (message.source == message.destination) {
    refuse(
        fmt::format("node {} sends to itself; the network carries messages between nodes", message.source));
  }
  if (message.message_class < 0 || message.message_class >= hardware_.classes) {
    refuse(fmt::format("there is no class {}; the network has classes 0 to {}", message.message_class,
                       hardware_.classes - 1));
  }
  if (message.flits < 1 || message.flits > Worm::kMostFlits) {
    refuse(fmt::format("{} flits; a message has 1 to {}", message.flits, Worm::kMostFlits));
  }
  if (message.earliest > kLastCycle) {
    refuse(fmt::format("cycle {}; a message enters in cycle {} at the latest", message.earliest, kLastCycle));
  }
  if (message.tag < 0) refuse(fmt::format("tag {}; tags count from 0", message.tag));
  for (const int channel : {message.injection_channel, message.ejection_channel}) {
    if (channel >= -1 && channel < hardware_.alpha) continue;
    refuse(fmt::format("there is no local channel {}; a node has channels 0 to {}", channel,
                       hardware_.alpha - 1));
  }
  if (const std::string unsupported_reason = hardware_.unsupported_reason(message.flits);
      !unsupported_reason.empty()) {
    refuse(unsupported_reason);
  }
  if (message.route) {
    check_route(topology, message, *message.route);
  } else if (topology.failures() != nullptr && !hardware_.adaptive) {
    check_route(topology, message, dimension_order_route(topology, message.source, message.destination));
  }
  if (!unsupported_reason) return;
  if (const std::string why = unsupported_reason(message); !why.empty())
    refuse("its level cannot carry " + why);
}

MessageId InjectionQueues::send(Cycle now, const Message& message) {
  check(message);
  if (next_number_ >= Worm::kFirstSignal) {
    throw InputError("message: a network carries at most 2^31 messages");
  }
  Waiting waiting{next_number_,
                  kNone,
                  message.source,
                  message.destination,
                  static_cast<std::uint32_t>(message.flits),
                  message.tag,
                  static_cast<std::int16_t>(message.message_class),
                  static_cast<std::int8_t>(message.injection_channel),
                  static_cast<std::int8_t>(message.ejection_channel),
                  message.route.has_value(),
                  message.words != nullptr};
  if (waiting.ejection_channel < 0) {
    std::uint8_t& turn = next_ejection_[static_cast<std::size_t>(message.destination)];
    waiting.ejection_channel = static_cast<std::int8_t>(turn);
    turn = static_cast<std::uint8_t>((turn + 1) % hardware_.alpha);
  }
  if (message.route) routes_.emplace(next_number_, *message.route);
  if (message.user != 0) users_.emplace(next_number_, message.user);
  if (message.words != nullptr) words_.emplace(next_number_, message.words);
  later_.add({std::max(message.earliest, now), next_number_, place_for(waiting)});
  ++waiting_[static_cast<std::size_t>(message.source)];
  ++sent_;
  return next_number_++;
}

MessageId InjectionQueues::reserve_numbers(std::int64_t count) {
  if (count < 1 || count > std::int64_t{Worm::kFirstSignal} - next_number_) {
    throw InputError(fmt::format("{} numbers; 1 to {} can be reserved", count,
                                 std::int64_t{Worm::kFirstSignal} - next_number_));
  }
  const std::uint32_t first = next_number_;
  next_number_ += static_cast<std::uint32_t>(count);
  const auto last = reserved_.empty() ? reserved_.end() : std::prev(reserved_.end());
  if (last != reserved_.end() && last->second == first) {
    last->second = next_number_;
  } else {
    reserved_.emplace(first, next_number_);
  }
  return first;
}

bool InjectionQueues::is_reserved(std::uint32_t number) const {
  const auto behind = reserved_.upper_bound(number);
  return behind != reserved_.begin() && number < std::prev(behind)->second;
}

WormSlot InjectionQueues::admit(Cycle now, const Worm& worm) {
  const WormSlot slot = worms_.add(worm);
  worms_[slot].phase = phase_of(now, 0);
  worms_[slot].blocks = worm.flits - 1;
  worms_[slot].started = now;
  ++sent_;
  for (Observer* observer : observers_) observer->started(now, worms_[slot]);
  return slot;
}

std::uint32_t InjectionQueues::place_for(const Waiting& waiting) {
  if (free_places_.empty()) {
    places_.push_back(waiting);
    return static_cast<std::uint32_t>(places_.size() - 1);
  }
  const std::uint32_t place = free_places_.back();
  free_places_.pop_back();
  places_[place] = waiting;
  return place;
}

std::size_t InjectionQueues::group(NodeId node, int message_class) const {
  return static_cast<std::size_t>(node) * static_cast<std::size_t>(hardware_.classes) +
         static_cast<std::size_t>(message_class);
}

void InjectionQueues::enqueue(std::uint32_t place) {
  const Waiting& waiting = places_[place];
  const std::size_t group = this->group(waiting.source, waiting.message_class);
  Queue& queue = queues_[group * static_cast<std::size_t>(1 + hardware_.alpha) +
                         static_cast<std::size_t>(1 + waiting.injection_channel)];
  if (queue.first == kNone) {
    queue.first = place;
  } else {
    places_[queue.last].next = place;
  }
  queue.last = place;
  touched_.push_back(group);
}

MessageEvent InjectionQueues::event(Cycle now, const Worm& worm) const {
  const int tag = tags_[static_cast<std::size_t>(worm.phase)];
  const auto user = users_.find(worm.number);
  return {worm.number,
          now,
          worm.injected,
          worm.source,
          worm.destination,
          worm.flits,
          worm.message_class,
          tag,
          user == users_.end() ? 0 : user->second};
}

void InjectionQueues::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  for (Observer* observer : observers_) observer->delivered(now, worm);
  ++delivered_;
  flit_hops_ += std::int64_t(worm.flits) * worm.route.hops(hardware_.topology);
  if (on_delivered) taken_.push_back(event(now, worm));
  users_.erase(worm.number);
  worms_.remove(slot);
}

void InjectionQueues::sent(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  const std::size_t group = this->group(worm.source, worm.message_class);
  at_door_[group] &= ~(1u << worm.injection_channel);
  touched_.push_back(group);
  if (on_left) left_.push_back(event(now, worm));
}

template <typename Event>
void InjectionQueues::tell(const Replaceable<void(Event)>& listener, Event event) {
  try {
    if (listener) listener(event);
  } catch (...) {
    if (exception_ == nullptr) exception_ = std::current_exception();
  }
}

void InjectionQueues::tell_of_events() {
  std::ranges::sort(begun_);
  for (const NodeId node : begun_) tell(on_begun, node);
  begun_.clear();
  std::ranges::sort(left_, {}, &MessageEvent::id);
  for (const MessageEvent& event : left_) tell<const MessageEvent&>(on_left, event);
  left_.clear();
  std::ranges::sort(taken_, [](const MessageEvent& a, const MessageEvent& b) {
    return a.destination != b.destination ? a.destination < b.destination : a.id < b.id;
  });
  for (const MessageEvent& event : taken_) tell<const MessageEvent&>(on_delivered, event);
  taken_.clear();
}

void InjectionQueues::advance(Cycle now, std::vector<Injection>& injections) {
  telling_ = true;
  tell_of_events();
  telling_ = false;
  later_.take(now, [&](const Due& due) { due_.push_back(due); });
  std::ranges::sort(
      due_, [](const Due& a, const Due& b) { return a.at != b.at ? a.at < b.at : a.number < b.number; });
  for (const Due& due : due_) enqueue(due.place);
  due_.clear();
  std::ranges::sort(touched_);  // the result does not depend on the order of events in a level
  for (const std::size_t group : touched_) begin_some(now, group, injections);
  touched_.clear();
}

/// Starts messages of a node and class on free injection channels.
void InjectionQueues::begin_some(Cycle now, std::size_t group, std::vector<Injection>& injections) {
  Queue* const queues = &queues_[group * static_cast<std::size_t>(1 + hardware_.alpha)];
  for (int channel = 0; channel < hardware_.alpha; ++channel) {
    if ((at_door_[group] >> channel & 1) != 0) continue;
    if (begin_one(now, queues[1 + channel], channel, injections) ||
        begin_one(now, queues[0], channel, injections)) {
      at_door_[group] |= 1u << channel;
    }
  }
}

bool InjectionQueues::begin_one(Cycle now, Queue& queue, int channel, std::vector<Injection>& injections) {
  if (queue.first == kNone) return false;
  const std::uint32_t place = queue.first;
  const Waiting& waiting = places_[place];
  queue.first = waiting.next;
  const WormSlot slot = worms_.add({});
  Worm& worm = worms_[slot];
  worm.number = waiting.number;
  worm.flits = waiting.flits;
  worm.source = waiting.source;
  worm.destination = waiting.destination;
  worm.message_class = waiting.message_class;
  worm.injection_channel = static_cast<std::int16_t>(channel);
  worm.ejection_channel = waiting.ejection_channel;
  worm.phase = phase_of(now, waiting.tag);
  worm.blocks = waiting.flits - 1;
  worm.started = now;
  if (waiting.has_route) {
    worm.route = routes_.extract(waiting.number).mapped();
  } else {
    worm.route = dimension_order_route(hardware_.topology, waiting.source, waiting.destination);
  }
  if (waiting.has_words) worm.words = words_.extract(waiting.number).mapped();
  free_places_.push_back(place);
  --waiting_[static_cast<std::size_t>(worm.source)];
  for (Observer* observer : observers_) observer->started(now, worm);
  injections.push_back({worm.source, channel, slot});
  if (on_begun) begun_.push_back(worm.source);
  return true;
}

int InjectionQueues::phase_of(Cycle now, int tag) {
  if (tag == last_tag_) return last_phase_;
  const auto [found, is_new] = phase_of_tag_.try_emplace(tag, static_cast<int>(phases_.size()));
  if (is_new) {
    tags_.push_back(tag);
    phases_.push_back(fmt::format("tag {}", tag));
    for (Observer* observer : observers_) observer->phase_began(now, found->second, phases_.back());
  }
  last_tag_ = tag;
  last_phase_ = found->second;
  return last_phase_;
}

void InjectionQueues::end_phases(Cycle last) {
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    for (Observer* observer : observers_) observer->phase_ended(last, static_cast<int>(i), phases_[i]);
  }
}

Cycle InjectionQueues::next_timer() const {
  if (!touched_.empty() || !left_.empty() || !begun_.empty()) return 0;
  return later_.first();
}

}  // namespace torusim
