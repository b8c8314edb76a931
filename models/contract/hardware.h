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
  int lanes = 2;    ///< virtual channels of a class: 2 breaks the cycle of a ring at its dateline, 1 does not
  int reserve = 4;  ///< buffer slots that every virtual channel of an input port owns
  int shared = 0;   ///< further slots that the virtual channels of an input port share
  int link_delay = 1;  ///< cycles on a channel between routers, each way; local channels take 1
  /// Links that differ, in place of link_delay, which is then the longest of theirs; null: there are none.
  std::shared_ptr<const UnevenLinks> uneven = {};
  bool slow_links = false;  ///< of `uneven` some carry less than a flit a cycle
  Switching switching = Switching::kWormhole;
  Arbitration arbitration = Arbitration::kRoundRobin;
  int route_runs = 0;        ///< straight runs of the longest route, if that may be more than the dimensions
  bool phase_gates = false;  ///< output channels let phases pass one after the other (--sync switch)
  bool adaptive = false;     ///< heads carry their destination and choose their way (--routing adaptive)

  static constexpr int kMaxSlots = 4096;  ///< of `reserve`, and of `shared`
  static constexpr int kMaxVcs = 64;      ///< classes x lanes: they are one bit each in a machine word
  static constexpr int kMaxPorts = 32;    ///< of a router: five bits of a route segment name one
  static constexpr int kMaxLanes = 8;     ///< of a class, with adaptive routing; else 2

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
  /// Cycles from a flit's departure to the reuse of its slot: reserve >= this streams at full rate.
  static int credit_round_trip(int link_delay) { return 2 * link_delay + 2; }

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
  bool buffers_whole_worms() const {
    return switching == Switching::kCutThrough || switching == Switching::kStoreAndForward;
  }
  /// A sentence on why worms of this length cannot be switched; empty: they can.
  std::string objection_to(std::int64_t flits) const;
};

/// The virtual channel that a head takes at output `out` of a router when it came in by port `in` on `vc`.
/// `dateline` tells whether `out` is the dateline of its dimension. Local ports belong to no dimension.
inline int next_vc(const Hardware& hardware, int in, int vc, int out, bool dateline) {
  assert(in >= 0 && in < hardware.ports() && out >= 0 && out < hardware.ports());
  assert(vc >= 0 && vc < hardware.vcs());
  if (hardware.lanes == 1) return vc;
  const bool straight = in < hardware.network_ports() && out < hardware.network_ports() &&
                        hardware.topology.port_dimension(in) == hardware.topology.port_dimension(out);
  return (vc & ~1) | (straight ? vc & 1 : 0) | (dateline ? 1 : 0);
}

}  // namespace torusim
