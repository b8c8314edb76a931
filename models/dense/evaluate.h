#pragma once
/// A cycle of all routers of a block in plane arithmetic, in the stages of docs/router.md: put_forward() is
/// SA-1, grant() is SA-2, and depart() to eject() are ST. RC is in worm_planes.h. The arbiter of SA-2 is
/// first_from_turn() (planes.h). evaluate_ports.h repeats the stages for small networks.

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

  /// `worms`, by class, is used only if the switching mode keeps whole worms in a buffer.
  BlockCycle(Block<Shape, V>* blocks, const WholeWorms* worms, const BlockContext& lines,
             std::ptrdiff_t number)
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
  static constexpr bool kHasClasses = Shape::classes > 1;
  using E = Event<Shape>;
  using OfClass = ClassPlanes<Shape, V>;
  static constexpr int lanes(int port) { return port == kLocal ? 1 : 2; }

  /// Calls f(class), the most urgent first. Several classes are a loop, so that its body is compiled once.
  template <typename F>
  void each_class(const F& f) const {
    if constexpr (kHasClasses) {
#pragma GCC unroll 1
      for (int c = 0; c < lines_.classes; ++c) f(c);
    } else {
      f(std::integral_constant<int, 0>{});
    }
  }

  /// Looks up credits and owners: which output VCs have room for a flit, and which are free for a head.
  /// `room` and `free` are for the lane of worms that come from another dimension, `room_1` and `free_1` for
  /// lane 1.
  void look_at_outputs() {
    each_class([&](auto c) {
      const OfClass& planes = block_.of_class[c];
      Outputs& outputs = outputs_[c];
      unrolled<kNetworkPorts>([&](auto out) {
        const auto &lane_0 = planes.outputs[out][0], &lane_1 = planes.outputs[out][1];
        const V dateline = block_.dateline[out];
        const V room_1 = lane_1.room(), free_1 = room_1 & ~lane_1.owned;
        outputs.room_1[out] = room_1;
        outputs.free_1[out] = free_1;
        outputs.room[out] = select(dateline, room_1, lane_0.room());
        outputs.free[out] = select(dateline, free_1, lane_0.room() & ~lane_0.owned);
      });
      // The node interface takes every flit at once; its credit is back in the fourth cycle.
      outputs.room[kLocal] = ~V{};
      if (lines_.reserve < 4) outputs.room[kLocal] = ~at_least(lines_.reserve, planes.ejected);
      outputs.free[kLocal] = outputs.room[kLocal] & ~planes.ejection_owned;
    });
  }

  /// The routers where the front flit of an input VC is ready.
  template <int in, int lane>
  V ready(int c) const {
    const V may_go = has_way<in, lane>(c);
    return lines_.switching == Switching::kWormhole ? may_go : may_go & worms_[c].inputs[2 * in + lane];
  }

  /// The routers where it is ready under wormhole switching.
  template <int in, int lane>
  V has_way(int c) const {
    const auto& vc = block_.of_class[c].inputs[2 * in + lane];
    const Outputs& outputs = outputs_[c];
    V has_room{}, has_free{};
    unrolled<kPorts>([&](auto out) {
      if constexpr (Shape::legal(in, out)) {
        constexpr bool stays_on_1 = lane == 1 && Shape::straight(in, out);
        if constexpr (stays_on_1) {
          has_room |= vc.wants[out] & outputs.room_1[out];
          has_free |= vc.wants[out] & outputs.free_1[out];
        } else {
          has_room |= vc.wants[out] & outputs.room[out];
          has_free |= vc.wants[out] & outputs.free[out];
        }
      }
    });
    return not_zero(vc.occupied) & ((vc.started & has_room) | has_free);
  }

  /// SA-1: every input port selects one of its ready VCs, of the most urgent class that has one. `lane_turn`
  /// has the turn among the two lanes.
  void put_forward() {
    V more_urgent[kPorts] = {};  // a VC of a more urgent class is ready
    each_class([&](auto c) {
      auto& forward = forward_[c];
      unrolled<kNetworkPorts>([&](auto in) {
        const V ready_0 = ready<in, 0>(c), ready_1 = ready<in, 1>(c);
        forward[in][1] = ready_1 & (block_.of_class[c].lane_turn[in] | ~ready_0);
        forward[in][0] = ready_0 & ~forward[in][1];
      });
      forward[kLocal][0] = ready<kLocal, 0>(c);
      forward[kLocal][1] = V{};
      if constexpr (kHasClasses) {
        unrolled<kPorts>([&](auto in) {
          const V any = forward[in][0] | forward[in][1];
          forward[in][0] &= ~more_urgent[in];
          forward[in][1] &= ~more_urgent[in];
          more_urgent[in] |= any;
        });
      }
    });
  }

  /// SA-2: every output port grants one of the inputs that selected it. `turns` has its turn.
  void grant() {
    unrolled<kPorts>([&](auto out) {
      constexpr int n = Shape::inputs_of(out);
      V requests[n];
      request<out>(requests);
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

  /// The inputs that have selected an output, with flits of the most urgent class among them.
  template <int out, int n>
  void request(V (&requests)[n]) {
    V more_urgent{};
    if constexpr (kHasClasses) unrolled<n>([&](auto i) { requests[i] = V{}; });
    each_class([&](auto c) {
      V any{};
      unrolled<n>([&](auto i) {
        constexpr int in = Shape::input_of(out, i);
        const auto* const vcs = block_.of_class[c].inputs + 2 * in;
        V asks = forward_[c][in][0] & vcs[0].wants[out];
        if constexpr (in != kLocal) asks |= forward_[c][in][1] & vcs[1].wants[out];
        if constexpr (kHasClasses) {
          any |= asks;
          requests[i] |= asks & ~more_urgent;
        } else {
          requests[i] = asks;
        }
      });
      if constexpr (kHasClasses) {
        leaves_of_class_[c][out] = any & ~more_urgent;
        more_urgent |= any;
      }
    });
  }

  /// The routers where a flit of the class leaves by an output.
  V leaves(int c, int out) const {
    if constexpr (kHasClasses) return leaves_of_class_[c][out];
    return leaves_[out];
  }

  /// first_from_turn() with reversed dimensions: turns follow the order of the network's ports.
  template <int out, int n>
  static void first_of_network(const V (&requests)[n], V (&turn)[n], V (&grants)[n]) {
    V in_order[n], granted[n];
    unrolled<n>([&](auto i) { in_order[i] = requests[Shape::place_of(out, i)]; });
    first_from_turn(in_order, turn, granted);
    unrolled<n>([&](auto i) { grants[Shape::place_of(out, i)] = granted[i]; });
  }

  /// ST at input port `in`: granted flits leave their buffers, credits go out, and flits on the wires arrive.
  template <int in>
  void depart() {
    V heads[2] = {}, tails[2] = {}, tails_before_others[2] = {};
    ClassBits classes;
    each_class([&](auto c) {
      OfClass& planes = block_.of_class[c];
      V gone[2] = {};
      unrolled<lanes(in)>([&](auto lane) {
        auto& vc = planes.inputs[2 * in + lane];
        gone[lane] = forward_[c][in][lane] & passes_[in];
        heads[lane] |= gone[lane] & ~vc.started;
        const V tail = increment(vc.passed, gone[lane]);
        tails[lane] |= tail;
        tails_before_others[lane] |= tail & vc.waiting;
        vc.started = (vc.started | gone[lane]) & ~tail;
        vc.front &= ~(tail & ~vc.waiting);
        unrolled<kPorts>([&](auto out) {
          if constexpr (Shape::legal(in, out)) vc.wants[out] &= ~tail;
        });
        if constexpr (in == kLocal) {
          add(vc.occupied, planes.interface.injected, gone[lane]);
        } else {
          const V arrived = from_neighbour<in>(lines_.flits_in + line(c, in ^ 1, lane));
          add(vc.occupied, arrived, gone[lane]);
          store(lines_.credits_out + line(c, in, lane) + word_, gone[lane]);
        }
      });
      if constexpr (in != kLocal) {
        planes.lane_turn[in] = gone[0] | (planes.lane_turn[in] & ~passes_[in]);
      } else {
        injection_credited_[c] = gone[0];
      }
      classes.set(c, gone[0] | gone[1]);
    });
    if constexpr (in != kLocal) {
      note(E::heads_of_lane_1 + in, heads[1]);
      note(E::tails_of_lane_1 + in, tails_before_others[1]);
    }
    note(E::classes + in * Shape::class_bits, classes);
    tails_[in] = tails[0] | tails[1];
    tell(E::heads + in, heads[0] | heads[1]);
    tell(E::tails + in, tails_before_others[0] | tails_before_others[1]);
  }

  /// The node interface sends a flit, if it has one.
  void inject() {
    V late_heads{}, tails{};
    each_class([&](auto c) {
      auto& interface = block_.of_class[c].interface;
      V flit = interface.sending & ~interface.in_flight[Shape::slot_bits - 1];
      if (lines_.switching != Switching::kWormhole) flit &= worms_[c].interface;
      const V tail = increment(interface.passed, flit);
      late_heads |= flit & interface.late;
      tails |= tail;
      interface.late = interface.sending & ~interface.started & ~flit;
      interface.started = (interface.started | flit) & ~tail;
      interface.sending &= ~tail;
      add(interface.in_flight, flit, interface.credited);
      interface.injected = flit;
      interface.credited = injection_credited_[c];
    });
    tell(E::late_heads, late_heads);
    tell(E::injection_tails, tails);
  }

  /// ST at output port `out`: flits leave for the next router, and credits return from it.
  template <int out>
  void send() {
    V tails{};
    unrolled<Shape::inputs_of(out)>(
        [&](auto i) { tails |= grants_[out][i] & tails_[Shape::input_of(out, i)]; });
    each_class([&](auto c) {
      V on_1 = leaves(c, out) & block_.dateline[out];
      unrolled<Shape::inputs_of(out)>([&](auto i) {
        constexpr int in = Shape::input_of(out, i);
        if constexpr (Shape::straight(in, out)) on_1 |= grants_[out][i] & forward_[c][in][1];
      });
      const V flits[2] = {leaves(c, out) & ~on_1, on_1};
      unrolled<2>([&](auto lane) {
        auto& vc = block_.of_class[c].outputs[out][lane];
        const V flit = flits[lane];
        vc.owned = (vc.owned | flit) & ~(flit & tails);
        add(vc.in_flight, flit, from_neighbour<out>(lines_.credits_in + line(c, out ^ 1, lane)));
        store(lines_.flits_out + line(c, out, lane) + word_, flit);
      });
    });
  }

  /// ST at the ejection port. Only the begin, the pauses and the end of a stream of flits are events.
  void eject() {
    V all_tails{}, all_begins{}, all_pauses{}, all_ends{};
    ClassBits classes, classes_of_pauses;
    unrolled<Shape::inputs_of(kLocal)>(
        [&](auto i) { all_tails |= grants_[kLocal][i] & tails_[Shape::input_of(kLocal, i)]; });
    each_class([&](auto c) {
      OfClass& planes = block_.of_class[c];
      const V flits = leaves(c, kLocal), tails = kHasClasses ? all_tails & flits : all_tails;
      const V begins = flits & ~planes.ejecting, pauses = planes.ejecting & ~flits;
      all_begins |= begins;
      all_pauses |= pauses;
      all_ends |= tails & ~begins;
      classes.set(c, flits);
      classes_of_pauses.set(c, pauses);
      planes.ejection_owned = (planes.ejection_owned | flits) & ~tails;
      planes.ejecting = flits & ~tails;
      planes.ejected[2] = planes.ejected[1];
      planes.ejected[1] = planes.ejected[0];
      planes.ejected[0] = flits;
      planes.inputs[Shape::ejection].front = V{};  // for the next worm
    });
    note(E::ejection_classes, classes);
    note(E::classes_of_pauses, classes_of_pauses);
    tell(E::ejection_begins, all_begins);
    tell(E::ejection_pauses, all_pauses);
    tell(E::ejection_ends, all_ends);
  }

  /// The class of one flit of each router, in planes.
  struct ClassBits {
    V bits[Shape::class_bits + 1] = {};
    void set(int c, V mask) {
      unrolled<Shape::class_bits>([&](auto b) {
        if ((c >> b & 1) != 0) bits[b] |= mask;
      });
    }
  };
  /// The planes of look_at_outputs() for a class.
  struct Outputs {
    V room[kPorts], free[kPorts], room_1[kNetworkPorts], free_1[kNetworkPorts];
  };

  template <int port>
  V from_neighbour(const Bits* line) const {
    return rotate_to_neighbour<port % 2 == 0>(line + word_, lines_.neighbours[port], block_.steps[port],
                                              block_.wraps[port]);
  }
  std::ptrdiff_t line(int c, int port, int lane) const {
    return ((c * kNetworkPorts + port) * 2 + lane) * lines_.words;
  }
  void note(int event, V plane) { store(lines_.events + event * lines_.words + word_, plane); }
  void note(int event, const ClassBits& classes) {
    unrolled<Shape::class_bits>([&](auto b) { note(event + b, classes.bits[b]); });
  }
  void tell(int event, V plane) {
    note(event, plane);
    not_zero_[E::byte(event)] = words_not_zero(plane);
  }

  Block<Shape, V>& block_;
  const WholeWorms* const worms_;
  const BlockContext& lines_;
  const std::ptrdiff_t word_;
  std::uint8_t* const not_zero_;
  Outputs outputs_[Shape::classes];
  V forward_[Shape::classes][kPorts][2];       // SA-1, by class, input and lane: the flit is selected
  V grants_[kPorts][kPorts];                   // SA-2, by output and index of Shape::input_of()
  V leaves_[kPorts];                           // by output: a flit leaves
  V leaves_of_class_[Shape::classes][kPorts];  // the same with several classes
  V passes_[kPorts];                           // by input: its flit was granted
  V tails_[kPorts];                            // by input: a tail was granted
  V injection_credited_[Shape::classes];
};

template <typename Shape, typename V>
void look_at_whole_worms(const Block<Shape, V>& block, const BlockContext& lines,
                         WholeWormsOf<Shape, V>* worms) {
  if (lines.switching == Switching::kWormhole) return;
  const int classes = Shape::classes == 1 ? 1 : lines.classes;
  for (int c = 0; c < classes; ++c) {
    look_at_whole_worms(block.of_class[c], block.dateline, lines.switching, lines.reserve, worms[c]);
  }
}

template <typename Shape, typename V>
[[gnu::flatten]] void evaluate(void* blocks, int count, const BlockContext& lines) {
  auto* const block = static_cast<Block<Shape, V>*>(blocks);
  const BlockContext own = lines;
  WholeWormsOf<Shape, V> worms[Shape::classes];
  for (int b = 0; b < count; ++b) {
    look_at_whole_worms(block[b], own, worms);
    BlockCycle<Shape, V>(block, worms, own, b).run();
  }
}

}  // namespace torusim::dense
