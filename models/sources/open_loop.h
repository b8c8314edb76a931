#pragma once
/// Open-loop traffic: every node creates packets at a given rate, independent of the state of the network. Or
/// the traffic of a closed loop: requests and their replies (ClosedLoopOptions).
///
/// Packets wait in an unbounded queue at their source; a free injection channel takes the next packet
/// (traffic_part.h).
///
/// Latency is the time from the creation of a packet to the ejection of its tail; network latency begins with
/// the head's first cycle on the injection channel. Packets created in the window are measured. Traffic
/// continues until the measured packets are delivered, for at most `drain` cycles; after a saturated window
/// it stops at once. Then the run ends when the network is empty, so that every sent flit has been checked.
/// The latency of a closed loop is the round trip: from the creation of a request to the ejection of the
/// reply's tail. Its network latencies are those of the requests and replies one by one.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/contract/message_source.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/open_loop_plan.h"
#include "models/sources/traffic_part.h"

namespace torusim {

/// A load counts as accepted if the flits delivered in the window are at least this share of the offered
/// flits.
constexpr double kAcceptedShare = 0.95;

class OpenLoopTraffic : public MessageSource, public DividedSource {
 public:
  /// `pairs` has the routes and classes of some pairs of nodes, or is null. All arguments must outlive this
  /// object, except `options`.
  OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& options,
                  WormTable& worms, const std::vector<Observer*>& observers,
                  const PairRoutes* pairs = nullptr);

  void received(Cycle now, WormSlot slot) override { part_at(worms_[slot].destination).received(now, slot); }
  void sent(Cycle /*now*/, WormSlot slot) override { part_at(worms_[slot].source).sent(slot); }
  void advance(Cycle now, std::vector<Injection>& injections) override;
  void divide(std::span<const NodeId> firsts) override;
  /// Parts are independent until the window ends; from then on the end of the traffic depends on all parts.
  Cycle in_parts_until(Cycle now, Cycle end) override;
  void advance_part(Cycle now, std::size_t part, std::vector<Injection>& injections) override;
  /// The deferred work determines the packets that begin in the next cycle.
  std::size_t leftovers(std::size_t part) const override;
  void do_leftovers(std::size_t part) override;
  Cycle next_timer() const override;
  bool done() const override { return stopped_ && sums().in_flight == 0; }
  /// Whether the run has 2^31 packets; the numbers of further packets would repeat.
  bool failed() const override { return next_number_ >= Worm::kFirstSignal; }
  std::int64_t delivered() const override { return sums().packets; }
  /// Estimated number of packets until the end of the window.
  std::int64_t total() const override;

  // The following functions are for use after the run.
  /// Records that the run was cut off after cycle `last`. The following figures then cover the simulated part
  /// of the window.
  void cut_off(Cycle last) { measured_end_ = std::min(plan_.window_end, last + 1); }
  /// Cycles of the window that were simulated.
  Cycle measured_cycles() const { return std::max<Cycle>(measured_end_ - plan_.options.warm_up, 0); }
  /// Flits of packets created in the window, per node and cycle.
  double offered() const;
  /// Calls see(node, cycle of its creation, flits) for each of these packets whose send has not begun; open
  /// loop only.
  void each_queued(const std::function<void(NodeId, Cycle, int)>& see) const {
    for (const auto& part : parts_) part->each_queued(measured_end_, see);
  }
  /// Flits of packets delivered in the window, per node and cycle.
  double accepted() const { return per_node_and_cycle(sums().accepted_flits); }
  /// Closed loop: replies delivered in the window, per node and cycle.
  double answered() const { return per_node_and_cycle(sums().answered); }
  /// Whether every packet created in the window has been delivered, and every request been answered.
  bool complete() const;
  LatencyStatistics latency() const;
  LatencyStatistics network_latency() const;
  /// Totals of all packets of the run, and the hops of the measured packets.
  PacketSums sums() const;

 private:
  /// A part's count of the numbered packets of all parts.
  struct alignas(64) Numbered {
    std::uint32_t packets = 0;
  };

  TrafficPart& part_at(NodeId node) { return *parts_[part_of_[static_cast<std::size_t>(node)]]; }
  double per_node_and_cycle(std::int64_t flits) const;
  void stop_when_enough(Cycle now);
  /// Whether the parts can simulate this cycle independently.
  bool by_part(Cycle cycle) const { return plan_.observers.empty() && cycle < plan_.window_end; }
  void look_ahead(Cycle now);
  std::int64_t most_beginning(Cycle cycles) const;
  void number_in_part(Cycle cycle, std::size_t part);
  void number_last(Cycle cycle);
  void provide(std::size_t part, Cycle cycles);

  OpenLoopPlan plan_;
  WormTable& worms_;
  std::vector<std::unique_ptr<TrafficPart>> parts_;
  std::vector<std::uint16_t> part_of_;         // by node
  std::vector<Numbered> numbered_;             // by part
  alignas(64) std::uint32_t next_number_ = 0;  // one thread writes it; others read the members above
  bool numbers_in_parts_ = false;
  bool window_over_ = false, stopped_ = false;
  Cycle measured_end_;  // end of the window, or of its simulated part
};

}  // namespace torusim
