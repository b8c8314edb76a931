#pragma once
/// Open-loop traffic of some consecutive nodes: the packets that the nodes create, and the packets that
/// arrive.
///
/// The packets of a node depend only on its random numbers, so the part stores no queue: it draws a packet
/// when the previous packet has left the queue. Memory therefore does not grow with the load.
///
/// Several threads may work on different parts: parts share no written data except the table of worms, in
/// which each part has its own places. Packets are numbered in the order of cycles and nodes. look_ahead()
/// determines how many packets of a part begin in a cycle as soon as the previous cycle is over. Every part
/// therefore knows the number a cycle later.
///
/// Closed loop: the destination of a request creates a reply in the cycle after its arrival and the service
/// time. The source of the request creates the next one in the cycle after the arrival of the reply. Requests
/// and replies of a node wait in one queue, in the order of their creation. Worm::transfer of a reply is the
/// number of its request.

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "models/contract/message_source.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/node_set.h"
#include "models/sources/open_loop_plan.h"
#include "models/sources/timer_wheel.h"

namespace torusim {

/// Totals of the packets of some nodes. The totals of several parts are added.
struct PacketSums {
  NodeId behind = 0;  ///< nodes whose next packet is created before the window ends
  /// Packets begun minus packets delivered; negative in a part that receives more than it sends.
  std::int64_t measured_in_flight = 0, in_flight = 0;
  std::int64_t offered_flits = 0, accepted_flits = 0;
  std::int64_t packets = 0, flit_hops = 0;
  double measured_hops = 0;
  std::int64_t answered = 0;   ///< closed loop: replies that arrived in the window
  std::int64_t most_held = 0;  ///< closed loop: most requests at a node whose replies had not begun

  void add(const PacketSums& other);
};

class alignas(64) TrafficPart {
 public:
  /// Worm::phase of the packets of open-loop traffic and of requests, and of replies.
  static constexpr int kRequests = 0, kReplies = 1;

  /// Traffic of nodes first .. end - 1. `plan` and `worms` must outlive the part.
  TrafficPart(const OpenLoopPlan& plan, WormTable& worms, NodeId first, NodeId end);

  // The functions of a cycle, in the order of their calls.
  /// Determines the packets that begin in cycle `now`. All sent() of the previous cycle must precede it.
  void look_ahead(Cycle now);
  /// The last cycle for which look_ahead() has been called.
  Cycle looked_at() const { return looked_at_; }
  /// Number of packets that begin in one of the last three cycles of look_ahead(); 0 for other cycles.
  std::uint32_t beginning(Cycle cycle) const {
    const Beginnings& beginnings = in_cycle_[cycle & (kKnown - 1)];
    return beginnings.cycle == cycle ? beginnings.packets : 0;
  }
  /// Upper bound of the packets that begin in `cycles` consecutive cycles.
  std::int64_t most_beginning(Cycle cycles) const;
  /// Unused places for worms. begin() takes the last place for each packet; received() gives one back.
  std::vector<WormSlot>& places() { return places_; }
  /// The tail of the worm was taken at one of the nodes.
  void received(Cycle now, WormSlot slot);
  /// Makes the worms of the packets that begin. Appends the worms that may enter the network.
  void begin(Cycle now, std::vector<Injection>& injections);
  /// Numbers the packets that have begun in a cycle, from `first` on, and informs observers. The call must
  /// precede the next begin().
  void number(Cycle cycle, std::uint32_t first);
  /// Number of begun packets without a number.
  std::uint32_t not_numbered() const { return static_cast<std::uint32_t>(begun_.size()); }
  /// The tail of the worm has left one of the nodes.
  void sent(WormSlot slot);

  /// Ends the traffic: no further packet begins.
  void stop();
  /// The earliest cycle in which the part has work; can be in the past.
  Cycle next_timer() const;

  const PacketSums& sums() const { return sums_; }
  const LatencyStatistics& latency() const { return latency_; }
  const LatencyStatistics& network_latency() const { return network_latency_; }
  /// Flits of the packets created in the window before `end`, including packets that wait in the queues,
  /// which are drawn from copies. Closed loop: the flits that the network took.
  std::int64_t offered_flits(Cycle end) const;
  /// Calls see(node, cycle of its creation, flits) for each of these packets that waits in a queue.
  void each_queued(Cycle end, const std::function<void(NodeId, Cycle, int)>& see) const;

 private:
  struct Packet {
    Cycle made = MessageSource::kNever;
    NodeId destination = 0;
    std::int32_t flits = 0;
    std::int16_t message_class = 0;
    std::int16_t ejection_channel = 0;
    std::uint32_t ties = 0;  // as of PacketRoutes::append(); or the random number of SourceRouting
    bool reply = false;
    std::uint32_t request = 0;  // the number of the request of a reply
  };
  /// The closed loop of a node.
  struct Loop {
    struct Reply {
      Cycle ready;           // the cycle of its creation
      std::uint32_t number;  // of the request
      Packet packet;
    };
    int fresh = 0;              // requests that the node may create in cycle 0
    std::deque<Cycle> freed;    // cycles in which the node may create further requests
    std::deque<Reply> replies;  // by cycle and number
    Cycle begun_in = -1;        // the last cycle in which replies begin, and their number
    int begun = 0;
  };
  struct Node {
    NodeRandom random;
    Arrivals::State arrivals;
    Packet next;             // the front of the queue, or the first packet to come
    std::uint32_t free;      // injection channels that may begin a send
    bool alarm_set = false;  // an alarm for the creation of `next`
  };
  /// An alarm of a node. `channel` kMade: its next packet is created; kReply: a reply; else the startup time
  /// of the channel's send is over.
  struct Alarm {
    static constexpr int kMade = -1, kReply = -2;
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
  Loop& loop(NodeId id) { return loops_[static_cast<std::size_t>(id - first_)]; }
  template <typename See>
  void go_through_queue(NodeId id, Cycle end, const See& see) const;
  void draw(NodeId id, Node& node) const;
  void draw_request(NodeId id, Node& node);
  void choose(NodeId from, std::uint64_t bits, Packet& packet) const;
  void draw_next(NodeId id);
  void serve(Cycle now, NodeId id);
  void serve_loop(Cycle now, NodeId id);
  void make_reply(Cycle now, const Worm& request);
  void take_reply(Cycle now, NodeId id);
  /// Sets the alarm for the creation of the node's next packet.
  void set_alarm(NodeId id, Node& node);
  WormSlot put_worm(Cycle now, const Beginning& beginning);

  struct Beginnings {
    Cycle cycle = -1;
    std::uint32_t packets = 0;
  };
  static constexpr Cycle kKnown = 4;

  // The first cache line has the data that other parts read in every cycle.
  std::array<Beginnings, kKnown> in_cycle_;
  alignas(64) Cycle looked_at_ = -1;
  std::vector<Beginning> beginning_;   // packets that begin in cycle looked_at_
  std::vector<Injection> started_up_;  // worms whose startup time ends in that cycle
  std::vector<WormSlot> places_;
  std::vector<WormSlot> begun_;  // worms without a number
  const OpenLoopPlan& plan_;
  WormTable& worms_;
  const NodeId first_;
  std::vector<Node> nodes_;
  std::vector<Loop> loops_;         // by node; empty: open loop
  std::vector<FreeChannel> freed_;  // channels freed since look_ahead()
  NodeSet due_;                     // nodes to be served in a cycle
  TimerWheel<Alarm> alarms_;
  bool stopped_ = false;
  PacketSums sums_;
  LatencyStatistics latency_, network_latency_;
};

}  // namespace torusim
