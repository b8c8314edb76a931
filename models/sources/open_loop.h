#pragma once
/// Open-loop traffic: every node makes packets at a given rate, whether the network takes them or not.
///
/// Packets wait in an unbounded queue at their source; an injection channel that is free takes the next one
/// (traffic_part.h).
///
/// Latency runs from the cycle of a packet's making to the cycle in which its tail is taken, network latency
/// from the head's first cycle on the injection channel. Packets made in the window are measured. Traffic
/// goes on until they are delivered, but for at most `drain` cycles, and not at all when the window has shown
/// that the network cannot take the load. Then nothing more is sent, and the run ends when the network is
/// empty: every flit that was sent has been checked.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/contract/divided_source.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/open_loop_plan.h"
#include "models/sources/traffic_part.h"

namespace torusim {

/// A load counts as accepted while the flits delivered in the window are at least this share of those
/// offered.
constexpr double kAcceptedShare = 0.95;

class OpenLoopTraffic : public MessageSource, public DividedSource {
 public:
  OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& options,
                  WormTable& worms, const std::vector<Observer*>& observers);

  void received(Cycle now, WormSlot slot) override { part_at(worms_[slot].destination).received(now, slot); }
  void sent(Cycle /*now*/, WormSlot slot) override { part_at(worms_[slot].source).sent(slot); }
  void advance(Cycle now, std::vector<Injection>& injections) override;
  void divide(std::span<const NodeId> firsts) override;
  /// Until the window ends: then it depends on all parts when the traffic does.
  Cycle in_parts_until(Cycle now, Cycle end) override;
  void advance_part(Cycle now, std::size_t part, std::vector<Injection>& injections) override;
  /// To look ahead.
  std::size_t leftovers(std::size_t part) const override;
  void do_leftovers(std::size_t part) override;
  Cycle next_timer() const override;
  bool done() const override { return stopped_ && sums().in_flight == 0; }
  /// A run of 2^31 packets: their numbers would repeat.
  bool failed() const override { return next_number_ >= Worm::kFirstSignal; }
  std::int64_t delivered() const override { return sums().packets; }
  /// About how many packets there will be until the end of the window.
  std::int64_t total() const override;

  // After the run.
  /// It was cut off behind cycle `last`: if the window was not over, what follows is of that part of it.
  void cut_off(Cycle last) { measured_end_ = std::min(plan_.window_end, last + 1); }
  /// Cycles of the window that were simulated.
  Cycle measured_cycles() const { return std::max<Cycle>(measured_end_ - plan_.options.warm_up, 0); }
  /// Flits of the packets that were made in the window, per node and cycle.
  double offered() const;
  /// Flits of the packets that were delivered in the window, per node and cycle.
  double accepted() const { return per_node_and_cycle(sums().accepted_flits); }
  /// Every packet that was made in the window has been delivered.
  bool complete() const;
  LatencyStatistics latency() const;
  LatencyStatistics network_latency() const;
  /// Of all packets of the run. The hops of those that were measured are added up, too.
  PacketSums sums() const;

 private:
  /// Packets of all parts that have numbers, as a part knows.
  struct alignas(64) Numbered {
    std::uint32_t packets = 0;
  };

  TrafficPart& part_at(NodeId node) { return *parts_[part_of_[static_cast<std::size_t>(node)]]; }
  double per_node_and_cycle(std::int64_t flits) const;
  void stop_when_enough(Cycle now);
  /// A cycle is that of every part.
  bool by_part(Cycle cycle) const { return plan_.observers.empty() && cycle < plan_.window_end; }
  void look_ahead(Cycle now);
  std::int64_t most_beginning(Cycle cycles) const;
  void number_in_part(Cycle cycle, std::size_t part);
  void number_last(Cycle cycle);
  void provide(std::size_t part, Cycle cycles);

  const OpenLoopPlan plan_;
  WormTable& worms_;
  std::vector<std::unique_ptr<TrafficPart>> parts_;
  std::vector<std::uint16_t> part_of_;         // by node
  std::vector<Numbered> numbered_;             // by part
  alignas(64) std::uint32_t next_number_ = 0;  // that one thread writes: others read what is above
  bool numbers_in_parts_ = false;
  bool window_over_ = false, stopped_ = false;
  Cycle measured_end_;  // the window's, if it was not cut off
};

}  // namespace torusim
