#pragma once
/// The rest of a worm's route in a word: segments of port and hops, as in a head flit.

#include "models/contract/worm.h"
#include "models/dense/planes.h"

namespace torusim::dense {

template <int dimensions>
struct PackedRoute {
  static constexpr int kPortBits = 4, kSegmentBits = 64 / (dimensions + 1);
  static constexpr int most_hops = (1 << (kSegmentBits - kPortBits < 16 ? kSegmentBits - kPortBits : 16)) - 1;
  static_assert(2 * dimensions < 1 << kPortBits);

  /// The last segment is the local port's.
  static Bits pack(const Route& route) {
    Bits packed = 0;
    int at = 0;
    const auto append = [&](int port, int hops) {
      packed |= (static_cast<Bits>(hops) << kPortBits | static_cast<Bits>(port)) << at;
      at += kSegmentBits;
    };
    for (const Run& run : route) {
      append(2 * run.dimension + (run.hops < 0 ? 1 : 0), run.hops < 0 ? -run.hops : run.hops);
    }
    append(2 * dimensions, 1);
    return packed;
  }
  static unsigned port(Bits route) { return route & ((1u << kPortBits) - 1); }
  /// Behind the next router.
  static Bits advance(Bits route) {
    constexpr Bits kHops = ((Bits{1} << kSegmentBits) - 1) & ~Bits{(1u << kPortBits) - 1};
    const Bits less = route - (Bits{1} << kPortBits);
    return (less & kHops) != 0 ? less : less >> kSegmentBits;
  }
};

}  // namespace torusim::dense
