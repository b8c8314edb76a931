#pragma once
/// The conditions of virtual cut-through and store and forward for heads, beyond those of wormhole switching.
///
/// They are a separate function, because as a part of the cycle they would make wormhole runs slower.

#include "models/dense/block.h"

namespace torusim::dense {

/// Planes of the worms whose next flit meets these conditions: at the input VCs of a class, up to the
/// injection VC, and at node interfaces.
template <typename V, int vcs>
struct WholeWorms {
  V inputs[vcs];
  V interface;
};
template <typename Shape, typename V>
using WholeWormsOf = WholeWorms<V, Shape::injection + 1>;

// A worm fits into a buffer. So the low `whole_bits` planes of `passed` are 2^whole_bits minus its flits that
// are still to leave. Once the head meets the condition, the rest of the worm does too: it is in the buffer,
// or has room.

/// A plane of the routers that hold all remaining flits of the front worm.
template <typename Shape, typename V>
V is_whole(const InputPlanes<Shape, V>& vc) {
  constexpr int n = Shape::whole_bits;
  return carry_of_sum<n>(vc.passed, vc.occupied) | vc.occupied[n];
}

/// A plane of the routers where an output with room for a flit has room for the rest of the worm.
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
  V in_flight[Shape::ports][kBits];  // planes of the lane after the dateline rule
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
