#include "testbench/results/bandwidth.h"

namespace torusim {

std::optional<Bandwidth> bandwidth(NodeId nodes, const Collective& collective, double block_bytes,
                                   double seconds) {
  using Kind = Collective::Kind;
  if (seconds <= 0) return std::nullopt;
  const double packet = block_bytes * collective.pieces, others = (nodes - 1.0) / nodes;
  double size = packet * nodes, factor = 1;
  switch (collective.kind) {
    case Kind::kCompleteExchange:
    case Kind::kGossip:
      factor = others;
      break;
    case Kind::kBroadcast:
      size = packet;
      break;
    case Kind::kMessages:
      return std::nullopt;
  }
  return Bandwidth{size, size / seconds, size / seconds * factor};
}

}  // namespace torusim
