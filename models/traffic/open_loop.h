#pragma once
/// Open-loop traffic: every node makes packets at a given rate, whether the network takes them or not.
///
/// Packets wait in an unbounded queue at their source. Latency runs from a packet's making to its tail being
/// taken. Packets made in the measuring window are measured; the run goes on, with traffic, until all of them
/// are delivered.

#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

#include "models/message_source.h"
#include "models/traffic/pattern.h"

namespace torusim {

struct OpenLoopOptions {
  double load = 0.1;                 ///< flits offered per node and cycle
  std::vector<int> packet_flits{8};  ///< lengths, one drawn for each packet
  Cycle warm_up = 1000;              ///< cycles before the window
  Cycle window = 5000;               ///< cycles in which packets are measured
  Cycle drain = 100000;              ///< cycles after the window in which the measured packets must arrive
  std::uint64_t seed = 1;
};

class OpenLoopTraffic : public MessageSource {
 public:
  OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& options,
                  WormTable& worms);

  void received(Cycle now, WormSlot slot) override;
  void sent(Cycle now, WormSlot slot) override;
  void advance(Cycle now, std::vector<Injection>& injections) override;
  Cycle next_timer() const override;
  bool done() const override;
  bool failed() const override { return false; }
  std::int64_t delivered() const override { return measured_delivered_; }
  std::int64_t total() const override { return measured_made_; }

  /// Flits taken in the window, per node and cycle.
  double throughput() const;
  /// Latency in cycles of every measured packet, in order of delivery.
  const std::vector<std::int32_t>& latencies() const { return latencies_; }
  std::int64_t flit_hops() const { return flit_hops_; }

 private:
  struct Packet {
    Cycle made;
    NodeId destination;
    std::int32_t flits;
  };
  struct Node {
    NodeRandom random;
    std::deque<Packet> queue;  // the front one may be on its way into the network
    bool sending = false;
  };
  struct Making {
    Cycle at;
    NodeId node;
    bool operator>(const Making& other) const { return at != other.at ? at > other.at : node > other.node; }
  };

  bool measured(Cycle made) const { return made >= options_.warm_up && made < window_end_; }
  Cycle next_making(Node& node, Cycle after) const;
  void begin(Cycle now, NodeId node, std::vector<Injection>& injections);

  const Hardware& hardware_;
  const Pattern& pattern_;
  const OpenLoopOptions options_;
  const Cycle window_end_;
  double probability_;  // of a packet being made, per node and cycle
  WormTable& worms_;
  std::vector<Node> nodes_;
  std::vector<NodeId> ready_;  // nodes that may begin to send in the next advance()
  std::priority_queue<Making, std::vector<Making>, std::greater<>> makings_;
  std::vector<Cycle> made_of_slot_;
  std::vector<std::int32_t> latencies_;
  std::int64_t measured_made_ = 0, measured_delivered_ = 0;
  std::int64_t window_flits_ = 0, flit_hops_ = 0;
  std::uint32_t next_number_ = 0;
  Cycle now_ = 0;
};

}  // namespace torusim
