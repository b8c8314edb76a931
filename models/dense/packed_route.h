#pragma once
/// The rest of a worm's route in a word: segments of lane, port and hops. The lane is that on which the worm
/// goes straight on, 0 unless it has crossed a dateline in this dimension.

#include "models/contract/worm.h"
#include "models/dense/planes.h"

namespace torusim::dense {

template <int dimensions>
struct PackedRoute {
  static constexpr int kWayBits = 5;  // bits of lane and port
  static constexpr Bits kHop = Bits{1} << kWayBits;
  /// The last segment is for the local port and has one hop.
  static constexpr int kSegmentBits = (64 - kWayBits - 1) / dimensions;
  static constexpr int most_hops = (1 << (kSegmentBits - kWayBits < 16 ? kSegmentBits - kWayBits : 16)) - 1;
  static_assert(2 * (2 * dimensions + 1) <= 1 << kWayBits);

  /// `reversed`: with reversed dimensions, as in Geometry.
  template <bool reversed = false>
  static Bits pack(const Route& route) {
    Bits packed = 0;
    int at = 0;
    const auto append = [&](int port, int hops) {
      packed |= (static_cast<Bits>(hops) << kWayBits | static_cast<Bits>(2 * port)) << at;
      at += kSegmentBits;
    };
    for (const Run& run : route) {
      const int dimension = reversed ? dimensions - 1 - run.dimension : run.dimension;
      append(2 * dimension + (run.hops < 0 ? 1 : 0), run.hops < 0 ? -run.hops : run.hops);
    }
    append(2 * dimensions, 1);
    return packed;
  }
  /// 2 port + lane.
  [[gnu::always_inline]] static unsigned way(Bits route) { return route & (kHop - 1); }
  [[gnu::always_inline]] static unsigned port(Bits route) { return way(route) / 2; }
  /// The route after the hop to the next router, whose input VC the worm enters on lane `lane`.
  [[gnu::always_inline]] static Bits advance(Bits route, Bits lane) {
    constexpr Bits kHops = (Bits{1} << kSegmentBits) - kHop;
    const Bits less = (route - kHop) | lane;
    return (less & kHops) != 0 ? less : less >> kSegmentBits;
  }
};

}  // namespace torusim::dense
