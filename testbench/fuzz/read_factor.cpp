#include "schedules/core/error.h"
#include "schedules/core/factor_file.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

void read_factor(std::string_view text) {
  try {
    const FactorGraph graph = torusim::read_factor(text, "fuzz");
    for (int node = 0; node < graph.nodes(); ++node) {
      for (int port = 0; port < graph.ports(); ++port) {
        const int far = graph.neighbor(node, port), back = graph.opposite(port);
        if (graph.neighbor(far, back) != node ||
            graph.has_channel(node, port) != graph.has_channel(far, back)) {
          broken("a port does not lead back");
        }
      }
    }
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
