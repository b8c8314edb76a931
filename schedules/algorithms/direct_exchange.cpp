// Direct exchange, the plain baseline: every pair of nodes, one step each, every block in a message of its
// own.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/route_layers.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

/// In step j = 1 .. N-1 node s sends its block for node (s + j) mod N there, by dimension-order routing on a
/// shortest path. A node sends and receives one message in a step; messages of a step do share channels. Runs
/// on any topology. Steps are named "J1", "J2", ..
///
/// Along a graph of the product the class of a message is the layer of its path, so messages cannot wait for
/// each other in a cycle. With several graphs it is the combination of the layers.
class DirectExchange : public PhaseByPhase {
 public:
  explicit DirectExchange(const Topology& topology) {
    info_.topology = topology;
    info_.phases = topology.nodes() - 1;
    info_.claims.shortest_paths = true;
    for (int d = 0; d < topology.dimensions(); ++d) {
      if (topology.graph(d) != nullptr) layers_.emplace_back(d, RouteLayers(*topology.graph(d)));
    }
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    const int step = at_ + 1;
    phase.name = fmt::format("J{}", step);
    TransferWriter writer(phase, topology.dimensions());
    for (NodeId source = 0; source < topology.nodes(); ++source) {
      const auto destination = static_cast<NodeId>((std::int64_t{source} + step) % topology.nodes());
      Transfer& transfer =
          writer.add(source, destination, dimension_order_route(topology, source, destination));
      transfer.message_class = layer(source, destination);
      transfer.blocks.add(topology, Block{source, destination});
    }
  }
  int layer(NodeId source, NodeId destination) const {
    int result = 0;
    for (const auto& [d, layers] : layers_) {
      const int along =
          layers.layer(info_.topology.coordinate(source, d), info_.topology.coordinate(destination, d));
      result = result * layers.count() + along;
    }
    return result;
  }

  std::vector<std::pair<int, RouteLayers>> layers_;  // of each dimension that is a graph
};

}  // namespace

std::vector<Algorithm> direct_algorithms() {
  return {{{"direct",
            "complete exchange in N-1 steps: in step j node s sends to s + j, in dimension order",
            "folklore; the baseline",
            "any topology",
            {},
            Collective::Kind::kCompleteExchange,
            true,   // on products with any graphs too
            true},  // and on twisted tori
           [](const Topology& topology, const AlgorithmOptions&) {
             return std::make_unique<DirectExchange>(topology);
           }}};
}

}  // namespace torusim
