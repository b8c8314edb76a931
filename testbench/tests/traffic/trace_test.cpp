// A trace of packets against the same messages of a network as a part.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/part/network.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// Messages of a network at the cycles of a trace. No route has two shortest ways, which packets draw.
RC_GTEST_PROP(Trace, IsMessagesOfANetwork, ()) {
  const std::string shape =
      *rc::gen::element<std::string>("torus:5x3", "ring:7", "mesh:3x4", "path:9", "complete:6");
  TrafficOptions options = test::traffic_on(shape.c_str());
  const Topology& topology = options.hardware.topology;
  auto table = std::make_shared<TrafficTable>();
  Network network(options);
  std::vector<Cycle> made;
  double latency = 0;
  Cycle most = 0;
  network.on_delivered([&](const MessageEvent& event) {
    const Cycle cycles = event.cycle - made[static_cast<std::size_t>(event.id)];
    latency += static_cast<double>(cycles);
    most = std::max(most, cycles);
  });
  for (int i = *rc::gen::inRange(1, 60); i > 0; --i) {
    const NodeId from = *rc::gen::inRange<NodeId>(0, topology.nodes());
    const NodeId to = (from + *rc::gen::inRange<NodeId>(1, topology.nodes())) % topology.nodes();
    const int flits = *rc::gen::inRange(1, 20);
    made.push_back((made.empty() ? 0 : made.back()) + *rc::gen::inRange(0, 9));
    table->trace.push_back({made.back(), from, to, flits});
    table->flows.push_back({from, to, static_cast<double>(flits), flits});
    network.send({.source = from, .destination = to, .flits = flits, .earliest = made.back()});
  }
  network.run();
  const auto by_source = [](const auto& each) { return each.source; };
  std::ranges::stable_sort(table->trace, {}, by_source);
  std::ranges::stable_sort(table->flows, {},
                           [](const auto& each) { return std::pair(each.source, each.destination); });
  options.traffic.packet = PacketMix({{1, 1.0}, {20, 1.0}});
  options.traffic.warm_up = 0;
  options.traffic.window = std::max<Cycle>(table->end(), 30);
  options.pattern = {.name = "trace", .table = table};
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady);
  RC_ASSERT(result.packets == network.delivered());
  RC_ASSERT(result.flit_hops == network.flit_hops());
  RC_ASSERT(std::abs(result.latency.mean - latency / static_cast<double>(made.size())) < 1e-9);
  RC_ASSERT(result.latency.max == most);
}

}  // namespace
}  // namespace torusim
