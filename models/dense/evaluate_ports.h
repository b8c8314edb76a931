#pragma once
/// A cycle of a network of two dimensions and up to 64 routers, in the steps of evaluate.h, but for 4 ports
/// in one instruction.

#include "models/dense/evaluate.h"
#include "models/dense/port_block.h"

namespace torusim::dense {

/// A vector of words by port, all of them `word`.
inline Bits256 of_all(Bits word) { return Bits256{word, word, word, word}; }
template <int port>
Bits256 of_all(Bits256 words) {
  return __builtin_shufflevector(words, words, port, port, port, port);
}
/// The words of the opposite ports.
inline Bits256 opposite(Bits256 words) { return __builtin_shufflevector(words, words, 1, 0, 3, 2); }
/// The words of `words`, with the word of `port` from `by`.
template <int port>
Bits256 replaced(Bits256 words, Bits256 by) {
  return __builtin_shufflevector(words, by, port == 0 ? 4 : 0, port == 1 ? 5 : 1, port == 2 ? 6 : 2,
                                 port == 3 ? 7 : 3);
}
/// Word i of vector j becomes word j of vector i.
inline void transpose(const Bits256* from, Bits256* to) {
  const Bits256 a = __builtin_shufflevector(from[0], from[1], 0, 4, 2, 6),
                b = __builtin_shufflevector(from[0], from[1], 1, 5, 3, 7),
                c = __builtin_shufflevector(from[2], from[3], 0, 4, 2, 6),
                d = __builtin_shufflevector(from[2], from[3], 1, 5, 3, 7);
  to[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  to[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  to[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  to[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}
/// The words of the same direction in the other dimension.
inline Bits256 of_other_dimension(Bits256 words) { return __builtin_shufflevector(words, words, 2, 3, 0, 1); }
/// Exchanges the vectors of the two dimensions; vectors behind those of the ports stay.
template <std::size_t n>
void exchange_dimensions(Bits256 (&by_port)[n]) {
  std::swap(by_port[0], by_port[2]);
  std::swap(by_port[1], by_port[3]);
}
/// Word 0 is the union of the words; the other words are 0.
inline Bits256 any_of(Bits256 words) { return Bits256{words[0] | words[1] | words[2] | words[3], 0, 0, 0}; }

/// Spreads planes of outputs to the inputs that may ask for them. `outputs` is for the lane after the
/// dateline rule, `outputs_on_1` for lane 1: worms on lane 1 that go straight on, from the opposite port,
/// stay on it.
template <int ports>
void spread(Bits256 outputs, Bits256 outputs_on_1, Bits256 (&by_input)[2][ports]) {
  const Bits256 of_straight = opposite(outputs_on_1);
  unrolled<4>([&](auto out) {
    by_input[0][out] = of_all<out>(outputs);
    by_input[1][out] = replaced<(out ^ 1)>(by_input[0][out], of_straight);
  });
}

/// Planes for both lanes and for injection.
using WholeWormsOfPorts = WholeWorms<Bits256, 3>;

template <typename Shape>
[[gnu::noinline, gnu::flatten]] static void look_at_whole_worms(const PortBlock<Shape>& block,
                                                                Switching switching, int reserve,
                                                                WholeWormsOfPorts& worms) {
  constexpr int kBits = Shape::whole_bits, kLocal = Shape::local;
  const InputPlanes<Shape, Bits256>* const inputs[] = {&block.inputs[0], &block.inputs[1], &block.local};
  if (switching == Switching::kStoreAndForward) {
    unrolled<3>([&](auto i) { worms.inputs[i] = is_whole(*inputs[i]); });
    worms.interface = ~Bits256{};
    return;
  }
  Bits256 before[3][kBits] = {}, ejection[kBits];
  const Bits256 ejected[3] = {of_all(block.ejected[0]), of_all(block.ejected[1]), of_all(block.ejected[2])};
  count_from(Shape::most_slots - reserve, ejected, ejection);
  unrolled<kBits>([&](auto b) {
    const auto& [lane_0, lane_1] = block.outputs;
    const Bits256 on_1 = lane_1.in_flight[b];
    Bits256 in_flight[2][Shape::ports];
    spread(select(block.dateline, on_1, lane_0.in_flight[b]), on_1, in_flight);
    in_flight[0][kLocal] = in_flight[1][kLocal] = ejection[b];
    unrolled<3>([&](auto i) {
      unrolled<kLocal + (i < 2 ? 1 : 0)>(
          [&](auto out) { before[i][b] |= inputs[i]->wants[out] & in_flight[i % 2][out]; });
    });
  });
  unrolled<3>([&](auto i) { worms.inputs[i] = has_whole_room<Shape>(inputs[i]->passed, before[i]); });
  worms.interface = has_whole_room<Shape>(block.interface.passed, block.interface.in_flight);
}

template <typename Shape>
class PortCycle {
  using V = Bits256;
  using E = Event<Shape>;
  using Input = InputPlanes<Shape, V>;

 public:
  PortCycle(PortBlock<Shape>& block, const WholeWormsOfPorts& worms, const BlockContext& lines)
      : block_(block),
        worms_(worms),
        lines_(lines),
        shift_right_(load<V>(lines.in_word->right)),
        shift_left_(load<V>(lines.in_word->left)) {}

  void run() {
    look_at_outputs();
    put_forward();
    grant();
    depart();
    inject();
    send();
    eject();
  }

 private:
  static constexpr int kPorts = Shape::network_ports, kLocal = Shape::local;

  void look_at_outputs() {
    const auto& [lane_0, lane_1] = block_.outputs;
    const V dateline = block_.dateline;
    const V room_1 = lane_1.room(), free_1 = room_1 & ~lane_1.owned;
    const V room = select(dateline, room_1, lane_0.room());
    const V free = select(dateline, free_1, lane_0.room() & ~lane_0.owned);
    spread(room, room_1, room_);
    spread(free, free_1, free_);
    V ejection = ~V{};
    if (lines_.reserve < 4) ejection = of_all(~at_least(lines_.reserve, block_.ejected));
    room_[0][kLocal] = room_[1][kLocal] = ejection;
    free_[0][kLocal] = free_[1][kLocal] = ejection & ~of_all(block_.ejection_owned);
  }

  template <int outputs>
  static V ready(const Input& vc, const V* room, const V* free) {
    V has_room{}, has_free{};
    unrolled<outputs>([&](auto out) {
      has_room |= vc.wants[out] & room[out];
      has_free |= vc.wants[out] & free[out];
    });
    return not_zero(vc.occupied) & ((vc.started & has_room) | has_free);
  }

  void put_forward() {
    V ready_0 = ready<kLocal + 1>(block_.inputs[0], room_[0], free_[0]);
    V ready_1 = ready<kLocal + 1>(block_.inputs[1], room_[1], free_[1]);
    V ready_of_injection = ready<kLocal>(block_.local, room_[0], free_[0]);
    if (lines_.switching != Switching::kWormhole) {
      ready_0 &= worms_.inputs[0];
      ready_1 &= worms_.inputs[1];
      ready_of_injection &= worms_.inputs[2];
    }
    forward_[1] = ready_1 & (block_.lane_turn | ~ready_0);
    forward_[0] = ready_0 & ~forward_[1];
    injected_forward_ = ready_of_injection;
  }

  void grant() {
    V wanted[Shape::ports];  // by output: words by input
    unrolled<kLocal + 1>([&](auto out) {
      wanted[out] = (forward_[0] & block_.inputs[0].wants[out]) | (forward_[1] & block_.inputs[1].wants[out]);
    });
    V requests[Shape::ports];  // by input: words by output
    transpose(wanted, requests);
    V injected[kPorts];
    unrolled<kPorts>([&](auto out) { injected[out] = injected_forward_ & block_.local.wants[out]; });
    requests[kLocal] = V{injected[0][0], injected[1][0], injected[2][0], injected[3][0]};
    if (lines_.transit_first) yield_to_others(requests);
    // SA-2 turns follow the order of the network's ports.
    if (lines_.reversed) exchange_dimensions(requests);
    first_from_turn(requests, block_.turns, grants_);
    if (lines_.reversed) exchange_dimensions(grants_);
    Bits of_ejection[kPorts], granted[kPorts];
    store(of_ejection, lines_.reversed ? of_other_dimension(wanted[kLocal]) : wanted[kLocal]);
    first_from_turn(of_ejection, reinterpret_cast<Bits(&)[kPorts]>(block_.ejection_turn), granted);
    ejects_ = V{granted[0], granted[1], granted[2], granted[3]};
    if (lines_.reversed) ejects_ = of_other_dimension(ejects_);
    leaves_ = grants_[kLocal];
    unrolled<kPorts>([&](auto in) { leaves_ |= grants_[in]; });
  }

  /// ST at an input: flits leave their buffers, and others arrive. Returns the heads, and sets the tails, and
  /// the tails before waiting worms.
  template <int outputs>
  static V depart(Input& vc, V gone, V arrived, V& tail, V& tail_before_others) {
    const V head = gone & ~vc.started;
    tail = increment(vc.passed, gone);
    tail_before_others = tail & vc.waiting;
    vc.started = (vc.started | gone) & ~tail;
    vc.front &= ~(tail & ~vc.waiting);
    unrolled<outputs>([&](auto out) { vc.wants[out] &= ~tail; });
    add(vc.occupied, arrived, gone);
    return head;
  }

  void depart() {
    V by_output[kPorts];
    transpose(grants_, by_output);
    const V passes = by_output[0] | by_output[1] | by_output[2] | by_output[3] | ejects_;
    V heads[2], tails[2], tails_before_others[2], gone[2];
    unrolled<2>([&](auto lane) {
      gone[lane] = forward_[lane] & passes;
      heads[lane] = depart<kLocal + 1>(block_.inputs[lane], gone[lane],
                                       from_neighbours(lines_.flits_in + kPorts * lane), tails[lane],
                                       tails_before_others[lane]);
      store(lines_.credits_out + kPorts * lane, gone[lane]);
    });
    block_.lane_turn = gone[0] | (block_.lane_turn & ~gone[1]);
    tails_ = tails[0] | tails[1];
    injection_gone_ = injected_forward_ & any_of(grants_[kLocal]);
    V tail_before_others;
    const V head = depart<kLocal>(block_.local, injection_gone_, block_.interface.injected, injection_tails_,
                                  tail_before_others);
    tell_of_ports(E::heads, heads[0] | heads[1], head);
    store(lines_.events + E::heads_of_lane_1, heads[1]);
    lines_.events[E::heads_of_lane_1 + kLocal] = 0;
    tell_of_ports(E::tails, tails_before_others[0] | tails_before_others[1], tail_before_others);
    store(lines_.events + E::tails_of_lane_1, tails_before_others[1]);
    lines_.events[E::tails_of_lane_1 + kLocal] = 0;
  }

  void inject() {
    auto& interface = block_.interface;
    V flit = interface.sending & ~interface.in_flight[Shape::slot_bits - 1];
    if (lines_.switching != Switching::kWormhole) flit &= worms_.interface;
    const V tail = increment(interface.passed, flit);
    tell(E::late_heads, (flit & interface.late)[0]);
    tell(E::injection_tails, tail[0]);
    interface.late = interface.sending & ~interface.started & ~flit;
    interface.started = (interface.started | flit) & ~tail;
    interface.sending &= ~tail;
    add(interface.in_flight, flit, interface.credited);
    interface.injected = flit;
    interface.credited = injection_gone_;
  }

  void send() {
    V tails = grants_[kLocal] & of_all<0>(injection_tails_);
    unrolled<kPorts>([&](auto in) { tails |= grants_[in] & of_all<in>(tails_); });
    V straight{};  // by output: the grants of the opposite input
    unrolled<kPorts>([&](auto out) { straight = replaced<out>(straight, grants_[out ^ 1]); });
    const V on_1 = (leaves_ & block_.dateline) | (straight & opposite(forward_[1]));
    const V flits[2] = {leaves_ & ~on_1, on_1};
    unrolled<2>([&](auto lane) {
      auto& vc = block_.outputs[lane];
      const V flit = flits[lane];
      vc.owned = (vc.owned | flit) & ~(flit & tails);
      add(vc.in_flight, flit, from_neighbours(lines_.credits_in + kPorts * lane));
      store(lines_.flits_out + kPorts * lane, flit);
    });
  }

  void eject() {
    const Bits flits = any_of(ejects_)[0], tails = any_of(ejects_ & tails_)[0];
    const Bits begins = flits & ~block_.ejecting;
    tell(E::ejection_begins, begins);
    tell(E::ejection_pauses, block_.ejecting & ~flits);
    tell(E::ejection_ends, tails & ~begins);
    block_.ejection_owned = (block_.ejection_owned | flits) & ~tails;
    block_.ejecting = flits & ~tails;
    block_.ejected[2] = block_.ejected[1];
    block_.ejected[1] = block_.ejected[0];
    block_.ejected[0] = flits;
    block_.local.front &= V{~Bits{}, 0, 0, 0};  // the next worm that is ejected is at the front
  }

  /// The bits of the neighbours behind the ports, in their planes of the ports that lead here.
  V from_neighbours(const Bits* planes) const {
    const V there = opposite(load<V>(planes));
    return ((there >> shift_right_) & block_.right) | ((there << shift_left_) & block_.left);
  }
  void tell(int event, Bits plane) {
    lines_.events[event] = plane;
    lines_.not_zero[E::byte(event)] = plane != 0;
  }
  void tell_of_ports(int event, V ports, V local) {
    store(lines_.events + event, ports);
    const std::uint32_t words = words_not_zero(ports) * 0x00204081u & 0x01010101u;  // a byte for each bit
    std::memcpy(lines_.not_zero + E::byte(event), &words, sizeof words);
    tell(event + kLocal, local[0]);
  }

  PortBlock<Shape>& block_;
  const WholeWormsOfPorts& worms_;
  const BlockContext& lines_;
  const V shift_right_, shift_left_;
  V room_[2][Shape::ports], free_[2][Shape::ports];  // by lane and output: words by input
  V forward_[2], injected_forward_;
  V grants_[Shape::ports];  // by input: words by output
  V leaves_, ejects_, tails_, injection_tails_, injection_gone_;
};

template <typename Shape>
[[gnu::flatten]] void evaluate_ports(void* block, int /*count*/, const BlockContext& lines) {
  auto& ports = *static_cast<PortBlock<Shape>*>(block);
  const BlockContext own = lines;
  WholeWormsOfPorts worms;
  if (own.switching != Switching::kWormhole) look_at_whole_worms(ports, own.switching, own.reserve, worms);
  PortCycle<Shape>(ports, worms, own).run();
}

}  // namespace torusim::dense
