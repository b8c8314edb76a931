#pragma once
/// A cycle of all routers of a block in plane arithmetic, in the steps of docs/router.md.

#include "models/dense/whole_worms.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace torusim::dense {

/// A bit for each word that is not 0.
template <typename V>
std::uint8_t words_not_zero(V plane) {
  if constexpr (sizeof(V) == sizeof(Bits)) {
    return plane != 0;
  } else {
#ifdef __AVX2__
    const __m256i zero = _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(plane), _mm256_setzero_si256());
    return static_cast<std::uint8_t>(15 ^ _mm256_movemask_pd(_mm256_castsi256_pd(zero)));
#else
    unsigned words = 0;
    for (std::size_t i = 0; i < sizeof(V) / sizeof(Bits); ++i) words |= (plane[i] != 0 ? 1u : 0u) << i;
    return static_cast<std::uint8_t>(words);
#endif
  }
}

template <typename Shape, typename V>
class BlockCycle {
 public:
  using WholeWorms = WholeWormsOf<Shape, V>;

  /// `worms` need be told only where heads wait for whole worms.
  BlockCycle(Block<Shape, V>* blocks, const WholeWorms& worms, const Lines& lines, std::ptrdiff_t number)
      : block_(blocks[number]),
        worms_(worms),
        lines_(lines),
        word_(number * static_cast<std::ptrdiff_t>(sizeof(V) / sizeof(Bits))),
        not_zero_(lines.not_zero + number * E::bytes) {}

  void run() {
    look_at_outputs();
    put_forward();
    grant();
    unrolled<kPorts>([&](auto in) { depart<in>(); });
    inject();
    unrolled<kNetworkPorts>([&](auto out) { send<out>(); });
    eject();
  }

 protected:
  static constexpr int kNetworkPorts = Shape::network_ports, kPorts = Shape::ports, kLocal = Shape::local;
  using E = Event<Shape>;
  static constexpr int lanes(int port) { return port == kLocal ? 1 : 2; }

  /// Which outputs have room for a flit, and which for a head: of the lane that a worm takes there which
  /// comes from another dimension, and of lane 1.
  void look_at_outputs() {
    unrolled<kNetworkPorts>([&](auto out) {
      const auto& [lane_0, lane_1] = block_.outputs[out];
      const V dateline = block_.dateline[out];
      room_1_[out] = lane_1.room();
      free_1_[out] = room_1_[out] & ~lane_1.owned;
      room_[out] = select(dateline, room_1_[out], lane_0.room());
      free_[out] = select(dateline, free_1_[out], lane_0.room() & ~lane_0.owned);
    });
    // The node interface takes every flit at once; its credit is back in the fourth cycle.
    room_[kLocal] = ~V{};
    if (lines_.reserve < 4) room_[kLocal] = ~at_least(lines_.reserve, block_.ejected);
    free_[kLocal] = room_[kLocal] & ~block_.ejection_owned;
  }

  /// Where the front flit of an input VC may go.
  template <int in, int lane>
  V ready() const {
    const V may_go = has_way<in, lane>();
    return lines_.switching == Switching::kWormhole ? may_go : may_go & worms_.inputs[2 * in + lane];
  }

  /// The same under wormhole switching.
  template <int in, int lane>
  V has_way() const {
    const auto& vc = block_.inputs[2 * in + lane];
    V has_room{}, has_free{};
    unrolled<kPorts>([&](auto out) {
      if constexpr (Shape::legal(in, out)) {
        constexpr bool stays_on_1 = lane == 1 && Shape::straight(in, out);
        if constexpr (stays_on_1) {
          has_room |= vc.wants[out] & room_1_[out];
          has_free |= vc.wants[out] & free_1_[out];
        } else {
          has_room |= vc.wants[out] & room_[out];
          has_free |= vc.wants[out] & free_[out];
        }
      }
    });
    return not_zero(vc.occupied) & ((vc.started & has_room) | has_free);
  }

  /// Every input port puts forward one of its ready VCs.
  void put_forward() {
    unrolled<kNetworkPorts>([&](auto in) {
      const V ready_0 = ready<in, 0>(), ready_1 = ready<in, 1>();
      forward_[in][1] = ready_1 & (block_.lane_turn[in] | ~ready_0);
      forward_[in][0] = ready_0 & ~forward_[in][1];
    });
    forward_[kLocal][0] = ready<kLocal, 0>();
    forward_[kLocal][1] = V{};
  }

  /// Every output port takes one of the inputs that chose it.
  void grant() {
    unrolled<kPorts>([&](auto out) {
      constexpr int n = Shape::inputs_of(out);
      V requests[n];
      unrolled<n>([&](auto i) {
        constexpr int in = Shape::input_of(out, i);
        requests[i] = forward_[in][0] & block_.inputs[2 * in].wants[out];
        if constexpr (in != kLocal) requests[i] |= forward_[in][1] & block_.inputs[2 * in + 1].wants[out];
      });
      if constexpr (out != kLocal) {
        if (lines_.transit_first) yield_to_others(requests);
      }
      V(&turn)[n] = reinterpret_cast<V(&)[n]>(block_.turns[out].at_most);
      V(&grants)[n] = reinterpret_cast<V(&)[n]>(grants_[out]);
      if (lines_.reversed) [[unlikely]] {
        first_of_network<out>(requests, turn, grants);
      } else {
        first_from_turn(requests, turn, grants);
      }
      leaves_[out] = V{};
      unrolled<n>([&](auto i) { leaves_[out] |= grants_[out][i]; });
    });
    unrolled<kPorts>([&](auto in) { passes_[in] = V{}; });
    unrolled<kPorts>([&](auto out) {
      unrolled<Shape::inputs_of(out)>([&](auto i) { passes_[Shape::input_of(out, i)] |= grants_[out][i]; });
    });
  }

  /// The same with reversed dimensions: turns go by the network's ports.
  template <int out, int n>
  static void first_of_network(const V (&requests)[n], V (&turn)[n], V (&grants)[n]) {
    V in_order[n], granted[n];
    unrolled<n>([&](auto i) { in_order[i] = requests[Shape::place_of(out, i)]; });
    first_from_turn(in_order, turn, granted);
    unrolled<n>([&](auto i) { grants[Shape::place_of(out, i)] = granted[i]; });
  }

  /// Flits leave their buffers, and others arrive.
  template <int in>
  void depart() {
    V heads[2] = {}, tails[2] = {}, tails_before_others[2] = {}, gone[2] = {};
    unrolled<lanes(in)>([&](auto lane) {
      auto& vc = block_.inputs[2 * in + lane];
      gone[lane] = forward_[in][lane] & passes_[in];
      heads[lane] = gone[lane] & ~vc.started;
      const V tail = increment(vc.passed, gone[lane]);
      tails[lane] = tail;
      tails_before_others[lane] = tail & vc.waiting;
      vc.started = (vc.started | gone[lane]) & ~tail;
      vc.front &= ~(tail & ~vc.waiting);
      unrolled<kPorts>([&](auto out) {
        if constexpr (Shape::legal(in, out)) vc.wants[out] &= ~tail;
      });
      if constexpr (in == kLocal) {
        add(vc.occupied, block_.interface.injected, gone[lane]);
      } else {
        const V arrived = from_neighbour<in>(lines_.flits_in + (2 * (in ^ 1) + lane) * lines_.words);
        add(vc.occupied, arrived, gone[lane]);
        store(lines_.credits_out + (2 * in + lane) * lines_.words + word_, gone[lane]);
      }
    });
    if constexpr (in != kLocal) {
      block_.lane_turn[in] = gone[0] | (block_.lane_turn[in] & ~gone[1]);
      note(E::heads_of_lane_1 + in, heads[1]);
      note(E::tails_of_lane_1 + in, tails_before_others[1]);
    } else {
      injection_credited_ = gone[0];
    }
    tails_[in] = tails[0] | tails[1];
    tell(E::heads + in, heads[0] | heads[1]);
    tell(E::tails + in, tails_before_others[0] | tails_before_others[1]);
  }

  /// The node interface sends a flit, if it has one.
  void inject() {
    auto& interface = block_.interface;
    V flit = interface.sending & ~interface.in_flight[Shape::slot_bits - 1];
    if (lines_.switching != Switching::kWormhole) flit &= worms_.interface;
    const V tail = increment(interface.passed, flit);
    tell(E::late_heads, flit & interface.late);
    tell(E::injection_tails, tail);
    interface.late = interface.sending & ~interface.started & ~flit;
    interface.started = (interface.started | flit) & ~tail;
    interface.sending &= ~tail;
    add(interface.in_flight, flit, interface.credited);
    interface.injected = flit;
    interface.credited = injection_credited_;
  }

  /// Flits leave for the next router, and credits come back from it.
  template <int out>
  void send() {
    V tails{}, on_1 = leaves_[out] & block_.dateline[out];
    unrolled<Shape::inputs_of(out)>([&](auto i) {
      constexpr int in = Shape::input_of(out, i);
      tails |= grants_[out][i] & tails_[in];
      if constexpr (Shape::straight(in, out)) on_1 |= grants_[out][i] & forward_[in][1];
    });
    const V flits[2] = {leaves_[out] & ~on_1, on_1};
    unrolled<2>([&](auto lane) {
      auto& vc = block_.outputs[out][lane];
      const V flit = flits[lane];
      vc.owned = (vc.owned | flit) & ~(flit & tails);
      add(vc.in_flight, flit, from_neighbour<out>(lines_.credits_in + (2 * (out ^ 1) + lane) * lines_.words));
      store(lines_.flits_out + (2 * out + lane) * lines_.words + word_, flit);
    });
  }

  /// Of a stream of flits only its begin, its pauses and its end are told.
  void eject() {
    const V flits = leaves_[kLocal];
    V tails{};
    unrolled<Shape::inputs_of(kLocal)>(
        [&](auto i) { tails |= grants_[kLocal][i] & tails_[Shape::input_of(kLocal, i)]; });
    const V begins = flits & ~block_.ejecting;
    tell(E::ejection_begins, begins);
    tell(E::ejection_pauses, block_.ejecting & ~flits);
    tell(E::ejection_ends, tails & ~begins);
    block_.ejection_owned = (block_.ejection_owned | flits) & ~tails;
    block_.ejecting = flits & ~tails;
    block_.ejected[2] = block_.ejected[1];
    block_.ejected[1] = block_.ejected[0];
    block_.ejected[0] = flits;
    block_.inputs[Shape::ejection].front = V{};  // the next worm is at the front
  }

  template <int port>
  V from_neighbour(const Bits* line) const {
    return rotate_to_neighbour<port % 2 == 0>(line + word_, lines_.neighbours[port], block_.steps[port],
                                              block_.wraps[port]);
  }
  void note(int event, V plane) { store(lines_.events + event * lines_.words + word_, plane); }
  void tell(int event, V plane) {
    note(event, plane);
    not_zero_[E::byte(event)] = words_not_zero(plane);
  }

  Block<Shape, V>& block_;
  const WholeWorms& worms_;
  const Lines& lines_;
  const std::ptrdiff_t word_;
  std::uint8_t* const not_zero_;
  V room_[kPorts], free_[kPorts], room_1_[kNetworkPorts], free_1_[kNetworkPorts];
  V forward_[kPorts][2];      // by input and lane: put forward
  V grants_[kPorts][kPorts];  // by output, and by the place of the input among those that may ask for it
  V leaves_[kPorts];          // by output: a flit
  V passes_[kPorts];          // by input: its flit was granted
  V tails_[kPorts];           // by input: a tail was granted
  V injection_credited_;
};

template <typename Shape, typename V>
[[gnu::flatten]] void evaluate(void* blocks, int count, const Lines& lines) {
  auto* const block = static_cast<Block<Shape, V>*>(blocks);
  const Lines own = lines;
  WholeWormsOf<Shape, V> worms;
  for (int b = 0; b < count; ++b) {
    if (own.switching != Switching::kWormhole)
      look_at_whole_worms(block[b], own.switching, own.reserve, worms);
    BlockCycle<Shape, V>(block, worms, own, b).run();
  }
}

}  // namespace torusim::dense
