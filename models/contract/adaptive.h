#pragma once
/// Minimal adaptive routing (docs/router.md): the ports that a head may take, and the output that it requests
/// in a cycle.

#include <array>
#include <span>

#include "models/contract/hardware.h"

namespace torusim {

/// The minimal ports of a head: each leads one hop nearer to its destination. Ports with more hops left in
/// their dimension come first, then the lower number. Among ports of equal load the first wins.
class MinimalPorts {
 public:
  /// `from` and `to` must differ.
  MinimalPorts(const Hardware& hardware, NodeId from, NodeId to);

  std::span<const std::uint8_t> ports() const { return {ports_.data(), size_}; }
  /// The port of dimension order; a tie at half a ring goes in direction +.
  int escape_port() const { return escape_port_; }
  /// The escape lane at that port: 0 while the wrap of the dimension is ahead, else the last escape lane.
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

/// Whether an adaptive lane with `reserve` slots and `in_flight` flits admits a worm of `flits`: the buffer
/// is empty, or the whole worm fits into its reserved slots. A worm that stops behind another therefore has
/// no flits in further buffers (docs/router.md, Freedom from deadlock).
inline bool fits_adaptive(int in_flight, std::int64_t flits, int reserve) {
  return in_flight == 0 || in_flight + flits <= reserve;
}

/// The output VC that a head at the front of its buffer requests. `outputs` describes the router's outputs.
/// takes(port, vc): the VC is free and the credit rule allows a flit, under virtual cut-through the whole
/// worm. in_flight(port, vc): flits sent and not credited. load(port): the sum of in_flight over the VCs of
/// the port.
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
