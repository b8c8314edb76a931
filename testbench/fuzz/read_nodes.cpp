#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

void read_nodes(std::string_view text) {
  for (const char* shape : {"ring:16", "torus:4x6", "mesh:3x4x5", "torus:2x2x2x2m"}) {
    const Topology topology = Topology::parse(shape);
    try {
      select_nodes(topology, text, 1);
    } catch (const UsageError&) {
    }
  }
}

}  // namespace torusim::fuzz
