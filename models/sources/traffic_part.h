#pragma once
/// Open-loop traffic of some consecutive nodes: the packets that they make, and those that come to them.
///
/// Since the packets of a node depend on nothing but its random numbers, a queue is not stored: a packet is
/// drawn when the one before it has left the queue. So memory does not grow with the load.
///
/// Parts share nothing that is written but the table of worms, in which each has places of its own, so
/// several threads may work on several of them. Packets are numbered in the order of cycles and nodes: how
/// many of a part begin in a cycle is found out by look_ahead(), as soon as the cycle before is over, so that
/// every part knows it a cycle later.

#include <array>
#include <cstdint>
#include <vector>

#include "models/contract/message_source.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/node_set.h"
#include "models/sources/open_loop_plan.h"
#include "models/sources/timer_wheel.h"

namespace torusim {

/// What has happened to the packets of some nodes; that of several parts is added.
struct PacketSums {
  NodeId behind = 0;  ///< nodes whose next packet is a measured one
  /// Begun less delivered: below 0, maybe, where more come than go.
  std::int64_t measured_in_flight = 0, in_flight = 0;
  std::int64_t offered_flits = 0, accepted_flits = 0;
  std::int64_t packets = 0, flit_hops = 0;
  double measured_hops = 0;

  void add(const PacketSums& other);
};

class alignas(64) TrafficPart {
 public:
  /// Nodes first .. end - 1. Plan and table outlive it.
  TrafficPart(const OpenLoopPlan& plan, WormTable& worms, NodeId first, NodeId end);

  // Of a cycle, in order.
  /// Finds out which packets begin in it: those of the cycle before that left are known.
  void look_ahead(Cycle now);
  /// The last cycle for which it has been called.
  Cycle looked_at() const { return looked_at_; }
  /// Packets that begin in the cycle, one of the last three for which it has been called; none in others.
  std::uint32_t beginning(Cycle cycle) const {
    const Beginnings& beginnings = in_cycle_[cycle & (kKnown - 1)];
    return beginnings.cycle == cycle ? beginnings.packets : 0;
  }
  /// At most so many begin in that cycle and those behind it, `cycles` in all.
  std::int64_t most_beginning(Cycle cycles) const;
  /// Places for worms that are not used, of which begin() takes one a packet, the last; received() gives one
  /// back.
  std::vector<WormSlot>& places() { return places_; }
  /// The tail of the worm was taken at one of the nodes.
  void received(Cycle now, WormSlot slot);
  /// The packets begin. Appends what may enter the network.
  void begin(Cycle now, std::vector<Injection>& injections);
  /// Numbers the packets that have begun in a cycle, from `first` on, before begin() is called again; tells
  /// observers.
  void number(Cycle cycle, std::uint32_t first);
  /// Packets that have not been.
  std::uint32_t not_numbered() const { return static_cast<std::uint32_t>(begun_.size()); }
  /// The tail of the worm has left one of the nodes.
  void sent(WormSlot slot);

  /// No packet begins any more.
  void stop();
  /// The earliest cycle that has something for it; may lie in the past.
  Cycle next_timer() const;

  const PacketSums& sums() const { return sums_; }
  const LatencyStatistics& latency() const { return latency_; }
  const LatencyStatistics& network_latency() const { return network_latency_; }
  /// Flits of the packets that were made in the window before `end`. Draws, aside, what waits in the queues
  /// as well.
  std::int64_t offered_flits(Cycle end) const;

 private:
  struct Packet {
    Cycle made = MessageSource::kNever;
    NodeId destination = 0;
    std::int32_t flits = 0;
    std::int16_t message_class = 0;
    std::int16_t ejection_channel = 0;
    std::uint32_t ties = 0;  // bit d: direction - of two equally short ones in dimension d
  };
  struct Node {
    NodeRandom random;
    Arrivals::State arrivals;
    Packet next;             // the front of the queue, or the first packet to come
    std::uint32_t free;      // injection channels that may begin a send
    bool alarm_set = false;  // for the making of `next`
  };
  /// kMade: the node's next packet is made; a channel: the startup time of its send is over.
  struct Alarm {
    static constexpr int kMade = -1;
    Cycle at;
    NodeId node;
    std::int32_t channel;
    WormSlot worm;
    bool operator>(const Alarm& other) const { return at > other.at; }
  };
  struct FreeChannel {
    NodeId node;
    int channel;
  };
  struct Beginning {
    NodeId node;
    int channel;
    Packet packet;
  };

  Node& node(NodeId id) { return nodes_[static_cast<std::size_t>(id - first_)]; }
  void draw(NodeId id, Node& node) const;
  void draw_next(NodeId id);
  void serve(Cycle now, NodeId id);
  /// For the making of the node's next packet.
  void set_alarm(NodeId id, Node& node);
  WormSlot put_worm(Cycle now, const Beginning& beginning);

  struct Beginnings {
    Cycle cycle = -1;
    std::uint32_t packets = 0;
  };
  static constexpr Cycle kKnown = 4;

  // First what others ask of a part in every cycle: a cache line.
  std::array<Beginnings, kKnown> in_cycle_;
  alignas(64) Cycle looked_at_ = -1;
  std::vector<Beginning> beginning_;   // in the cycle that it has looked at
  std::vector<Injection> started_up_;  // whose startup time is over then
  std::vector<WormSlot> places_;
  std::vector<WormSlot> begun_;  // and not numbered yet
  const OpenLoopPlan& plan_;
  WormTable& worms_;
  const NodeId first_;
  std::vector<Node> nodes_;
  std::vector<FreeChannel> freed_;  // since it has looked ahead
  NodeSet due_;                     // nodes to be served in a cycle
  TimerWheel<Alarm> alarms_;
  bool stopped_ = false;
  PacketSums sums_;
  LatencyStatistics latency_, network_latency_;
};

}  // namespace torusim
