#pragma once
/// Minimal adaptive routing (docs/router.md): where a head may go, and what it asks for in a cycle.

#include <array>
#include <span>

#include "models/contract/hardware.h"

namespace torusim {

/// The ports by which a head comes nearer to its destination, in the order in which equals are asked: more
/// hops left in the dimension first, then by number.
class MinimalPorts {
 public:
  /// `from` and `to` must differ.
  MinimalPorts(const Hardware& hardware, NodeId from, NodeId to);

  std::span<const std::uint8_t> ports() const { return {ports_.data(), size_}; }
  /// The port of dimension order; a tie at half a ring goes in direction +.
  int escape_port() const { return escape_port_; }
  /// The escape lane there: 0 while the wrap of the dimension is ahead, else the last escape lane.
  int escape_lane() const { return escape_lane_; }

 private:
  std::array<std::uint8_t, 2 * Topology::kMaxDimensions> ports_{};
  std::size_t size_ = 0;
  int escape_port_ = 0, escape_lane_ = 0;
};

/// An output virtual channel.
struct OutputVc {
  int port = 0;
  int vc = 0;
  bool operator==(const OutputVc&) const = default;
};

/// Whether a buffer of `reserve` slots with `in_flight` flits takes a worm of `flits` as an adaptive lane: it
/// is empty, or the whole worm fits into slots of its own. No worm so ever stops behind another one with its
/// body in further buffers (docs/router.md, Freedom from deadlock).
inline bool fits_adaptive(int in_flight, std::int64_t flits, int reserve) {
  return in_flight == 0 || in_flight + flits <= reserve;
}

/// What a head at the front of its buffer asks for. `outputs` knows the router's outputs: takes(port, vc):
/// the VC is free and the credit rule, under virtual cut-through for the whole worm, allows a flit;
/// in_flight(port, vc): flits sent and not credited; load(port): the same of all VCs of the port.
template <typename Outputs>
OutputVc adaptive_choice(const Hardware& hardware, const MinimalPorts& minimal, int message_class,
                         std::int64_t flits, const Outputs& outputs) {
  OutputVc best{minimal.escape_port(), hardware.vc(message_class, minimal.escape_lane())};
  int least_load = -1;
  for (const int port : minimal.ports()) {
    const int load = outputs.load(port);
    if (least_load >= 0 && load >= least_load) continue;
    int least = -1;
    for (int lane = hardware.escape_lanes(); lane < hardware.lanes; ++lane) {
      const int vc = hardware.vc(message_class, lane), in_flight = outputs.in_flight(port, vc);
      if (!outputs.takes(port, vc) || !fits_adaptive(in_flight, flits, hardware.reserve)) continue;
      if (least >= 0 && in_flight >= least) continue;
      least = in_flight;
      least_load = load;
      best = {port, vc};
    }
  }
  return best;
}

}  // namespace torusim
