#include "testbench/results/bandwidth.h"

namespace torusim {

std::optional<Bandwidth> bandwidth(NodeId nodes, const Collective& collective, double block_bytes,
                                   double seconds) {
  using Kind = Collective::Kind;
  if (seconds <= 0) return std::nullopt;
  const double packet = block_bytes * collective.pieces, others = (nodes - 1.0) / nodes;
  double size = collective.one_packet() ? packet : packet * nodes, factor = 1;
  switch (collective.kind) {
    case Kind::kCompleteExchange:
    case Kind::kGossip:
    case Kind::kReduceScatter:
      factor = others;
      break;
    case Kind::kAllReduce:
      factor = 2 * others;
      break;
    case Kind::kBroadcast:
    case Kind::kReduce:
      break;
    case Kind::kMessages:
      return std::nullopt;
  }
  return Bandwidth{size, size / seconds, size / seconds * factor};
}

}  // namespace torusim
