#include "models/fast/network.h"

#include <algorithm>
#include <bit>

#include "models/fast/arbiter.h"

namespace torusim::fast {

FastNetwork::FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms,
                         Scoreboard& scoreboard, const std::vector<Observer*>& observers)
    : hardware_(hardware),
      ports_(hardware.ports()),
      network_ports_(hardware.network_ports()),
      vcs_(hardware.vcs()),
      slots_(hardware.slots()),
      source_(source),
      worms_(worms),
      scoreboard_(scoreboard),
      observers_(observers),
      state_(hardware),
      arrivals_(hardware.link_delay + 1),
      ejections_(2),
      credits_(hardware.link_delay + 1),
      injector_credits_due_(2),
      injectors_(std::size_t(hardware.topology.nodes()) * hardware.alpha),
      injector_in_flight_(injectors_.size() * vcs_, 0),
      is_awake_(hardware.topology.nodes(), false) {
  for (Injector& injector : injectors_) injector.port.below_reserve = ~std::uint64_t{0};
}

Cycle FastNetwork::step(Cycle now) {
  moved_ = 0;
  take_credits(now);
  take_arrivals(now);
  if (!foreign_.empty()) {
    tick_foreign(now);
    tell_observers(now);
  }
  eject(now);
  start_sends(now);
  inject(now);
  evaluate_routers(now);
  if (foreign_.empty()) tell_observers(now + 1);

  const bool quiet = awake_.empty() && awake_foreign_.empty() && awake_injectors_.empty() &&
                     arrivals_.empty() && ejections_.empty() && credits_.empty() &&
                     injector_credits_due_.empty();
  return quiet ? std::max(source_.next_timer(), now + 1) : now + 1;
}

void FastNetwork::eject(Cycle now) {
  for (const Arrival& arrival : ejections_.take(now)) {
    const WormSlot slot = arrival.flit.worm;
    // The node interface takes a flit at once; its slot's credit is on the wire in the next cycle.
    credits_.add(now + 2,
                 {arrival.node, static_cast<std::uint8_t>(network_ports_ + arrival.port), arrival.vc});
    if (scoreboard_.take(now, arrival.node, worms_[slot], arrival.flit.index())) source_.received(now, slot);
  }
}

void FastNetwork::start_sends(Cycle now) {
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) {
    const Worm& worm = worms_[injection.worm];
    if (cursors_.size() <= injection.worm) cursors_.resize(injection.worm + 1);
    cursors_[injection.worm] = {
        0, worm.route.empty() ? std::int16_t{0} : static_cast<std::int16_t>(std::abs(worm.route[0].hops))};
    const auto index = static_cast<std::uint32_t>(injection.node * hardware_.alpha + injection.channel);
    injectors_[index].add(
        {injection.worm, worm.flits, 0, static_cast<std::uint8_t>(hardware_.vc(worm.message_class, 0))});
    wake_injector(index);
  }
}

void FastNetwork::take_credits(Cycle now) {
  for (const CreditReturn& credit : credits_.take(now)) {
    if (ForeignNode* node = foreign(credit.node)) {
      node->inputs.backward[credit.port] = {true, credit.vc};
      wake(*node);
      continue;
    }
    output_credits(credit.node, credit.port).credit(credit.vc);
    if (*state_.router(credit.node).active != 0) wake(credit.node);
  }
  for (const CreditReturn& credit : injector_credits_due_.take(now)) {
    const auto index = static_cast<std::uint32_t>(credit.node * hardware_.alpha + credit.port);
    injector_credits(index).credit(credit.vc);
    if (!injectors_[index].idle()) wake_injector(index);
  }
}

void FastNetwork::take_arrivals(Cycle now) {
  for (const Arrival& arrival : arrivals_.take(now)) {
    if (ForeignNode* node = foreign(arrival.node)) {
      arrive(*node, arrival);
      continue;
    }
    const RouterView router = state_.router(arrival.node);
    const int channel = arrival.port * vcs_ + arrival.vc;
    InputVc& buffer = router.vc[channel];
    int back = buffer.front + buffer.count;
    if (back >= slots_) back -= slots_;
    router.slots[channel * slots_ + back] = arrival.flit;
    if (buffer.count++ == 0) {
      router.in[arrival.port].occupied |= std::uint64_t{1} << arrival.vc;
      *router.active |= std::uint32_t{1} << arrival.port;
      if (arrival.flit.head()) route_front(arrival.node, router, arrival.port, arrival.vc);
    }
    wake(arrival.node);
  }
}

void FastNetwork::inject(Cycle now) {
  std::size_t kept = 0;
  for (const std::uint32_t index : awake_injectors_) {
    Injector& injector = injectors_[index];
    Injector::Sending* sending = injector.choose(injector.port.credit(hardware_.shared));
    if (sending == nullptr) {
      injector.awake = false;
      continue;
    }
    const auto node = static_cast<NodeId>(index / hardware_.alpha);
    const int channel = static_cast<int>(index % hardware_.alpha);
    Worm& worm = worms_[sending->worm];
    const bool tail = sending->next + 1 == sending->flits;
    if (sending->next == 0) {
      worm.injected = now + 1;
      worm.head_channels = 1;
    }
    ++moved_;
    last_grant_ = now;
    injector_credits(index).send(sending->vc);
    arrivals_.add(now + 2, {node,
                            static_cast<std::uint8_t>(network_ports_ + channel),
                            sending->vc,
                            {sending->worm, sending->next | (tail ? Flit::kTail : 0)}});
    if (!observers_.empty()) {
      moves_.push_back(
          {&worm, sending->next, node, static_cast<std::uint8_t>(ports_ + channel), sending->vc});
    }
    ++sending->next;
    if (tail) {
      worm.tail_channels = 1;
      const WormSlot slot = sending->worm;
      injector.finish(sending);
      source_.sent(now, slot);
    }
    if (injector.idle()) {
      injector.awake = false;
    } else {
      awake_injectors_[kept++] = index;
    }
  }
  awake_injectors_.resize(kept);
}

void FastNetwork::evaluate_routers(Cycle now) {
  still_awake_.clear();
  for (const NodeId node : awake_) {
    if (evaluate(now, node)) {
      still_awake_.push_back(node);
    } else {
      is_awake_[node] = false;
    }
  }
  std::swap(awake_, still_awake_);
}

/// Two-step allocation: every input port puts one ready flit forward, every output port takes one of them.
/// False when nothing moved: then nothing will until a flit or a credit arrives.
bool FastNetwork::evaluate(Cycle now, NodeId node) {
  const RouterView router = state_.router(node);
  std::uint32_t requests[2 * Topology::kMaxDimensions * 2];
  std::uint8_t forward[2 * Topology::kMaxDimensions * 2];
  std::uint32_t wanted = 0;

  for (std::uint32_t rest = *router.active; rest != 0; rest &= rest - 1) {
    const int in = std::countr_zero(rest);
    const InputPort& port = router.in[in];
    const InputVc* buffers = router.vc + in * vcs_;
    const int vc = arbitrate_input(port.occupied, port.turn, hardware_.lanes, [&](int v) {
      const OutputPort& out = router.out[buffers[v].out];
      const std::uint64_t usable = ((port.started >> v) & 1) != 0 ? ~std::uint64_t{0} : out.free;
      return ((usable & out.credit(hardware_.shared)) >> buffers[v].out_vc & 1) != 0;
    });
    if (vc < 0) continue;
    const int out = buffers[vc].out;
    const std::uint32_t bit = std::uint32_t{1} << out;
    if ((wanted & bit) == 0) requests[out] = 0;
    wanted |= bit;
    requests[out] |= std::uint32_t{1} << in;
    forward[in] = static_cast<std::uint8_t>(vc);
  }
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    const int out = std::countr_zero(rest);
    const int in = arbitrate_link(requests[out], router.out[out].turn, hardware_.classes,
                                  [&](int input) { return hardware_.vc_class(forward[input]); });
    send(now, node, router, in, forward[in], out);
  }
  return wanted != 0 && *router.active != 0;
}

/// The winner's flit leaves by output `out`: buffer, ownership, credits and turns move on.
void FastNetwork::send(Cycle now, NodeId node, const RouterView& router, int in, int vc, int out) {
  const int channel = in * vcs_ + vc;
  InputPort& input = router.in[in];
  InputVc& buffer = router.vc[channel];
  OutputPort& output = router.out[out];
  const Flit flit = router.slots[channel * slots_ + buffer.front];
  ++moved_;
  last_grant_ = now;
  const int out_vc = buffer.out_vc;
  const std::uint64_t vc_bit = std::uint64_t{1} << vc;
  const std::uint64_t out_bit = std::uint64_t{1} << out_vc;

  if (++buffer.front == slots_) buffer.front = 0;
  --buffer.count;
  input.turn = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
  output.turn = static_cast<std::uint8_t>(in + 1 == ports_ ? 0 : in + 1);
  output_credits(node, out).send(out_vc);

  if (flit.head()) {
    ++worms_[flit.worm].head_channels;
    if (out < network_ports_) --cursors_[flit.worm].hops_left;
    input.started |= vc_bit;
    output.free &= ~out_bit;
  }
  if (flit.tail()) {
    ++worms_[flit.worm].tail_channels;
    input.started &= ~vc_bit;
    output.free |= out_bit;
  }
  if (buffer.count == 0) {
    input.occupied &= ~vc_bit;
    if (input.occupied == 0) *router.active &= ~(std::uint32_t{1} << in);
  } else if (flit.tail()) {
    route_front(node, router, in, vc);
  }

  const auto port8 = [](int port) { return static_cast<std::uint8_t>(port); };
  const auto vc8 = static_cast<std::uint8_t>(out_vc);
  if (out < network_ports_) {
    arrivals_.add(now + 1 + hardware_.link_delay, {output.peer, port8(Topology::opposite(out)), vc8, flit});
  } else {
    ejections_.add(now + 2, {node, port8(out - network_ports_), vc8, flit});
  }
  if (in < network_ports_) {
    credits_.add(now + 1 + hardware_.link_delay,
                 {router.out[in].peer, port8(Topology::opposite(in)), port8(vc)});
  } else {
    injector_credits_due_.add(now + 2, {node, port8(in - network_ports_), port8(vc)});
  }
  if (!observers_.empty()) moves_.push_back({&worms_[flit.worm], flit.index(), node, port8(out), vc8});
}

/// Reads the head at the front of a buffer.
void FastNetwork::route_front(NodeId node, const RouterView& router, int in, int vc) {
  const int channel = in * vcs_ + vc;
  InputVc& buffer = router.vc[channel];
  const WormSlot slot = router.slots[channel * slots_ + buffer.front].worm;
  const auto [out, out_vc] = next_channel(node, slot, in, vc);
  buffer.out = static_cast<std::uint8_t>(out);
  buffer.out_vc = static_cast<std::uint8_t>(out_vc);
}

/// The output port of a head that came in by port `in` on `vc`, and the VC that it needs there.
std::pair<int, int> FastNetwork::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const Worm& worm = worms_[slot];
  RouteCursor& cursor = cursors_[slot];
  if (cursor.hops_left == 0 && cursor.run < worm.route.size()) {
    ++cursor.run;
    if (cursor.run < worm.route.size()) {
      cursor.hops_left = static_cast<std::int16_t>(std::abs(worm.route[cursor.run].hops));
    }
  }
  int out = network_ports_ + worm.ejection_channel;
  bool dateline = false;
  if (cursor.run < worm.route.size()) {
    const Run& run = worm.route[cursor.run];
    out = Topology::port(run.dimension, run.hops);
    dateline = state_.router(node).out[out].dateline;
  }
  return {out, next_vc(hardware_, in, vc, out, dateline)};
}

void FastNetwork::wake(NodeId node) {
  if (is_awake_[node]) return;
  is_awake_[node] = true;
  awake_.push_back(node);
}

void FastNetwork::wake_injector(std::uint32_t index) {
  if (injectors_[index].awake) return;
  injectors_[index].awake = true;
  awake_injectors_.push_back(index);
}

CreditCounter FastNetwork::injector_credits(std::uint32_t index) {
  return {hardware_.reserve, injectors_[index].port, injector_in_flight_.data() + std::size_t(index) * vcs_};
}

CreditCounter FastNetwork::output_credits(NodeId node, int port) {
  const RouterView router = state_.router(node);
  return {hardware_.reserve, router.out[port], router.in_flight + port * vcs_};
}

/// All flits that enter a channel in `cycle`.
void FastNetwork::tell_observers(Cycle cycle) {
  if (moves_.empty()) return;
  for (Observer* observer : observers_) observer->moved(cycle, moves_);
  moves_.clear();
}

}  // namespace torusim::fast
