#include "traces/trace_contents.h"

#include <fmt/format.h>

namespace torusim {

std::string router_scope(const Hardware& hardware, NodeId node) {
  return "r_" + hardware.topology.node_suffix(node);
}

std::string port_scope(const Hardware& hardware, int port) {
  if (port >= hardware.ports()) return fmt::format("inj{}", port - hardware.ports());
  if (port >= hardware.network_ports()) return fmt::format("ej{}", port - hardware.network_ports());
  return hardware.topology.port_suffix(port);
}

const char* to_text(VcState state) {
  switch (state) {
    case VcState::kIdle:
      return "idle";
    case VcState::kStream:
      return "stream";
    case VcState::kWait:
      return "wait";
    case VcState::kPreempted:
      return "preempted";
  }
  return "?";
}

}  // namespace torusim
