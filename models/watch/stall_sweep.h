#pragma once
/// Stalls and their durations from spans, equal to those that the monitor counts cycle by cycle.
///
/// A flit at the front of a buffer waits from the first cycle in which it could leave until it leaves.
/// Streaming flits never wait, and cost nothing here. Where flits wait, the sweep visits an input port at
/// every change: of the owner of a virtual channel, of credits, of the worm on a channel or out of the port.
/// Between changes every flit waits for one reason. The sweep of a port runs when a flit leaves that did not
/// follow another, so cycles without changes cost nothing.
///
/// With a shared pool, the sweep evaluates a flit whose VC has no reserved slot left cycle by cycle.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "models/contract/phase_gates.h"
#include "models/watch/recent_spans.h"
#include "models/watch/stall.h"

namespace torusim {

class StallSweep {
 public:
  StallSweep(const Hardware& hardware, const ChannelTable& table, RecentSpans& spans,
             StallListener& listener);

  /// Reports the stalls of the channel's input port in all cycles before `now`. All spans that began before
  /// `now` must be known. `flows` is RecentSpans::flows().
  void input(ChannelId c, Cycle now, bool flows) {
    RecentSpans::Channel& channel = spans_.channel(c);
    if (channel.swept >= now) return;
    if (channel.filled != 0 && !flows) sweep(c, channel.swept, now);
    channel.swept = now;
  }
  /// Reports the stalls of worms at their source, between head and tail.
  void injection(ChannelId c, Cycle now);
  /// Reports all stalls at a router, and those of the node's injection channels.
  void router(NodeId node, Cycle now);

  // The following functions are only for gates.
  void load(const Phase& phase, std::uint32_t first_number) { gates_->load(phase, first_number); }
  bool gated() const { return gates_.has_value(); }
  /// Counts the tail of an ended span at its gate. The span is not on an injection channel.
  void tail_passed(const FlitSpan& span);

 private:
  enum class Stage : std::uint8_t { kAway, kAllocation, kCredit, kUntold, kReady };
  /// A flit at the front of a buffer.
  struct Waiter {
    int vc;
    Cycle since;  // first cycle at the front
    bool head;
    std::uint32_t worm, flits, number;  // `number` counts flits of the VC
    int hop;
    ChannelId wanted;
    int wanted_vc;
    Stage stage;
    std::uint32_t blocker;
    Cycle until;  // end of the stage
    Held<const RecentSpans::Sent*> carried;
  };

  void sweep(ChannelId c, Cycle from, Cycle to);
  bool find_waiter(ChannelId c, int vc, const RecentSpans::Gone* gave, Cycle to, Waiter& waiter);
  void judge(ChannelId c, Cycle from, Cycle to, std::span<Waiter> waiters, const RecentSpans::Gone* gave);
  void find_way(ChannelId c, const RecentSpans::Sent& at, Waiter& waiter);
  void find_stage(ChannelId c, Cycle now, Waiter& waiter) const;
  /// Whether the gate admits the head. A closed gate opens at `until`, or after all known events.
  Held<bool> gate_admits(const Waiter& waiter, Cycle now) const;
  /// Whether the credit rule allows `flits` flits.
  Held<bool> credit(ChannelId c, int vc, int flits, Cycle now) const;
  /// Flits that the credit rule must allow before the flit may go.
  int flits_asked(ChannelId c, const Waiter& waiter, Cycle now) const;
  int in_flight(ChannelId c, int vc, std::uint32_t sent, Cycle now) const;
  std::int32_t shared_used(ChannelId c, Cycle now) const;
  void tell_ready(Cycle from, Cycle to, std::span<Waiter> waiters, const RecentSpans::Gone* gave);
  void tell(const Waiter& waiter, StallCause cause, std::uint32_t blocker, Cycle from, Cycle to);

  const Hardware hardware_;
  const ChannelTable& table_;
  RecentSpans& spans_;
  StallListener& listener_;
  std::array<Waiter, Hardware::kMaxVcs> waiters_;
  std::vector<Cycle> injection_swept_;  // [nodes][alpha]
  std::optional<PhaseGates> gates_;     // gates after the tails of ended spans
  std::vector<Cycle> limit_since_;      // by channel: begin of the current limit of its gate
};

}  // namespace torusim
