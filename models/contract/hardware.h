#pragma once
/// The parameters of the hardware, shared by every level. Units: flits, cycles, counts.

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>

#include "models/contract/uneven_links.h"
#include "schedules/core/topology.h"

namespace torusim {

using Cycle = std::int64_t;

/// Condition for a worm's head to enter the next channel; its payload follows (docs/router.md).
enum class Switching {
  kWormhole,         ///< the channel is free and has a slot
  kCutThrough,       ///< the next buffer has room for the whole worm
  kStoreAndForward,  ///< the whole worm is in this buffer
  kCircuit,          ///< as wormhole; the head reserves the path, and the payload waits for its ack
  kBubble,           ///< as cut-through; rings keep a packet slot free, and need no second lane
};

const char* to_text(Switching switching);

/// The order among flits of one class that want one link (docs/router.md).
enum class Arbitration {
  kRoundRobin,    ///< round-robin over the input ports
  kTransitFirst,  ///< transit traffic before injected traffic, round-robin among equals
};

const char* to_text(Arbitration arbitration);

struct Hardware {
  Topology topology{std::vector<Dimension>(1, {2, Line::kRing})};
  int alpha = 1;    ///< injection and ejection channels of a node: 1 (one-port) to the network ports
  int classes = 1;  ///< priority levels, 0 the most urgent
  int lanes = 2;    ///< virtual channels of a class: 2 break the cycle of a ring at its dateline, 1 does not;
                    ///< 4: two such pairs
  int reserve = 4;  ///< buffer slots that every virtual channel of an input port owns
  int shared = 0;   ///< further slots that the virtual channels of an input port share
  int link_delay = 1;  ///< cycles on a channel between routers, each way; local channels take 1
  /// Links that differ, in place of link_delay, which is then the longest of theirs; null: there are none.
  std::shared_ptr<const UnevenLinks> uneven = {};
  bool slow_links = false;  ///< of `uneven` some carry less than a flit a cycle
  int router_delay = 1;     ///< cycles of a router from its buffer to the channel; more than 1: pipelined
  Switching switching = Switching::kWormhole;
  Arbitration arbitration = Arbitration::kRoundRobin;
  int route_runs = 0;        ///< straight runs of the longest route, if that may be more than the dimensions
  bool phase_gates = false;  ///< output channels let phases pass one after the other (--sync switch)
  int packet_slots = 2;  ///< bubble: worms that a buffer of a ring takes, each of at most packet_slot() flits
  bool adaptive = false;  ///< heads carry their destination and choose their way (--routing adaptive)
  bool last_dimension_first = false;  ///< dense level: routes take dimensions from the last to the first

  static constexpr int kMaxSlots = 4096;  ///< of `reserve`, and of `shared`
  static constexpr int kMaxVcs = 64;      ///< classes x lanes: they are one bit each in a machine word
  static constexpr int kMaxRouterDelay = 16;
  static constexpr int kMaxPorts = 32;  ///< of a router: five bits of a route segment name one
  static constexpr int kMaxLanes = 8;   ///< of a class, with adaptive routing; else 4

  int vcs() const { return classes * lanes; }
  int network_ports() const { return topology.network_ports(); }
  /// Ports of a router: the network ports, then alpha local ones.
  int ports() const { return network_ports() + alpha; }
  /// With adaptive routing the first lanes of a class: two where a ring has a wrap, else one. The others are
  /// adaptive.
  int escape_lanes() const;
  /// Capacity of one virtual channel in flits.
  int slots() const { return reserve + shared; }
  /// Of the channel by which a network port leaves the node, and of the one back.
  LinkTime link(NodeId node, int port) const {
    return uneven == nullptr ? LinkTime{static_cast<std::int16_t>(link_delay), 1} : uneven->at(node, port);
  }
  /// Takes links that differ.
  void set_links(UnevenLinks links);
  /// Registers of a pipelined router on each of its inputs (docs/router.md).
  int input_stages() const { return router_delay - 1; }
  /// From the wires of one router into the arbitration of the next: the link, and the stages behind it.
  int hop_delay() const { return link_delay + input_stages(); }
  LinkTime hop(NodeId node, int port) const {
    LinkTime time = link(node, port);
    time.delay = static_cast<std::int16_t>(time.delay + input_stages());
    return time;
  }
  /// From the wires of a node interface into the arbitration of its router.
  int entry_delay() const { return router_delay; }
  /// Cycles from a flit's departure to the reuse of its slot: reserve >= this streams at full rate.
  static int credit_round_trip(int link_delay, int router_delay = 1) {
    return 2 * (link_delay + router_delay);
  }

  int vc(int message_class, int lane) const {
    assert(message_class >= 0 && message_class < classes && lane >= 0 && lane < lanes);
    return message_class * lanes + lane;
  }
  int vc_class(int vc) const { return vc / lanes; }
  int vc_lane(int vc) const { return vc % lanes; }

  /// Urgency for a link of a flit of the class from input port `in`: the smallest value goes first.
  int link_urgency(int in, int message_class) const {
    const bool yields = arbitration == Arbitration::kTransitFirst && in >= network_ports();
    return 2 * message_class + (yields ? 1 : 0);
  }

  /// Throws InputError with the parameter, its value and the valid values.
  void validate() const;
  /// Whether the switching mode keeps whole worms in a buffer.
  bool buffers_whole_worms() const { return cuts_through() || switching == Switching::kStoreAndForward; }
  /// Whether a head waits for room for its whole worm.
  bool cuts_through() const { return switching == Switching::kCutThrough || bubbles(); }
  /// Whether heads wait for packet slots of rings (bubble flow control).
  bool bubbles() const { return switching == Switching::kBubble; }
  /// Flits of a packet slot, so of the longest worm, under bubble flow control.
  int packet_slot() const { return reserve / packet_slots; }
  /// Whether a channel by this port is part of a ring.
  bool in_ring(int port) const {
    return port < network_ports() && topology.wraps(topology.port_dimension(port));
  }
  /// Packet slots that must be free behind `out` before a head from port `in` may go there: one if it goes on
  /// in its ring, two if it enters the ring. 0: no ring, whose head asks for flits.
  int packet_slots_asked(int in, int out) const {
    if (!bubbles() || !in_ring(out)) return 0;
    return in < network_ports() && topology.opposite(out) == in ? 1 : 2;
  }
  /// A sentence on why worms of this length cannot be switched; empty: they can.
  std::string unsupported_reason(std::int64_t flits) const;
};

/// The virtual channel that a head takes at output `out` of a router when it came in by port `in` on `vc`.
/// `dateline` tells whether `out` is the dateline of its dimension. Local ports belong to no dimension.
/// `named`: the lane in the head's segment, of which bits count as there are lanes.
inline int next_vc(const Hardware& hardware, int in, int vc, int out, bool dateline, int named = 0) {
  assert(in >= 0 && in < hardware.ports() && out >= 0 && out < hardware.ports());
  assert(vc >= 0 && vc < hardware.vcs());
  if (hardware.lanes == 1) return vc;
  const int lane = hardware.vc_lane(vc), pair = named & (hardware.lanes - 1) & 2;
  const bool straight = in < hardware.network_ports() && out < hardware.network_ports() &&
                        hardware.topology.port_dimension(in) == hardware.topology.port_dimension(out);
  const bool keeps = straight && (lane & 2) == pair;
  return vc - lane + pair + (((keeps ? lane : 0) | named | (dateline ? 1 : 0)) & 1);
}

}  // namespace torusim
