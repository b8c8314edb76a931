#include "testbench/config/bandwidth.h"

#include "schedules/core/failures.h"

namespace torusim {

std::optional<double> collective_bytes(const Topology& topology, const Collective& collective,
                                       double block_bytes) {
  if (collective.kind == Collective::Kind::kMessages) return std::nullopt;
  const double packet = block_bytes * collective.pieces;
  return collective.one_packet() ? packet : packet * nodes_left(topology.failures(), topology.nodes());
}

std::optional<double> throughput(const Collective& collective, double delivered_bytes, double seconds) {
  if (collective.kind != Collective::Kind::kMessages || seconds <= 0) return std::nullopt;
  return delivered_bytes / seconds;
}

std::optional<Bandwidth> bandwidth(const Topology& topology, const Collective& collective, double block_bytes,
                                   double seconds) {
  using Kind = Collective::Kind;
  const auto size = collective_bytes(topology, collective, block_bytes);
  if (!size || seconds <= 0) return std::nullopt;
  const double nodes = nodes_left(topology.failures(), topology.nodes());
  const double others = (nodes - 1.0) / nodes;
  double factor = 1;
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
    case Kind::kMessages:
      break;
  }
  return Bandwidth{*size, *size / seconds, *size / seconds * factor};
}

}  // namespace torusim
