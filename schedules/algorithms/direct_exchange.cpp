#include "schedules/algorithms/direct_exchange.h"

#include <fmt/format.h>

namespace torusim {

DirectExchange::DirectExchange(std::string generator, const Topology& topology) {
  info_.name = "direct";
  info_.generator = std::move(generator);
  info_.topology = topology;
  info_.phases = topology.nodes() - 1;
  info_.claims.shortest_paths = true;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.graph(d) != nullptr) layers_.emplace_back(d, RouteLayers(*topology.graph(d)));
  }
}

int DirectExchange::layer(NodeId source, NodeId destination) const {
  int result = 0;
  for (const auto& [d, layers] : layers_) {
    const int along =
        layers.layer(info_.topology.coordinate(source, d), info_.topology.coordinate(destination, d));
    result = result * layers.count() + along;
  }
  return result;
}

bool DirectExchange::next(Phase& phase) {
  const Topology& topology = info_.topology;
  if (step_ == info_.phases) return false;
  ++step_;
  phase.name = fmt::format("J{}", step_);
  phase.signals.clear();
  phase.barrier_before = step_ > 1;
  phase.transfers.resize(topology.nodes());
  for (NodeId source = 0; source < topology.nodes(); ++source) {
    const auto destination = static_cast<NodeId>((std::int64_t{source} + step_) % topology.nodes());
    Transfer& transfer = phase.transfers[source];
    transfer.source = source;
    transfer.destination = destination;
    transfer.message_class = layer(source, destination);
    transfer.route = dimension_order_route(topology, source, destination);
    transfer.blocks.clear(topology.dimensions());
    transfer.blocks.add(topology, Block{source, destination});
  }
  return true;
}

std::vector<Algorithm> direct_algorithms() {
  return {{{"direct",
            "complete exchange in N-1 steps: in step j node s sends to s + j, in dimension order",
            "folklore; the baseline",
            "any topology",
            {},
            Collective::Kind::kCompleteExchange,
            true},  // on products with any graphs too
           [](const Topology& topology, const AlgorithmOptions&, const std::string& generator) {
             return std::make_unique<DirectExchange>(generator, topology);
           }}};
}

}  // namespace torusim
