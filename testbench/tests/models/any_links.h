#pragma once
/// Random links that differ in delay and rate.

#include <rapidcheck.h>

#include "models/contract/hardware.h"

namespace torusim::test {

/// Each link of its own: mostly fast ones, some slow.
inline UnevenLinks any_links(const Topology& topology, int most_delay, int most_interval) {
  UnevenLinks links(topology, {1, 1});
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (!topology.has_channel(node, port)) continue;
      const auto delay = static_cast<std::int16_t>(*rc::gen::inRange(1, most_delay + 1));
      const auto interval = static_cast<std::int16_t>(
          *rc::gen::weightedOneOf<int>({{2, rc::gen::just(1)}, {1, rc::gen::inRange(1, most_interval + 1)}}));
      links.set(topology, node, port, {delay, interval});
    }
  }
  return links;
}

/// Routers of one stage and of several; links that are alike, and links that are not.
inline void draw_times(Hardware& hardware, int most_delay, int most_interval) {
  hardware.router_delay = *rc::gen::element(1, 1, 1, 2, 2, 3, 3, 4, 7, 16);
  hardware.link_delay = *rc::gen::element(1, 1, 2, 5);
  if (*rc::gen::inRange(0, 4) == 0) return;
  hardware.set_links(any_links(hardware.topology, most_delay, most_interval));
}

}  // namespace torusim::test
