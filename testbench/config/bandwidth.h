#pragma once
/// Bandwidth of a collective, as its benchmarks define it (nccl-tests, doc/PERFORMANCE.md). The algorithm
/// bandwidth is size / time. The bus bandwidth is the algorithm bandwidth times a factor of the collective.
/// It compares with the bandwidth of one node's links, for any number of nodes.

#include <optional>

#include "schedules/core/collective.h"

namespace torusim {

struct Bandwidth {
  double bytes = 0;      ///< data of a node at its beginning or end, its own part included
  double algorithm = 0;  ///< bytes per second
  double bus = 0;        ///< bytes per second
};

/// Size in blocks, and the factor, of a collective on n nodes that have not failed:
///
/// | collective | size | factor |
/// |---|---|---|
/// | complete exchange (alltoall) | n blocks | (n - 1) / n |
/// | gossip (allgather) | n packets | (n - 1) / n |
/// | broadcast, reduce | one packet | 1 |
/// | reduce-scatter | n packets, or the root's | (n - 1) / n |
/// | all-reduce | n packets, or the root's | 2 (n - 1) / n |
///
/// Nullopt for plain messages, and if `seconds` is 0.
std::optional<Bandwidth> bandwidth(const Topology& topology, const Collective& collective, double block_bytes,
                                   double seconds);
/// Bytes per second that the whole network delivers; nullopt unless the collective is plain messages.
std::optional<double> throughput(const Collective& collective, double delivered_bytes, double seconds);
/// The size alone, in bytes; nullopt for plain messages.
std::optional<double> collective_bytes(const Topology& topology, const Collective& collective,
                                       double block_bytes);

}  // namespace torusim
