#include "testbench/results/network_tables.h"

#include "schedules/core/dimension_name.h"
#include "testbench/results/link_figures.h"
#include "testbench/results/output_file.h"

namespace torusim {

namespace {

/// `x,y`: a column for each coordinate.
std::string dimension_names(const Topology& topology) {
  std::string names;
  for (int d = 0; d < topology.dimensions(); ++d) {
    names += (d == 0 ? "" : ",") + std::string(dimension_name(d));
  }
  return names;
}

/// `3,5`.
std::string coordinates(const Topology& topology, NodeId node) {
  std::string numbers;
  for (int d = 0; d < topology.dimensions(); ++d) {
    numbers += fmt::format("{}{}", d == 0 ? "" : ",", topology.coordinate(node, d));
  }
  return numbers;
}

void write_links(const std::filesystem::path& path, const Hardware& hardware,
                 const NetworkStatistics& statistics, Cycle last_cycle) {
  OutputFile file(path);
  const ChannelTable& table = statistics.table();
  const Topology& topology = hardware.topology;
  const bool uneven = hardware.uneven != nullptr;
  file.print("node,{},port,to", dimension_names(topology));
  for (const LinkFigure& figure : kLinkFigures) file.print(",{}", figure.name);
  file.write(uneven ? ",delay,capacity\n" : "\n");
  each_link(statistics, last_cycle, [&](ChannelId channel, const LinkStatistics& link) {
    const NodeId node = table.node(channel);
    file.print("{},{},{},{}", node, coordinates(topology, node), port_text(hardware, table, channel),
               far_node(hardware, table, channel));
    for (const LinkFigure& figure : kLinkFigures) {
      file.write(",");
      file.write(link.*figure.of);
    }
    const LinkTime time = table.link(channel);
    if (uneven) file.print(",{},{}", time.delay, last_cycle / time.interval + 1);
    file.write("\n");
  });
  file.close();
}

void write_nodes(const std::filesystem::path& path, const Topology& topology,
                 const NetworkStatistics& counted) {
  OutputFile file(path);
  file.print("node,{},flits_injected,flits_ejected,messages_sent,messages_received\n",
             dimension_names(topology));
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const NodeStatistics& statistics = counted.node(node);
    file.print("{},{},{},{},{},{}\n", node, coordinates(topology, node), statistics.flits_injected,
               statistics.flits_ejected, statistics.messages_sent, statistics.messages_received);
  }
  file.close();
}

}  // namespace

void write_network_tables(const std::filesystem::path& directory, const Hardware& hardware,
                          const NetworkStatistics& statistics, Cycle last_cycle) {
  write_links(directory / "links.csv", hardware, statistics, last_cycle);
  write_nodes(directory / "nodes.csv", hardware.topology, statistics);
}

}  // namespace torusim
