// Readers of files with options.
#include <fmt/format.h>

#include <set>

#include "schedules/core/error.h"
#include "schedules/core/sub_network.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/config_file.h"
#include "testbench/config/jobs_file.h"
#include "testbench/config/run_config.h"
#include "testbench/config/traffic_file.h"
#include "testbench/fuzz/targets.h"
#include "testbench/sweep/sweep_file.h"

namespace torusim::fuzz {
namespace {

void read_part(const Topology& whole, const std::string& text) {
  try {
    const SubNetwork part = SubNetwork::parse(whole, text);
    const std::set<NodeId> nodes(part.node_of.begin(), part.node_of.end());
    if (static_cast<NodeId>(nodes.size()) != part.topology.nodes() || nodes.size() != part.node_of.size() ||
        *nodes.rbegin() >= whole.nodes() || *nodes.begin() < 0) {
      broken("a part has not the nodes of its topology: " + text);
    }
  } catch (const UsageError&) {
  }
}

}  // namespace

void read_config(std::string_view text) {
  for (const Command command : {kRun, kTraffic, kCurve}) {
    RunConfig config;
    try {
      read_config_text(std::string(text), "fuzz", config, command);
    } catch (const InputError&) {
      continue;
    }
    const std::string once = config_text(config, command);
    RunConfig again;
    read_config_text(once, "again", again, command);
    if (config_text(again, command) != once) broken("not the same configuration again:\n" + once);
  }
}

void read_sweep(std::string_view text) { read_sweep_text(std::string(text), "fuzz"); }

/// Run files, with the parts that their jobs name.
void read_traffic(std::string_view text) {
  const Topology topology = Topology::parse("torus:2x3");
  // The table as a file of flows or a trace, whatever it was before.
  const auto written = [](const TrafficTable& table) {
    std::string lines = table.is_trace() ? "traffic 1 trace\n" : "traffic 1 flows\n";
    for (const TrafficTable::Packet& packet : table.trace) {
      lines += fmt::format("{} {} {} {}\n", packet.made, packet.source, packet.destination, packet.flits);
    }
    for (const TrafficTable::Flow& flow : table.flows) {
      if (table.is_trace()) break;
      lines += fmt::format("{} {} {}", flow.source, flow.destination, flow.rate);
      lines += flow.flits > 0 ? fmt::format(" {}\n", flow.flits) : "\n";
    }
    return lines;
  };
  const std::string once = written(read_traffic_text(std::string(text), "fuzz", topology));
  if (written(read_traffic_text(once, "again", topology)) != once) broken("not the same again:\n" + once);
}

void read_jobs(std::string_view text) {
  std::set<std::string> names;
  for (const JobEntry& job : read_jobs_text(std::string(text), "fuzz")) {
    if (job.run.empty() == job.traffic.empty() || job.nodes.empty() || !names.insert(job.name).second) {
      broken("a job without work, nodes or a name of its own");
    }
    for (const char* shape : {"torus:8x8", "mesh:3x4x5", "ring:16", "torus:4x2mx6"}) {
      const Topology whole = Topology::parse(shape);
      if (job.topology.empty()) {
        read_part(whole, job.nodes);
        continue;
      }
      try {
        select_nodes(whole, job.nodes, 1);
      } catch (const UsageError&) {
      }
    }
  }
}

}  // namespace torusim::fuzz
