// The end of a node's periodic sleep: what it missed, and what it sent (periods.h).
#include <algorithm>
#include <array>

#include "models/fast/counters.h"
#include "models/fast/periods.h"

namespace torusim::fast {

void Periods::ring_alarms(Cycle now) {
  while (!alarms_.empty() && alarms_.top().at <= now) {
    const Alarm alarm = alarms_.top();
    alarms_.pop();
    if (lasts(alarm)) wake(alarm.node, now, now, now);
  }
}

Cycle Periods::next_alarm() {
  // Alarms of nodes that something else has woken are dropped.
  while (!alarms_.empty()) {
    if (lasts(alarms_.top())) return alarms_.top().at;
    alarms_.pop();
  }
  return kNever;
}

/// From the next cycle on, neighbours of nodes that have woken watch them, or receive what they send.
void Periods::end_wakes(Cycle now) {
  for (const NodeId node : woken_) {
    for (int p = 0; p < network_ports_; ++p) {
      const NodeId other = neighbor(node, p);
      if (other < 0) continue;
      const int back = hardware_.topology.opposite(p);
      if (!asleep(other)) {
        nap(other).pulls &= ~(1u << back);
        continue;
      }
      const PortBits& port = ports_[static_cast<std::size_t>(back)];
      Sets& sets = this->sets(other)[port.word];
      sets.watch |= both(port);
      slab_.due.day(now + 1).add(other, (sets.expects & both(port)) != 0);
    }
  }
  woken_.clear();
}

/// Wakes a node in cycle `now`, before its router is evaluated. Its injection channels have worked, or slept,
/// up to the cycle before `injected_to`; its ejected flits have been taken up to cycle `taken_to`.
void Periods::wake(NodeId node, Cycle now, Cycle injected_to, Cycle taken_to) {
  Nap& nap = this->nap(node);
  const RouterView router = this->router(node);
  const int period = nap.period;
  const bool goes_on = taken_to == now;
  if (log_ != nullptr) stop_spans(node, now, injected_to);
  const Cycle missed = std::max<Cycle>(0, now - 1 - nap.since);
  pattern_.clear();
  for (Cycle cycle = nap.since - period + 1; cycle <= nap.since; ++cycle) {
    for (std::size_t w = 0; w < words_; ++w) pattern_.push_back(at(node, cycle)[w]);
  }
  move_worms(node, now, taken_to);
  if (counts_ != nullptr) {
    counts_->repeat(node, {nap.since, now - 1, period, unsettled()});
    channels_->repeat_stalls(node, {nap.since, injected_to - 1, period, unsettled()});
  }
  count_items(node, missed);
  move_injectors(node, std::max<Cycle>(0, injected_to - 1 - nap.since));
  if (hardware_.slow_links) move_queues(node, missed);
  fill(node, now);
  nap.search_from = now;
  nap.last = std::max(nap.since, now - 1);
  nap.woke = now;
  nap.slept = missed;
  router.head().set(RouterHead::kStreaming, false);
  if (!goes_on) return;
  channels_->end_nap(now, node);
  flush(node, now, injected_to);
  slab_.due.day(now).add(node, injected_to == now);  // else the router is being evaluated
  woken_.push_back(node);
  for (int p = 0; p < network_ports_; ++p) {
    const NodeId other = neighbor(node, p);
    if (other < 0) continue;
    const PortBits& there = ports_[static_cast<std::size_t>(hardware_.topology.opposite(p))];
    const bool sends =
        asleep(other) ? (sets(other)[there.word].sends & both(there)) != 0 : this->nap(other).woke == now;
    if (sends) nap.pulls |= 1u << p;
  }
  router.head().set(RouterHead::kAnyStream, true);
}

/// The flits of the sleep leave the buffers of a router.
void Periods::move_worms(NodeId node, Cycle now, Cycle taken_to) {
  const Nap& nap = this->nap(node);
  const RouterView router = this->router(node);
  const Cycle missed = std::max<Cycle>(0, now - 1 - nap.since);
  const Cycle rounds = missed / nap.period, rest = missed % nap.period;
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(sets(node)[w].sends & Layout::kInputs)) {
      const VcIndex input{w, i};
      moves_.clear();
      Cycle in_rest = 0;
      for (Cycle j = 0; j < nap.period; ++j) {
        if ((pattern_[static_cast<std::size_t>(j) * words_ + static_cast<std::size_t>(w)].gone >> i & 1) == 0)
          continue;
        moves_.push_back(nap.since + 1 + j);
        in_rest += j < rest;
      }
      const auto size = static_cast<Cycle>(moves_.size());
      Cycle flits = rounds * size + in_rest;
      if (flits == 0) continue;
      const auto cycle_of = [&](Cycle flit) {
        return moves_[static_cast<std::size_t>(flit % size)] + flit / size * nap.period;
      };
      last_move_ = std::max(last_move_, cycle_of(flits - 1));
      VirtualChannel& channel = router.channel(input);
      const std::uint32_t left = channel.left;
      channel.left -= static_cast<std::uint32_t>(flits);
      const VcIndex output = router.output_of(channel);
      if (router.port_at(output) < network_ports_) continue;
      // The node interface takes a flit two cycles after it left the buffer.
      const WormSlot worm = router.cold(channel).worm;
      Cycle taken = flits;
      while (taken > 0 && cycle_of(taken - 1) + 2 > taken_to) --taken;
      channels_->take_pattern(worm, moves_, nap.period, taken);
      if (taken_to != now) continue;
      for (; taken < flits; ++taken) {
        slab_.wires.eject(cycle_of(taken) + 2,
                          {node, u8(router.port_at(output) - network_ports_), u8(router.vc_at(output)),
                           WireEvent::kOne, worm, left - static_cast<std::uint32_t>(taken) - 1});
      }
    }
  }
}

/// The counters of a word of a sleeping router after another period.
Periods::Counters Periods::after_a_period(NodeId node, int word) const {
  const RouterView router = this->router(node);
  Counters next;
  std::copy_n(router.digits(word), router.digit_count(), next.begin());
  for (std::size_t at = static_cast<std::size_t>(word); at < pattern_.size(); at += words_) {
    count(next.data(), router.digit_count(), pattern_[at].came, pattern_[at].gone);
  }
  return next;
}

/// Counts the items of the missed cycles, and moves the turns.
void Periods::count_items(NodeId node, Cycle missed) {
  const Nap& nap = this->nap(node);
  const RouterView router = this->router(node);
  const int size = router.digit_count();
  Cycle rounds = missed / nap.period;
  // At the buffers: the highest levels are those of the last cycles. After less than a period the level of a
  // whole period is none that the buffers may reach.
  bool looks = counts_ != nullptr && rounds == 0;
  for (int w = 0; w < router.words() && counts_ != nullptr && rounds > 0; ++w) {
    const Counters next = after_a_period(node, w);
    for (int d = 0; d < size; ++d) {
      looks |= ((next[static_cast<std::size_t>(d)] ^ router.digits(w)[d]) & Layout::kInputs) != 0;
    }
  }
  if (looks) rounds = std::max<Cycle>(0, missed - unsettled() - nap.period) / nap.period;
  const Cycle rest = missed - rounds * nap.period;
  for (int w = 0; w < router.words() && rounds > 0; ++w) {
    const Counters next = after_a_period(node, w);
    std::uint64_t differ = 0;
    for (int d = 0; d < size; ++d) differ |= next[static_cast<std::size_t>(d)] ^ router.digits(w)[d];
    for (const int i : bits(differ)) {
      const Cycle is = counter_value(router.digits(w), size, i);
      const Cycle value = is + rounds * (counter_value(next.data(), size, i) - is);
      for (int d = 0; d < size; ++d) {
        router.digits(w)[d] &= ~bit64(i);
        router.digits(w)[d] |= static_cast<std::uint64_t>(value >> d & 1) << i;
      }
    }
  }
  for (Cycle j = 0; j < rest; ++j) {
    const Items* const items = &pattern_[static_cast<std::size_t>(j % nap.period) * words_];
    std::array<std::uint64_t, Layout::kMaxWords> came;
    for (int w = 0; w < router.words(); ++w) {
      came[static_cast<std::size_t>(w)] = items[w].came;
      if (pools_.any()) pools_.take_credits(router, w, came[static_cast<std::size_t>(w)]);
    }
    if (looks) counts_->look_at_buffers(nap.since + 1 + rounds * nap.period + j, node, came.data());
    for (int w = 0; w < router.words(); ++w) {
      const std::uint64_t gone = items[w].gone;
      router.sets(w).available = count(router.digits(w), size, came[static_cast<std::size_t>(w)], gone);
      if (pools_.any()) pools_.take(router, w, gone & ~Layout::kInputs);
      for (const int i : bits(gone & Layout::kInputs)) {
        const VcIndex input{w, i};
        router.last_vc_beside(input) = u8(router.vc_at(input));
        router.head().last_input[router.out_port(router.channel(input))] = u8(router.port_at(input));
      }
    }
  }
}

/// The injection channels of a node send the flits of their missed cycles, and count the credits.
void Periods::move_injectors(NodeId node, Cycle missed) {
  const Nap& nap = this->nap(node);
  const Cycle rounds = missed / nap.period, rest = missed % nap.period;
  const auto like = [&](Cycle j, const PortBits& port) -> const Items& {
    const Cycle cycle = (j % nap.period + nap.period) % nap.period;
    return pattern_[static_cast<std::size_t>(cycle) * words_ + static_cast<std::size_t>(port.word)];
  };
  for (int a = 0; a < hardware_.alpha && missed > 0; ++a) {
    const PortBits& port = ports_[static_cast<std::size_t>(network_ports_ + a)];
    const Sets& sets = this->sets(node)[port.word];
    for (const int vc : bits((sets.expects | sets.sends) >> port.shift & vcs_of_port_)) {
      Cycle flits = 0, credits = 0, last = -1;
      for (Cycle j = 0; j < nap.period; ++j) {
        const Cycle times = rounds + (j < rest ? 1 : 0);
        const Cycle sent = static_cast<Cycle>(like(j + entry_, port).came >> (port.shift + vc) & 1);
        flits += times * sent;
        credits += times * static_cast<Cycle>(like(j - 2, port).gone >> (port.shift + vc) & 1);
        if (times * sent > 0) last = std::max(last, j + (times - 1) * nap.period);
      }
      if (last >= 0) last_move_ = std::max(last_move_, nap.since + 1 + last);
      channels_->make_up(node, a, vc, flits, credits);
    }
  }
}

/// Delivers what a node sent in its sleep and is still on the way.
void Periods::flush(NodeId node, Cycle now, Cycle injected_to) {
  const Nap& nap = this->nap(node);
  for (int p = 0; p < hardware_.ports(); ++p) {
    const PortBits& port = ports_[static_cast<std::size_t>(p)];
    if (p < network_ports_) {
      const NodeId other = neighbor(node, p);
      if (other < 0 || (sets(node)[port.word].sends & both(port)) == 0) continue;
      const PortBits& there = ports_[static_cast<std::size_t>(hardware_.topology.opposite(p))];
      // The neighbours still pull the items that arrive now.
      for (Cycle cycle = now + 1; cycle < now + farthest_; ++cycle) {
        const std::uint64_t items = carried(node, cycle, port, there);
        if (slab_.transit == nullptr) {
          deliver(now, cycle, other, there.word, items);
          continue;
        }
        for (const int bit : bits(items)) {
          slab_.transit->add(now + 1, {cycle, other, u8(there.word), u8(bit), WireEvent::kOne});
        }
      }
      continue;
    }
    const std::uint64_t flits = vcs_of_port_ << port.shift, credits = flits << Layout::kOutputs;
    // Injected flits, in the record where they come.
    for (Cycle cycle = std::max(nap.since + 1 + entry_, now); cycle < injected_to + entry_; ++cycle) {
      const auto like = static_cast<std::size_t>((cycle - nap.since - 1) % nap.period);
      deliver(now, cycle, node, port.word,
              pattern_[like * words_ + static_cast<std::size_t>(port.word)].came & flits);
    }
    // Credits for ejected flits that have been taken, and for flits that left the injection channel's buffer.
    for (Cycle cycle = std::max(nap.since + 1, now - ejection_); cycle < now - 1; ++cycle) {
      deliver(now, cycle + ejection_, node, port.word, at(node, cycle)[port.word].gone & credits);
    }
    for (Cycle cycle = std::max(nap.since + 1, injected_to - 2); cycle < now; ++cycle) {
      for (const int vc : bits(at(node, cycle)[port.word].gone >> port.shift & vcs_of_port_)) {
        slab_.wires.credits.add(cycle + 2, {node, u8(p - network_ports_), u8(vc), WireEvent::kOne});
      }
    }
  }
}

void Periods::deliver(Cycle now, Cycle arrival, NodeId node, int word, std::uint64_t items) {
  if (items == 0) return;
  slab_.inboxes.day(arrival).at(router(node).inbox_word(node, word))->items |= items;
  slab_.due.day(arrival).add(node, arrival > now);
}

void Periods::finish(Cycle last) {
  for (NodeId node = slab_.first; node != slab_.end(); ++node) {
    if (asleep(node)) wake(node, last + 1, last + 1, last);
  }
}

/// The flits of the missed cycles queue for slow links.
void Periods::move_queues(NodeId node, Cycle missed) {
  const Nap& nap = this->nap(node);
  const Cycle rounds = missed / nap.period, rest = missed % nap.period;
  for (int p = 0; p < network_ports_; ++p) {
    const PortBits& port = ports_[static_cast<std::size_t>(p)];
    const std::uint64_t flits = vcs_of_port_ << (port.shift + Layout::kOutputs);
    if ((sets(node)[port.word].sends & flits) == 0) continue;
    slab_.transit->latest(node, p) += rounds * nap.period;
    for (Cycle j = 0; j < rest; ++j) {
      const Items& items =
          pattern_[static_cast<std::size_t>(j) * words_ + static_cast<std::size_t>(port.word)];
      const Cycle sent = nap.since + 1 + rounds * nap.period + j;
      if ((items.gone & flits) != 0) slab_.transit->flit(sent + 1, node, p);
    }
  }
}

/// Fills the end of the record of a node that wakes: what neighbours pull, and what the next search needs.
void Periods::fill(NodeId node, Cycle now) {
  Nap& nap = this->nap(node);
  const int period = nap.period;
  Cycle cycle = std::max(nap.since + 1, now - 2 * period - slowest_ - 2 * std::max(hop_, ejection_));
  if (cycle > nap.since + 1) nap.from = nap.lands_from = cycle;
  auto like = static_cast<std::size_t>((cycle - nap.since - 1) % period);
  for (; cycle < now + farthest_; ++cycle) {
    Items* const record = at(node, cycle);
    for (std::size_t w = 0; w < words_; ++w) {
      const Items& items = pattern_[like * words_ + w];
      if (cycle < now) {
        record[w] = items;
      } else {
        record[w].lands = items.lands;
      }
    }
    if (++like == static_cast<std::size_t>(period)) like = 0;
  }
  if (slab_.transit == nullptr) return;
  for (int p = 0; p < network_ports_; ++p) {
    if (neighbor(node, p) < 0) continue;
    const PortBits& port = ports_[static_cast<std::size_t>(p)];
    for (const bool flits : {true, false}) {
      const std::uint64_t places = vcs_of_port_ << (port.shift + (flits ? Layout::kOutputs : 0));
      for (Cycle later = std::max(now, lands_up_to(now - 1, node, p, flits) + 1); later < now + farthest_;
           ++later) {
        at(node, later)[port.word].lands &= ~places;
      }
    }
  }
}

/// The first cycle after `now` in which an item of the sleeping sender's port is not what the sleeping
/// receiver expects; kNever: they are the same for ever.
Cycle Periods::first_difference(Cycle now, NodeId sender, int by, NodeId receiver) {
  const auto back = static_cast<std::size_t>(hardware_.topology.opposite(by));
  const PortBits &from = ports_[static_cast<std::size_t>(by)], &to = ports_[back];
  const bool none =
      (sets(sender)[from.word].sends & both(from)) == 0 && (sets(receiver)[to.word].expects & both(to)) == 0;
  const int one = nap(sender).period, other = nap(receiver).period;
  // What is on its way since before the sleep need not be what the pattern sends.
  const Cycle settled = slab_.transit == nullptr ? std::max(now, nap(sender).since + hop_) : now;
  const Cycle end = settled + (none ? 0 : one == other ? one : one + other);
  for (Cycle cycle = now + 1; cycle <= end; ++cycle) {
    const std::uint64_t comes = carried(sender, cycle, from, to);
    if (((comes ^ items(receiver, cycle)[to.word].came) & both(to)) != 0) return cycle;
  }
  return kNever;
}

}  // namespace torusim::fast
