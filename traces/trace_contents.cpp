#include "traces/trace_contents.h"

#include <fmt/format.h>

#include <fstream>

#include "schedules/core/error.h"

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

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw InputError(fmt::format("{}: cannot write", path.string()));
}

}  // namespace torusim
