#pragma once
/// What virtual cut-through and store and forward ask of heads beyond what wormhole switching asks.
///
/// It is a function of its own and not a part of the cycle, which it would make slower for wormholes.

#include "models/dense/block.h"

namespace torusim::dense {

/// Where the next flit of a worm may go as far as they ask: of input VCs of a class, up to that of injection,
/// and of node interfaces.
template <typename V, int vcs>
struct WholeWorms {
  V inputs[vcs];
  V interface;
};
template <typename Shape, typename V>
using WholeWormsOf = WholeWorms<V, Shape::injection + 1>;

// A worm fits into a buffer. So the low `whole_bits` planes of `passed` are 2^whole_bits - its flits that are
// still to leave. Where its head could go, what is left of it can: it is here, and has room.

/// Where the front worm is all in the buffer.
template <typename Shape, typename V>
V is_whole(const InputPlanes<Shape, V>& vc) {
  constexpr int n = Shape::whole_bits;
  return carry_of_sum<n>(vc.passed, vc.occupied) | vc.occupied[n];
}

/// Where an output that has room for a flit has room for all of the worm.
template <typename Shape, typename V>
V has_whole_room(const V* passed, const V* in_flight) {
  return not_less<Shape::whole_bits>(passed, in_flight);
}

template <typename Shape, typename V>
[[gnu::noinline, gnu::flatten]] static void look_at_whole_worms(const ClassPlanes<Shape, V>& planes,
                                                                const V* dateline, Switching switching,
                                                                int reserve, WholeWormsOf<Shape, V>& worms) {
  constexpr int kLocal = Shape::local, kBits = Shape::whole_bits;
  if (switching == Switching::kStoreAndForward) {
    unrolled<Shape::injection + 1>([&](auto i) { worms.inputs[i] = is_whole(planes.inputs[i]); });
    worms.interface = ~V{};
    return;
  }
  V in_flight[Shape::ports][kBits];  // of the lane that the dateline says
  unrolled<Shape::network_ports>([&](auto out) {
    const auto& lanes = planes.outputs[out];
    unrolled<kBits>([&](auto i) {
      in_flight[out][i] = select(dateline[out], lanes[1].in_flight[i], lanes[0].in_flight[i]);
    });
  });
  count_from(Shape::most_slots - reserve, planes.ejected, in_flight[kLocal]);
  unrolled<Shape::injection + 1>([&](auto i) {
    constexpr int in = i / 2, lane = i % 2;
    const auto& vc = planes.inputs[i];
    V before[kBits] = {};
    unrolled<Shape::ports>([&](auto out) {
      if constexpr (lane == 1 && Shape::straight(in, out)) {
        unrolled<kBits>([&](auto b) { before[b] |= vc.wants[out] & planes.outputs[out][1].in_flight[b]; });
      } else if constexpr (Shape::legal(in, out)) {
        unrolled<kBits>([&](auto b) { before[b] |= vc.wants[out] & in_flight[out][b]; });
      }
    });
    worms.inputs[i] = has_whole_room<Shape>(vc.passed, before);
  });
  worms.interface = has_whole_room<Shape>(planes.interface.passed, planes.interface.in_flight);
}

}  // namespace torusim::dense
