#pragma once
/// Why worms could not go on, and for how long: the stalls that the monitor counts cycle by cycle, from
/// spans.
///
/// A flit at the front of a buffer waits from when it could leave to when it leaves; one that streams never
/// does, and costs nothing here. Where flits wait, an input port is gone through from change to change: of a
/// virtual channel's owner, of credits, of who is on a channel or leaves the port. In between, everybody
/// waits for one reason. A port is looked at when a flit of it that did not follow another leaves, so nothing
/// is done in cycles in which nothing changes.
///
/// With a shared pool, a flit that has used up its own slots is asked cycle by cycle.

#include <array>
#include <span>
#include <vector>

#include "models/watch/recent_spans.h"
#include "models/watch/stall.h"

namespace torusim {

class StallSweep {
 public:
  StallSweep(const Hardware& hardware, const ChannelTable& table, RecentSpans& spans,
             StallListener& listener);

  /// The input port that the channel ends at: its stalls of all cycles before `now` are told. All spans that
  /// began before `now` are known.
  void input(ChannelId c, Cycle now) {
    RecentSpans::Channel& channel = spans_.channel(c);
    if (channel.swept >= now) return;
    if (channel.filled != 0 && !spans_.flows(c, now)) sweep(c, channel.swept, now);
    channel.swept = now;
  }
  /// The same of worms at their source, between head and tail.
  void injection(ChannelId c, Cycle now);
  /// Everything at a router.
  void router(NodeId node, Cycle now);

 private:
  enum class Stage : std::uint8_t { kAway, kAllocation, kCredit, kUntold, kReady };
  /// A flit at the front of a buffer.
  struct Waiter {
    int vc;
    Cycle since;  // at the front
    bool head;
    std::uint32_t worm, flits, number;  // `number` of its flit on its VC
    int hop;
    ChannelId wanted;
    int wanted_vc;
    Stage stage;
    std::uint32_t blocker;
    Cycle until;  // of the stage
    Held<const RecentSpans::Sent*> carried;
  };

  void sweep(ChannelId c, Cycle from, Cycle to);
  bool find_waiter(ChannelId c, int vc, const RecentSpans::Gone* gave, Cycle to, Waiter& waiter);
  void judge(ChannelId c, Cycle from, Cycle to, std::span<Waiter> waiters, const RecentSpans::Gone* gave);
  void find_way(ChannelId c, const RecentSpans::Sent& at, Waiter& waiter);
  void find_stage(ChannelId c, Cycle now, Waiter& waiter) const;
  /// Whether the credit rule allows `flits` flits.
  Held<bool> credit(ChannelId c, int vc, int flits, Cycle now) const;
  int in_flight(ChannelId c, int vc, Cycle now) const;
  std::int32_t shared_used(ChannelId c, Cycle now) const;
  void tell_ready(Cycle from, Cycle to, std::span<Waiter> waiters, const RecentSpans::Gone* gave);
  void tell(const Waiter& waiter, StallCause cause, std::uint32_t blocker, Cycle from, Cycle to);

  const Hardware hardware_;
  const ChannelTable& table_;
  RecentSpans& spans_;
  StallListener& listener_;
  std::array<Waiter, Hardware::kMaxVcs> waiters_;
  std::vector<Cycle> injection_swept_;  // [nodes][alpha]
};

}  // namespace torusim
