#pragma once
/// Open-loop traffic: every node makes packets at a given rate, whether the network takes them or not.
///
/// Packets wait in an unbounded queue at their source; an injection channel that is free takes the next one.
/// Since the packets of a node depend on nothing but its random numbers, a queue is not stored: a packet is
/// drawn when the one before it has left the queue. So memory does not grow with the load.
///
/// Latency runs from the cycle of a packet's making to the cycle in which its tail is taken, network latency
/// from the head's first cycle on the injection channel. Packets made in the window are measured. Traffic
/// goes on until they are delivered, but for at most `drain` cycles, and not at all when the window has shown
/// that the network cannot take the load. Then nothing more is sent, and the run ends when the network is
/// empty: every flit that was sent has been checked.

#include <cstdint>
#include <vector>

#include "models/contract/message_source.h"
#include "models/contract/observer.h"
#include "models/sources/arrivals.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/packet_mix.h"
#include "models/sources/pattern.h"
#include "models/sources/timer_wheel.h"

namespace torusim {

struct OpenLoopOptions {
  double load = 0.1;  ///< flits offered per node and cycle
  PacketMix packet;
  ArrivalKind injection;
  Cycle startup = 0;     ///< t_s: cycles from the start of a send to its head entering the network
  Cycle warm_up = 5000;  ///< cycles before the window
  Cycle window = 20000;  ///< cycles in which packets are measured
  Cycle drain = 20000;   ///< most cycles after the window in which the measured packets must arrive
  std::uint64_t seed = 0;
};

/// A load counts as accepted while the flits delivered in the window are at least this share of those
/// offered.
constexpr double kAcceptedShare = 0.95;

class OpenLoopTraffic : public MessageSource {
 public:
  OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& options,
                  WormTable& worms, const std::vector<Observer*>& observers);

  void received(Cycle now, WormSlot slot) override;
  void sent(Cycle now, WormSlot slot) override;
  void advance(Cycle now, std::vector<Injection>& injections) override;
  Cycle next_timer() const override;
  bool done() const override { return stopped_ && in_flight_ == 0; }
  /// A run of 2^31 packets: their numbers would repeat.
  bool failed() const override { return next_number_ >= Worm::kFirstSignal; }
  std::int64_t delivered() const override { return packets_; }
  /// About how many packets there will be until the end of the window.
  std::int64_t total() const override;

  // After the run.
  /// Flits of the packets that were made in the window, per node and cycle.
  double offered() const;
  /// Flits of the packets that were delivered in the window, per node and cycle.
  double accepted() const { return per_node_and_cycle(accepted_flits_); }
  /// Every packet that was made in the window has been delivered.
  bool complete() const { return behind_ == 0 && measured_in_flight_ == 0; }
  const LatencyStatistics& latency() const { return latency_; }
  const LatencyStatistics& network_latency() const { return network_latency_; }
  /// Average over the measured packets that were delivered.
  double mean_hops() const { return measured_hops_ / static_cast<double>(latency_.count()); }
  /// Of all packets of the run.
  std::int64_t packets() const { return packets_; }
  std::int64_t flit_hops() const { return flit_hops_; }

 private:
  struct Packet {
    Cycle made = kNever;
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

  double per_node_and_cycle(std::int64_t flits) const;
  bool in_window(Cycle cycle) const { return cycle >= options_.warm_up && cycle < window_end_; }
  void draw(NodeId id, Node& node) const;
  void draw_next(NodeId id);
  void serve(Cycle now, NodeId id, std::vector<Injection>& injections);
  void begin(Cycle now, NodeId id, int channel, std::vector<Injection>& injections);
  Route route_of(NodeId from, const Packet& packet) const;
  void stop_when_enough(Cycle now);

  const Hardware& hardware_;
  const Pattern& pattern_;
  const OpenLoopOptions options_;
  const Arrivals arrivals_;
  const Cycle window_end_;
  WormTable& worms_;
  const std::vector<Observer*>& observers_;
  std::vector<Node> nodes_;
  std::vector<FreeChannel> freed_;  // since the last advance()
  std::vector<NodeId> due_;         // nodes to be served in this cycle
  TimerWheel<Alarm> alarms_;
  std::vector<Cycle> made_of_slot_;
  NodeId behind_ = 0;  // nodes whose next packet is a measured one
  std::int64_t measured_in_flight_ = 0, in_flight_ = 0;
  std::int64_t offered_flits_ = 0, accepted_flits_ = 0;
  std::int64_t packets_ = 0, flit_hops_ = 0;
  double measured_hops_ = 0;
  LatencyStatistics latency_, network_latency_;
  std::uint32_t next_number_ = 0;
  bool window_over_ = false, stopped_ = false;
};

}  // namespace torusim
