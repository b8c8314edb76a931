#pragma once
/// What is on the wires: flits and credits that arrive a fixed, small number of cycles from now.

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/fast/flit.h"

namespace torusim::fast {

struct FlitEvent {
  NodeId node;
  std::uint8_t port;  ///< input port of the router, or ejection channel of the node interface
  std::uint8_t vc;
  Span span;
  Flit flit;
};

struct CreditEvent {
  NodeId node;
  std::uint8_t port;  ///< output port of the router, or injection channel of the node interface
  std::uint8_t vc;
  Span span;
};

/// Events of one kind, by the cycle they are due in. A list is emptied by take(), its memory is kept.
template <typename Event>
class Calendar {
 public:
  /// Events are due 1 .. `horizon` cycles after the cycle in which they are added.
  explicit Calendar(int horizon) : due_(std::bit_ceil(std::size_t(horizon) + 1)), mask_(due_.size() - 1) {}

  void add(Cycle due, const Event& event) {
    due_[std::size_t(due) & mask_].push_back(event);
    ++pending_;
  }
  /// The events of this cycle; valid until the next take().
  const std::vector<Event>& take(Cycle now) {
    taken_.clear();
    std::swap(taken_, due_[std::size_t(now) & mask_]);
    pending_ -= taken_.size();
    return taken_;
  }
  bool empty() const { return pending_ == 0; }

 private:
  std::vector<std::vector<Event>> due_;  // a power of two of them, so that a mask finds the cycle's
  std::size_t mask_;
  std::vector<Event> taken_;
  std::size_t pending_ = 0;
};

/// A router that sleeps while it still waits for its first credits must be looked at again when it runs out
/// of them.
struct Alarm {
  NodeId node;
  Cycle asleep_since;  ///< the sleep it was set for; a later one has its own
};

/// All wires of the network. Local channels take one cycle, a decision one more: events on them are due two
/// cycles after the decision, those between routers 1 + link_delay.
struct Wires {
  Wires(int link_delay, int reserve)
      : to_routers(link_delay + 1),
        to_interfaces(2),
        router_credits(link_delay + 1),
        interface_credits(2),
        alarms(reserve + 1) {}

  Calendar<FlitEvent> to_routers;
  Calendar<FlitEvent> to_interfaces;
  Calendar<CreditEvent> router_credits;
  Calendar<CreditEvent> interface_credits;
  Calendar<Alarm> alarms;

  bool empty() const {
    return to_routers.empty() && to_interfaces.empty() && router_credits.empty() &&
           interface_credits.empty() && alarms.empty();
  }
};

/// What an item is to the worm that it belongs to, or whose slot it credits.
struct Part {
  bool streams;  ///< the worm is long enough for streams
  bool first;    ///< head: a stream may begin at once, in the hope that the rest follows
  bool last;     ///< tail: the stream ends with it
};

/// Decides what the sending of one item puts on a wire and calls `emit(span)`: nothing while a stream goes
/// on, the end of a stream of another VC, the item itself.
template <typename Emit>
void put(StreamOut& wire, Cycle now, int vc, Part part, Emit emit) {
  const bool same_vc = wire.vc == vc;
  const bool follows = same_vc && wire.last == now - 1;
  wire.last = now;
  if (wire.on) {
    if (same_vc && part.streams && !part.first) {
      if (part.last) {
        wire.on = false;
        emit(Span::kLast);
      }
      return;
    }
    wire.on = false;
    emit(Span::kEnds);
  }
  wire.vc = static_cast<std::uint8_t>(vc);
  wire.on = part.streams && !part.last && (part.first || follows);
  emit(wire.on ? Span::kBegins : Span::kOne);
}

}  // namespace torusim::fast
