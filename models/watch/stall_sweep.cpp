#include "models/watch/stall_sweep.h"

#include <algorithm>
#include <bit>
#include <span>

namespace torusim {
namespace {

constexpr std::uint32_t kNobody = Stall::kNobody;
static_assert(kNobody == RecentSpans::kNone);

}  // namespace

StallSweep::StallSweep(const Hardware& hardware, const ChannelTable& table, RecentSpans& spans,
                       StallListener& listener)
    : hardware_(hardware),
      table_(table),
      spans_(spans),
      listener_(listener),
      injection_swept_(static_cast<std::size_t>(hardware.topology.nodes()) * hardware.alpha, 0) {
  if (!hardware.phase_gates) return;
  gates_.emplace(hardware_);
  limit_since_.assign(static_cast<std::size_t>(table.size()), 0);
}

void StallSweep::tail_passed(const FlitSpan& span) {
  const bool changed = gates_->pass(table_.node(span.channel), table_.port(span.channel));
  if (changed) limit_since_[static_cast<std::size_t>(span.channel)] = span.tail_due() + 1;
}

/// While a head waits, its phase stays loaded at the gate, and once open the gate stays open for it.
Held<bool> StallSweep::gate_admits(const Waiter& waiter, Cycle now) const {
  if (!gates_) return {true, RecentSpans::kNever};
  const NodeId node = table_.node(waiter.wanted);
  const int port = table_.port(waiter.wanted);
  Cycle since = limit_since_[static_cast<std::size_t>(waiter.wanted)];
  std::uint32_t limit = gates_->limit(node, port);
  const RecentSpans::Sent* const newest = spans_.newest(waiter.wanted);
  const bool open_tail = spans_.channel(waiter.wanted).open != nullptr && newest != nullptr && newest->tail();
  if (waiter.worm >= limit && open_tail) {
    limit = gates_->limit_after(node, port, 1);
    since = newest->tail_due() + 1;
  }
  if (waiter.worm >= limit) return {false, RecentSpans::kNever};
  return now >= since ? Held<bool>{true, RecentSpans::kNever} : Held<bool>{false, since};
}

void StallSweep::router(NodeId node, Cycle now) {
  for (int in = 0; in < hardware_.ports(); ++in) {
    const ChannelId feeder = table_.feeder(node, in);
    if (feeder == ChannelTable::kNone) continue;
    input(feeder, now, spans_.flows(feeder, now));
    if (table_.injection(feeder)) injection(feeder, now);
  }
}

/// At most one span has left the port since `from`.
void StallSweep::sweep(ChannelId c, Cycle from, Cycle to) {
  const RecentSpans::Gone* const gave = spans_.newest_out(c);
  const Cycle behind = gave == nullptr ? from : std::clamp(gave->last + 1, from, to);
  Cycle first = to;
  std::size_t count = 0;
  for (std::uint64_t filled = spans_.channel(c).filled; filled != 0; filled &= filled - 1) {
    const int vc = std::countr_zero(filled);
    Waiter& waiter = waiters_[count];
    const Cycle free = gave != nullptr && gave->from_vc == vc ? behind : from;
    if (free >= to || !find_waiter(c, vc, gave, to, waiter)) continue;
    waiter.since = std::max(waiter.since, free);
    waiter.stage = Stage::kAway;
    first = std::min(first, waiter.since);
    ++count;
  }
  if (count == 0) return;
  const std::span<Waiter> waiters(waiters_.data(), count);
  if (first < behind) judge(c, first, behind, waiters, gave);
  judge(c, std::max(first, behind), to, waiters, nullptr);
}

/// Span `gave` leaves the port in all of these cycles, or in none.
void StallSweep::judge(ChannelId c, Cycle from, Cycle to, std::span<Waiter> waiters,
                       const RecentSpans::Gone* gave) {
  for (Waiter& waiter : waiters) waiter.until = std::max(waiter.since, from);
  Cycle next = to;
  for (Cycle now = from; now < to; now = next) {
    next = to;
    for (Waiter& waiter : waiters) {
      if (waiter.until <= now) find_stage(c, now, waiter);
      next = std::min(next, waiter.until);
      if (waiter.stage != Stage::kReady) continue;
      if (waiter.carried.until <= now) waiter.carried = spans_.carried(waiter.wanted, now);
      next = std::min(next, waiter.carried.until);
    }
    tell_ready(now, next, waiters, gave);
  }
}

/// Finds the flit at the front of a buffer, if it could leave before `to`. `gave` is the newest span out of
/// the port.
bool StallSweep::find_waiter(ChannelId c, int vc, const RecentSpans::Gone* gave, Cycle to, Waiter& waiter) {
  std::uint32_t number = spans_.vc(c, vc).left;
  if (gave != nullptr && gave->from_vc == vc) number += gave->count();
  const RecentSpans::Sent* const at = spans_.holder(c, vc, number);
  if (at == nullptr) {
    RecentSpans::Channel& channel = spans_.channel(c);
    const RecentSpans::Sent& newest = *spans_.newest(c);
    const bool owned = (channel.owned >> vc & 1) != 0 && !(newest.vc == vc && newest.tail());
    if (!owned) channel.filled &= ~(std::uint64_t{1} << vc);
    return false;
  }
  waiter.since = spans_.channel(c).arrival(*at, number - at->vc_before) + 1;
  if (waiter.since >= to) return false;
  waiter.vc = vc;
  waiter.head = at->first + (number - at->vc_before) == 0;
  waiter.worm = at->number;
  waiter.flits = at->flits;
  waiter.number = number;
  waiter.hop = at->hop;
  find_way(c, *at, waiter);
  return true;
}

/// Payload follows its head; the worm, which is still in flight, gives the next channel of a head.
void StallSweep::find_way(ChannelId c, const RecentSpans::Sent& at, Waiter& waiter) {
  RecentSpans::Vc& vc = spans_.vc(c, waiter.vc);
  if (waiter.head && vc.next_for != waiter.number) {
    const ChannelRef next = channel_on_path(hardware_, *at.worm, at.hop + 1);
    vc.next = table_.id(next.node, next.port);
    vc.next_vc = static_cast<std::uint8_t>(next.vc);
    vc.next_for = waiter.number;
  }
  waiter.wanted = vc.next;
  waiter.wanted_vc = vc.next_vc;
}

/// Finds the first cause that applies, in the order of LinkStatistics; tell_ready() separates preemption and
/// arbitration.
void StallSweep::find_stage(ChannelId c, Cycle now, Waiter& waiter) const {
  waiter.until = RecentSpans::kNever;
  waiter.blocker = kNobody;
  waiter.carried.until = now;
  const auto until = [&](Cycle cycle) { waiter.until = std::min(waiter.until, cycle); };
  if (waiter.head) {
    const Held<std::uint32_t> owner = spans_.owner(waiter.wanted, waiter.wanted_vc, now);
    until(owner.until);
    if (owner.what != kNobody) {
      waiter.stage = Stage::kAllocation;
      waiter.blocker = owner.what;
      return;
    }
    const Held<bool> gate = gate_admits(waiter, now);
    until(gate.until);
    if (!gate.what) {
      waiter.stage = Stage::kAllocation;
      return;
    }
  }
  const Held<bool> allowed = credit(waiter.wanted, waiter.wanted_vc, flits_asked(c, waiter, now), now);
  until(allowed.until);
  if (!allowed.what) {
    const Held<std::uint32_t> first = spans_.first_worm(waiter.wanted, waiter.wanted_vc, now);
    until(first.until);
    waiter.stage = Stage::kCredit;
    waiter.blocker = first.what;
    return;
  }
  waiter.stage = Stage::kReady;
  if (waiter.head && hardware_.switching == Switching::kStoreAndForward) {
    // The head waits for its own flits, not for another worm.
    const std::uint32_t tail = waiter.number + waiter.flits - 1;
    const RecentSpans::Sent* const with = spans_.holder(c, waiter.vc, tail);
    const Cycle whole_since =
        with == nullptr ? RecentSpans::kNever : spans_.channel(c).arrival(*with, tail - with->vc_before) + 1;
    if (now < whole_since) {
      waiter.stage = Stage::kUntold;
      until(whole_since);
    }
  }
}

/// A ring's buffer has free packet slots for a head if the flits in flight belong to few enough worms.
int StallSweep::flits_asked(ChannelId c, const Waiter& waiter, Cycle now) const {
  if (!waiter.head || !hardware_.cuts_through()) return 1;
  const int slots = table_.packet_slots_asked(c, waiter.wanted);
  if (slots == 0) return static_cast<int>(waiter.flits);
  const std::uint32_t sent = spans_.sent(waiter.wanted, waiter.wanted_vc, now - 1);
  std::uint32_t flits = 0;
  for (int worms = slots; worms < hardware_.packet_slots; ++worms) {
    const RecentSpans::Sent* const tail = spans_.holder(waiter.wanted, waiter.wanted_vc, sent - flits - 1);
    if (tail == nullptr) return 0;  // all earlier flits are credited
    flits += tail->flits;
  }
  return hardware_.reserve - static_cast<int>(flits);
}

/// The flits, of the first `sent` of a VC, whose credits have not come back.
int StallSweep::in_flight(ChannelId c, int vc, std::uint32_t sent, Cycle now) const {
  const Cycle then = now - 1 - table_.credit_delay(c);
  return static_cast<int>(sent -
                          (spans_.channel(c).ejection ? spans_.sent(c, vc, then) : spans_.left(c, vc, then)));
}

std::int32_t StallSweep::shared_used(ChannelId c, Cycle now) const {
  std::int32_t used = 0;
  for (int vc = 0; vc < hardware_.vcs(); ++vc) {
    used += std::max(in_flight(c, vc, spans_.sent(c, vc, now - 1), now) - hardware_.reserve, 0);
  }
  return used;
}

/// While a flit waits for a VC no flit is sent on it, so the flits in flight decrease.
Held<bool> StallSweep::credit(ChannelId c, int vc, int flits, Cycle now) const {
  const std::uint32_t sent = spans_.sent(c, vc, now - 1);
  const int used = in_flight(c, vc, sent, now);
  if (hardware_.reserve - used >= flits) return {true, RecentSpans::kNever};
  if (hardware_.shared > 0) {
    const int own = std::max(hardware_.reserve - used, 0);
    return {own + hardware_.shared - shared_used(c, now) >= flits, now + 1};
  }
  // The wait ends when the last surplus flit is credited.
  const std::uint32_t flit = sent - static_cast<std::uint32_t>(hardware_.reserve - flits + 1);
  const bool ejection = spans_.channel(c).ejection;
  const Cycle leaves = ejection ? spans_.sent_at(c, vc, flit) : spans_.left_at(c, vc, flit);
  if (leaves == RecentSpans::kNever) return {false, leaves};
  return {false, leaves + 1 + table_.credit_delay(c)};
}

/// In all of these cycles the same flits wait, and the same are ready.
void StallSweep::tell_ready(Cycle from, Cycle to, std::span<Waiter> waiters, const RecentSpans::Gone* gave) {
  int most_urgent = hardware_.classes;
  int first_ready = Hardware::kMaxVcs, second_ready = Hardware::kMaxVcs;  // lowest VCs that are ready
  std::uint32_t first_worm = kNobody, second_worm = kNobody;
  const auto add_ready = [&](int vc, std::uint32_t worm) {
    most_urgent = std::min(most_urgent, hardware_.vc_class(vc));
    if (vc < first_ready) {
      second_ready = first_ready;
      second_worm = first_worm;
      first_ready = vc;
      first_worm = worm;
    } else if (vc < second_ready) {
      second_ready = vc;
      second_worm = worm;
    }
  };
  if (gave != nullptr) add_ready(gave->from_vc, gave->number);
  for (const Waiter& waiter : waiters) {
    if (waiter.stage == Stage::kReady) add_ready(waiter.vc, waiter.worm);
  }
  for (const Waiter& waiter : waiters) {
    if (waiter.stage == Stage::kAllocation) tell(waiter, StallCause::kAllocation, waiter.blocker, from, to);
    if (waiter.stage == Stage::kCredit) tell(waiter, StallCause::kCredit, waiter.blocker, from, to);
    if (waiter.stage != Stage::kReady) continue;
    const int its_class = hardware_.vc_class(waiter.vc);
    const RecentSpans::Sent* const taker = waiter.carried.what;
    const int taken_by = taker == nullptr ? Hardware::kMaxVcs : hardware_.vc_class(taker->vc);
    const bool preempted = its_class > most_urgent || taken_by < its_class;
    const int winner = preempted ? its_class - 1 : its_class;  // the winner's class is at most this
    std::uint32_t blocker = waiter.vc == first_ready ? second_worm : first_worm;
    if (taken_by <= winner) {
      blocker = taker->number;
    } else if (gave != nullptr && hardware_.vc_class(gave->from_vc) <= winner) {
      blocker = gave->number;
    }
    tell(waiter, preempted ? StallCause::kPreemption : StallCause::kArbitration, blocker, from, to);
  }
}

void StallSweep::tell(const Waiter& waiter, StallCause cause, std::uint32_t blocker, Cycle from, Cycle to) {
  listener_.stalled({from, to - from, waiter.worm, waiter.hop, waiter.wanted, cause, blocker});
}

/// Since the previous sweep, the channel carried its newest span and then no flit.
void StallSweep::injection(ChannelId c, Cycle now) {
  const RecentSpans::Sent* const newest = spans_.newest(c);
  if (newest == nullptr) return;
  Cycle& swept = injection_swept_[static_cast<std::size_t>(table_.node(c)) * hardware_.alpha +
                                  table_.port(c) - hardware_.ports()];
  const Cycle begin = std::max(swept, newest->begin);
  swept = std::max(swept, now);
  for (std::uint64_t owned = spans_.channel(c).owned; owned != 0; owned &= owned - 1) {
    const int vc = std::countr_zero(owned);
    const RecentSpans::Vc& worm = spans_.vc(c, vc);
    const bool carries = newest->vc == vc;
    if (carries && newest->tail()) continue;
    const std::uint32_t sent =
        worm.owner_sent + (carries && spans_.channel(c).open != nullptr ? newest->count() : 0);
    // After the head of a circuit the interface waits for the ack, not for another worm.
    if (hardware_.switching == Switching::kCircuit && sent == 1) continue;
    Cycle from = carries ? std::max(begin, newest->last + 1) : begin;
    while (from < now) {
      const Held<bool> allowed = credit(c, vc, 1, from);
      const Held<const RecentSpans::Sent*> other = spans_.carried(c, from);
      const Cycle to = std::min({now, allowed.until, other.until});
      if (!allowed.what) {
        listener_.stalled({from, to - from, worm.owner, -1, c, StallCause::kCredit});
      } else if (other.what != nullptr) {
        const bool urgent = hardware_.vc_class(other.what->vc) < hardware_.vc_class(vc);
        listener_.stalled({from, to - from, worm.owner, -1, c,
                           urgent ? StallCause::kPreemption : StallCause::kArbitration});
      }
      from = to;
    }
  }
}

}  // namespace torusim
