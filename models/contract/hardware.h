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
  int lanes = 2;  ///< virtual channels of a class. 1: rings can deadlock; 2: the dateline breaks the cycle of
                  ///< a ring; 4: two such pairs
  int reserve = 4;     ///< buffer slots that every virtual channel of an input port owns
  int shared = 0;      ///< further slots that the virtual channels of an input port share
  int link_delay = 1;  ///< cycles on a channel between routers, each way; local channels take 1
  /// Delays and rates of uneven links; null: all links are even. With uneven links, link_delay is the longest
  /// delay.
  std::shared_ptr<const UnevenLinks> uneven = {};
  bool slow_links = false;  ///< some links of `uneven` carry less than a flit a cycle
  int router_delay = 1;     ///< cycles from a router's buffer to the channel; more than 1: pipelined
  Switching switching = Switching::kWormhole;
  Arbitration arbitration = Arbitration::kRoundRobin;
  int route_runs = 0;        ///< straight runs of the longest route; 0: at most one per dimension
  bool phase_gates = false;  ///< gates of output channels let phases pass in order (--sync switch)
  int packet_slots = 2;  ///< bubble: worms that a buffer of a ring holds, each of at most packet_slot() flits
  bool adaptive = false;  ///< heads carry their destination, and routers choose the path (--routing adaptive)
  bool last_dimension_first = false;  ///< dense level: routes take dimensions from the last to the first

  static constexpr int kMaxSlots = 4096;  ///< limit of `reserve`, and of `shared`
  static constexpr int kMaxVcs = 64;      ///< classes x lanes: each VC is one bit of a machine word
  static constexpr int kMaxRouterDelay = 16;
  static constexpr int kMaxPorts = 32;  ///< ports of a router: five bits of a route segment name one
  static constexpr int kMaxLanes = 8;   ///< lanes of a class with adaptive routing; otherwise 4

  int vcs() const { return classes * lanes; }
  int network_ports() const { return topology.network_ports(); }
  /// Ports of a router: the network ports, then alpha local ones.
  int ports() const { return network_ports() + alpha; }
  /// Number of escape lanes, the first lanes of a class, with adaptive routing: two on topologies with rings,
  /// else one. The other lanes are adaptive.
  int escape_lanes() const;
  /// Capacity of one virtual channel in flits.
  int slots() const { return reserve + shared; }
  /// Time of the channel that leaves the node by a network port; the channel back has the same.
  LinkTime link(NodeId node, int port) const {
    return uneven == nullptr ? LinkTime{static_cast<std::int16_t>(link_delay), 1} : uneven->at(node, port);
  }
  /// Sets uneven links, and link_delay and slow_links to match.
  void set_links(UnevenLinks links);
  /// Registers of a pipelined router on each of its inputs (docs/router.md).
  int input_stages() const { return router_delay - 1; }
  /// Cycles from the wires of one router to the arbitration of the next: the link and the input stages.
  int hop_delay() const { return link_delay + input_stages(); }
  LinkTime hop(NodeId node, int port) const {
    LinkTime time = link(node, port);
    time.delay = static_cast<std::int16_t>(time.delay + input_stages());
    return time;
  }
  /// Cycles from the wires of a node interface to the arbitration of its router.
  int entry_delay() const { return router_delay; }
  /// Cycles from a flit's departure to the reuse of its slot. A worm streams at full rate with at least as
  /// many slots.
  static int credit_round_trip(int link_delay, int router_delay = 1) {
    return 2 * (link_delay + router_delay);
  }

  int vc(int message_class, int lane) const {
    assert(message_class >= 0 && message_class < classes && lane >= 0 && lane < lanes);
    return message_class * lanes + lane;
  }
  int vc_class(int vc) const { return vc / lanes; }
  int vc_lane(int vc) const { return vc % lanes; }

  /// Urgency of a flit of the class from input port `in` at a link; the smallest value goes first.
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
  /// Flits of a packet slot under bubble flow control, which is also the length of the longest worm.
  int packet_slot() const { return reserve / packet_slots; }
  /// Whether the channels of this port are part of a ring.
  bool in_ring(int port) const {
    return port < network_ports() && topology.wraps(topology.port_dimension(port));
  }
  /// Packet slots that must be free behind `out` before a head from port `in` may go there: one for a head
  /// that stays in its ring, two for a head that enters the ring. 0: the channel is in no ring, and the head
  /// asks for flits.
  int packet_slots_asked(int in, int out) const {
    if (!bubbles() || !in_ring(out)) return 0;
    return in < network_ports() && topology.opposite(out) == in ? 1 : 2;
  }
  /// The reason, as a sentence, why the hardware cannot switch worms of this length; empty: it can.
  std::string unsupported_reason(std::int64_t flits) const;
};

/// The virtual channel that a head takes at output `out` of a router after it entered by port `in` on `vc`.
/// `dateline` tells whether `out` is the dateline of its dimension. Local ports are on no axis.
/// `named` is the lane in the head's segment; only its bits below the number of lanes count.
inline int next_vc(const Hardware& hardware, int in, int vc, int out, bool dateline, int named = 0) {
  assert(in >= 0 && in < hardware.ports() && out >= 0 && out < hardware.ports());
  assert(vc >= 0 && vc < hardware.vcs());
  if (hardware.lanes == 1) return vc;
  const int lane = hardware.vc_lane(vc), pair = named & (hardware.lanes - 1) & 2;
  const bool straight = in < hardware.network_ports() && out < hardware.network_ports() &&
                        Topology::port_axis(in) == Topology::port_axis(out);
  const bool keeps = straight && (lane & 2) == pair;
  return vc - lane + pair + (((keeps ? lane : 0) | named | (dateline ? 1 : 0)) & 1);
}

}  // namespace torusim
