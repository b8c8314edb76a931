#pragma once
/// What a collective moved, as its benchmarks say it (nccl-tests, doc/PERFORMANCE.md): the algorithm's
/// bandwidth is size / time, the bus bandwidth is that times a factor of the collective, so that it can be
/// held against what one node's links carry, whatever the number of nodes.

#include <optional>

#include "schedules/core/collective.h"

namespace torusim {

struct Bandwidth {
  double bytes = 0;      ///< size: what a node has at its beginning or at its end, its own part included
  double algorithm = 0;  ///< bytes per second
  double bus = 0;        ///< bytes per second
};

/// Size in blocks, and the factor, of a collective on n nodes:
///
/// | collective | size | factor |
/// |---|---|---|
/// | complete exchange (alltoall) | n blocks | (n - 1) / n |
/// | gossip (allgather) | n packets | (n - 1) / n |
/// | broadcast, reduce | one packet | 1 |
/// | reduce-scatter | n packets, or the root's | (n - 1) / n |
/// | all-reduce | n packets, or the root's | 2 (n - 1) / n |
///
/// None for plain messages, and where nothing took any time.
std::optional<Bandwidth> bandwidth(NodeId nodes, const Collective& collective, double block_bytes,
                                   double seconds);
/// Of plain messages: bytes that have been delivered, per second, in the whole network.
std::optional<double> throughput(const Collective& collective, double delivered_bytes, double seconds);
/// The size alone; none for plain messages.
std::optional<double> collective_bytes(NodeId nodes, const Collective& collective, double block_bytes);

}  // namespace torusim
