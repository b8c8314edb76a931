#include "testbench/results/link_figures.h"

#include <fmt/format.h>

namespace torusim {

std::string port_text(const Hardware& hardware, const ChannelTable& table, ChannelId channel) {
  const int port = table.port(channel);
  if (table.injection(channel)) return fmt::format("injection {}", port - hardware.ports());
  if (table.ejection(channel)) return fmt::format("ejection {}", port - hardware.network_ports());
  return hardware.topology.port_name(port);
}

NodeId far_node(const Hardware& hardware, const ChannelTable& table, ChannelId channel) {
  if (table.injection(channel) || table.ejection(channel)) return table.node(channel);
  return hardware.topology.neighbor(table.node(channel), table.port(channel));
}

}  // namespace torusim
