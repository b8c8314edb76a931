#include "models/fast/interfaces.h"

#include <algorithm>
#include <cassert>

#include "models/fast/periods.h"

namespace torusim::fast {

Interfaces::Interfaces(const Hardware& hardware, MessageSource& source, WormTable& worms,
                       Scoreboard& scoreboard, Routers& routers, Acks& acks, Slab& slab, MoveLog& moves,
                       bool sleeps, bool streams)
    : hardware_(hardware),
      credit_{hardware.reserve, hardware.shared},
      alpha_(static_cast<std::uint32_t>(hardware.alpha)),
      vcs_(static_cast<std::size_t>(hardware.vcs())),
      network_ports_(hardware.network_ports()),
      circuits_(hardware.switching == Switching::kCircuit),
      source_(source),
      worms_(worms),
      scoreboard_(scoreboard),
      routers_(routers),
      acks_(acks),
      slab_(slab),
      wires_(slab.wires),
      moves_(moves),
      counts_(slab.counts),
      sleeps_(sleeps),
      streams_(streams),
      injectors_(std::size_t{slab.size} * alpha_),
      ejections_(injectors_.size()),
      in_flight_(injectors_.size() * hardware.vcs(), 0),
      stalled_(counts_, counts_.on() ? injectors_.size() : 0),
      tails_taken_(hardware.topology),
      taken_(hardware.topology) {
  for (std::size_t i = 0; i < injectors_.size(); ++i) {
    injectors_[i].node = slab.first + static_cast<NodeId>(i / alpha_);
    injectors_[i].port = u8(network_ports_ + static_cast<int>(i % alpha_));
    injectors_[i].below_reserve = ~std::uint64_t{0};
    injectors_[i].pending.reserve(1);  // allocated now, so that it lies beside the other lists of this slab
  }
}

/// Gives a flit to the scoreboard. True if it is the expected tail.
[[gnu::always_inline]] inline bool Interfaces::eject(Cycle now, const EjectedFlit& flit,
                                                     Scoreboard& scoreboard) {
  if (flit.event != WireEvent::kOne) [[unlikely]]
    end_stream(now, flit, scoreboard);
  if (flit.event == WireEvent::kEnds) return false;
  Worm& worm = worms_[flit.worm];
  const std::uint32_t index = worm.flits - 1 - flit.left;
  if (flit.event == WireEvent::kBegins) {
    ejections_[this->index(flit.node, flit.channel)] = {flit.worm, index + 1, now + 1};
  }
  return scoreboard.take(now, flit.node, worm, index);
}

void Interfaces::eject_tails(Cycle now) {
  LargeArray<EjectedFlit>& tails = wires_.tails.take(now);
  tails_ = &tails;
  for (const EjectedFlit& flit : tails) worms_.fetch(flit.worm);
  // Routers eject streams in an order of their own. The source learns of tails by node and channel.
  const auto by_channel = [](const EjectedFlit& a, const EjectedFlit& b) {
    return a.node != b.node ? a.node < b.node : a.channel < b.channel;
  };
  if (!std::is_sorted(tails.begin(), tails.end(), by_channel)) {
    std::sort(tails.begin(), tails.end(), by_channel);
  }
  for (const EjectedFlit& flit : *tails_) {
    if (eject(now, flit, tails_taken_)) source_.received(now, flit.worm);
  }
}

void Interfaces::advance_source(Cycle now, DividedSource& parts, std::size_t part) {
  from_source_.clear();
  parts.advance_part(now, part, from_source_);
  for (const Injection& injection : from_source_) add(injection);
}

std::size_t Interfaces::to_do(Cycle now) const {
  return wires_.tails.due(now).size() + wires_.ejected.due(now).size() + wires_.credits.due(now).size() +
         added_.size() + awake_.size();
}

void Interfaces::work(Cycle now) {
  if (periods_ != nullptr) periods_->ring_alarms(now);
  const LargeArray<EjectedFlit>& ejected = wires_.ejected.take(now);
  give_credits(now, *tails_);
  give_credits(now, ejected);
  for (const EjectedFlit& flit : ejected) {
    eject(now, flit, taken_);
    if (circuits_ && flit.left + 1 == worms_[flit.worm].flits) heads_.push_back(flit);
  }
  for (const Injection& injection : added_) begin(now, injection);
  added_.clear();
  take_credits(now);
  take_acks(now);
  inject(now);
}

void Interfaces::tell_source(Cycle now) {
  for (const WormSlot worm : sent_) source_.sent(now, worm);
  sent_.clear();
}

void Interfaces::tell_others(Cycle now) {
  for (const EjectedFlit& head : heads_) {
    acks_.send(now + 1 + hardware_.entry_delay(), head.node, network_ports_ + head.channel, head.vc);
  }
  heads_.clear();
  scoreboard_.add(taken_);
}

/// A flit is taken at once, and its credit is on the wire in the next cycle. So credits follow flits event by
/// event.
void Interfaces::give_credits(Cycle now, const LargeArray<EjectedFlit>& flits) {
  const Delivery<RouterView> credits = routers_.delivery(slab_, now + 1 + hardware_.entry_delay());
  for (const EjectedFlit& flit : flits) {
    credits.send_credit(flit.node, network_ports_ + flit.channel, flit.vc, flit.event);
  }
}

/// Gives the scoreboard the flits of the channel's stream since its begin, if the event ends it.
void Interfaces::end_stream(Cycle now, const EjectedFlit& flit, Scoreboard& scoreboard) {
  if (flit.event == WireEvent::kBegins) return;
  const Ejection& stream = ejections_[index(flit.node, flit.channel)];
  scoreboard.take_stream(stream.from, flit.node, worms_[stream.worm], stream.first,
                         static_cast<std::uint32_t>(now - stream.from));
}

Cycle Interfaces::next_alarm() {
  // Alarms of channels that another event has woken are dropped.
  while (!alarms_.empty() && !injectors_[alarms_.top().index].streaming) alarms_.pop();
  return alarms_.empty() ? MessageSource::kNever : alarms_.top().at;
}

void Interfaces::begin(Cycle now, const Injection& injection) {
  const Worm& worm = worms_[injection.worm];
  assert(injection.node == worm.source && injection.channel == worm.injection_channel);
  assert(injection.channel >= 0 && injection.channel < hardware_.alpha);
  routers_.routes().begin(injection.worm, sleeps_ && worm.flits >= kShortestStream);
  if (periods_ != nullptr) periods_->event(now, injection.node);
  const std::uint32_t i = index(injection.node, injection.channel);
  wake(now, i);
  auto& pending = injectors_[i].pending;
  const Sending sending{injection.worm, worm.flits, 0,
                        static_cast<std::uint8_t>(injection_vc(hardware_, worm))};
  auto at = pending.begin();
  while (at != pending.end() && at->vc <= sending.vc) ++at;
  pending.insert(at, sending);
}

void Interfaces::take_credits(Cycle now) {
  for (const InjectionCredit& credit : wires_.credits.take(now)) {
    const std::uint32_t i = index(credit.node, credit.channel);
    Injector& injector = injectors_[i];
    if (injector.napping) [[unlikely]]
      continue;  // part of the node's pattern
    if (injector.waits) wake(now, i);
    if (credit.event == WireEvent::kOne && !injector.credits_in) [[likely]] {
      count_credit(i, credit.vc);
      continue;
    }
    injector.last_event = now;
    if (credit.event == WireEvent::kEnds || credit.event == WireEvent::kLast) injector.credits_in = false;
    if (credit.event == WireEvent::kEnds) continue;
    count_credit(i, credit.vc);
    if (credit.event == WireEvent::kBegins) {
      injector.credits_in = true;
      injector.arriving = {now + 1, credit.vc};
      wake(now, i);
    }
  }
}

void Interfaces::inject(Cycle now) {
  for (; !alarms_.empty() && alarms_.top().at <= now; alarms_.pop()) {
    if (injectors_[alarms_.top().index].streaming) wake(now, alarms_.top().index);
  }
  const Delivery<RouterView> routers = routers_.delivery(slab_, now + 1 + hardware_.entry_delay());
  std::size_t kept = 0;
  for (const std::uint32_t i : awake_) {
    if (inject(now, routers, i)) awake_[kept++] = i;
  }
  awake_.resize(kept);
}

/// An ack has come: the path of the worm is reserved, and its payload may follow.
void Interfaces::take_acks(Cycle now) {
  for (const InjectionAck& ack : wires_.acks.take(now)) {
    const std::uint32_t i = index(ack.node, ack.channel);
    for (Sending& sending : injectors_[i].pending) {
      if (sending.vc != ack.vc) continue;
      sending.acked = true;
      break;  // the first worm of its class: later ones have not sent their heads
    }
    wake(now, i);
  }
}

/// Whether the credit rule and the switching mode let the worm's next flit go.
inline bool Interfaces::may_send(std::uint32_t i, const Sending& sending) {
  const Injector& injector = injectors_[i];
  if (hardware_.cuts_through() && sending.next == 0) {
    return credit_.room(in_flight(i, sending.vc), injector.shared_used) >= static_cast<int>(sending.flits);
  }
  if (hardware_.switching == Switching::kCircuit && sending.next > 0 && !sending.acked) return false;
  return injector.shared_used < credit_.shared || ((injector.below_reserve >> sending.vc) & 1) != 0;
}

inline Interfaces::Sending* Interfaces::choose(std::uint32_t i) {
  int class_at_work = -1;  // worms are sorted by class; only the first of a class may send
  for (Sending& sending : injectors_[i].pending) {
    if (sending.vc == class_at_work) continue;
    class_at_work = sending.vc;
    if (may_send(i, sending)) return &sending;
  }
  return nullptr;
}

/// One cycle of a channel. False: the channel goes to sleep.
bool Interfaces::inject(Cycle now, const Delivery<RouterView>& routers, std::uint32_t i) {
  Injector& injector = injectors_[i];
  if (injector.credits_in && now >= injector.arriving.from) count_credit(i, injector.arriving.vc);
  Sending* const sending = choose(i);
  if (counts_.on()) count(now, i, sending);
  if (sending == nullptr) {
    if (injector.flits.on) {
      injector.flits.on = false;
      routers.send_flit(injector.node, injector.port, injector.flits.vc, WireEvent::kEnds);
    }
    injector.awake = injector.credits_in;
    injector.waits = !injector.awake && !injector.pending.empty();
    return injector.awake;
  }
  last_move_ = now;
  const WormSlot slot = sending->worm;
  const std::uint32_t number = sending->next++;
  const int vc = sending->vc;
  const bool tail = number + 1 == sending->flits;
  credit_.send(in_flight(i, vc), injector.below_reserve, bit64(vc), injector.shared_used);
  if (moves_.watched()) report(*sending, number, injector);
  if (moves_.spans() != nullptr) show(now, *sending, number, injector);
  bool sleeps = false;
  if ((sending->flits < kShortestStream || !streams_) && !injector.flits.on) {
    routers.send_flit(injector.node, injector.port, vc);
  } else {
    sleeps = put_in_stream(now, routers, i, *sending);
  }
  if (number == 0) {
    routers_.send_head(injector.node, injector.port, vc, slot);
    worms_[slot].injected = now + 1;
    worms_[slot].head_channels = 1;
    if (counts_.on()) {
      counts_.head(channel(injector), now + 1, shared(injector, *sending));
      if (!worms_[slot].is_signal()) counts_.message(channel(injector));
    }
  }
  if (periods_ != nullptr && (number == 0 || tail)) periods_->event(now, injector.node);
  if (tail) {
    worms_[slot].tail_channels = 1;
    if (counts_.on()) {
      counts_.tail(channel(injector), now + 1, sending->flits, shared(injector, *sending));
    }
    injector.pending.erase(injector.pending.begin() + (sending - injector.pending.data()));
    sent_.push_back(slot);
  }
  if (sleeps) {
    injector.streaming = true;
    injector.asleep_since = now;
    if (moves_.watched()) sleepers_.push_back(i);
    if (OpenSpans* const spans = moves_.spans())
      slab_.run_span(*spans, spans->id(injector.node, injector.port + hardware_.alpha));
  }
  injector.awake = !sleeps && (!injector.pending.empty() || injector.flits.on || injector.credits_in);
  injector.waits = sleeps;
  return injector.awake;
}

/// Sends a flit of a long worm, or behind one. True if the next cycles will be the same.
bool Interfaces::put_in_stream(Cycle now, const Delivery<RouterView>& routers, std::uint32_t i,
                               const Sending& sending) {
  Injector& injector = injectors_[i];
  StreamOut& wire = injector.flits;
  const bool head = sending.next == 1, tail = sending.next == sending.flits;
  // The payload of a circuit waits for the ack, so nothing follows the head at once.
  const bool followed = !head || hardware_.switching != Switching::kCircuit;
  const bool streams = streams_ && followed && sending.flits >= kShortestStream;
  put(wire, now, sending.vc, {streams, head, tail}, [&](WireEvent event) {
    const int vc = event == WireEvent::kEnds ? wire.vc : sending.vc;
    routers.send_flit(injector.node, injector.port, vc, event);
  });
  const bool credit_came = injector.credits_in && now >= injector.arriving.from;
  if (!wire.on || !credit_came || injector.arriving.vc != sending.vc || injector.last_event == now)
    return false;
  const Cycle tail_due = now + 1 + (sending.flits - 1 - sending.next);
  if (tail_due == now + 1) return false;
  alarms_.push({tail_due, i});
  return true;
}

void Interfaces::wake(Cycle now, std::uint32_t i) {
  Injector& injector = injectors_[i];
  if (injector.awake) return;
  if (injector.streaming) {
    // In every cycle of the sleep before `now` the streaming worm sent one flit.
    for (Sending& sending : injector.pending) {
      if (sending.vc == injector.flits.vc) {
        sending.next += static_cast<std::uint32_t>(now - injector.asleep_since - 1);
        break;
      }
    }
    injector.flits.last = now - 1;
    injector.streaming = false;
    if (OpenSpans* const spans = moves_.spans()) {
      spans->stop(spans->id(injector.node, injector.port + hardware_.alpha), now);
    }
    last_move_ = std::max(last_move_, now - 1);
  }
  injector.awake = true;
  awake_.push_back(i);
}

}  // namespace torusim::fast
