#include "schedules/core/error.h"
#include "schedules/text/tcs_transfer.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

void read_route(std::string_view text) {
  for (const char* shape : {"ring:16", "torus:4x6", "mesh:3x4x5", "torus:2x2x2x2m"}) {
    const Topology topology = Topology::parse(shape);
    const NodeId to = topology.nodes() / 2;
    text::Cursor cursor("fuzz", 1, text);
    try {
      const Route route = text::parse_route(cursor, topology, {}, 0, to);
      if (route.end_node(topology, 0) != to) broken("the route ends elsewhere: " + route.text());
      const std::string once = route.text();
      text::Cursor again("again", 1, once);
      if (!once.empty() && !(text::parse_route(again, topology, {}, 0, to) == route)) broken(once);
    } catch (const InputError&) {
    }
  }
}

}  // namespace torusim::fuzz
