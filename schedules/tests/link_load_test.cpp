// Loads of links are summed up along lines; counted channel by channel they are the same.
#include "schedules/core/link_load.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace torusim {
namespace {

/// Any walk whose runs exist.
Transfer walk(const Topology& topology) {
  Transfer transfer;
  transfer.source = *rc::gen::inRange(0, topology.nodes());
  NodeId at = transfer.source;
  const int runs = *rc::gen::inRange(1, 5);
  for (int i = 0; i < runs; ++i) {
    const int d = *rc::gen::inRange(0, topology.dimensions());
    const int hops = *rc::gen::inRange(-3 * topology.side(d), 3 * topology.side(d) + 1);
    if (hops == 0 || !topology.has_run(at, d, hops)) continue;
    transfer.route.append(Run::of(d, hops));
    at = topology.displaced(at, d, hops);
  }
  transfer.destination = at;
  return transfer;
}

RC_GTEST_PROP(LinkLoads, AreThoseOfEveryChannelByItself, ()) {
  const Topology topology =
      Topology::parse(*rc::gen::element("ring:7", "torus:2x5", "mesh:6x3", "torus:4x3mx5k", "complete:6"));
  Phase phase;
  const int transfers = *rc::gen::inRange(0, 12);
  for (int i = 0; i < transfers; ++i) phase.transfers.push_back(walk(topology));
  std::vector<int> expected(static_cast<std::size_t>(topology.nodes()) * topology.network_ports());
  int most = 0;
  for (const Transfer& transfer : phase.transfers) {
    transfer.route.for_each_channel(topology, transfer.source, [&](NodeId node, int port) {
      most = std::max(most, ++expected[static_cast<std::size_t>(node) * topology.network_ports() + port]);
    });
  }
  LinkLoads loads(topology);
  loads.count(phase);
  RC_ASSERT(loads.max() == most);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      RC_ASSERT(loads.on(node, port) ==
                expected[static_cast<std::size_t>(node) * topology.network_ports() + port]);
    }
  }
}

TEST(LinkLoads, RunsThatNoRouteCanName) {
  EXPECT_EQ(Run::of(0, -32767).hops, -32767);
  EXPECT_ANY_THROW(Run::of(0, 32768));
  EXPECT_ANY_THROW(dimension_order_route(Topology::parse("path:65538"), 0, 65537));
  EXPECT_EQ(dimension_order_route(Topology::parse("ring:65534"), 0, 32767).text(), "+x32767");
}

}  // namespace
}  // namespace torusim
