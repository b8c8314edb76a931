#pragma once
/// A factor of a product that is neither ring, array nor complete graph: any connected simple graph.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "schedules/core/edge_ports.h"

namespace torusim {

class FactorGraph {
 public:
  /// The limit of nodes; exchanges on a factor are planned message by message.
  static constexpr int kMaxNodes = 128;

  /// `name` is the name that Topology::parse() reads: petersen, or a file. Throws InputError unless the graph
  /// has 2 to 128 nodes, is connected, and every edge joins two different nodes once.
  FactorGraph(std::string name, int nodes, std::vector<std::pair<int, int>> edges);

  const std::string& name() const { return name_; }
  int nodes() const { return nodes_; }
  int ports() const { return ports_.ports; }
  int opposite(int port) const { return ports_.opposite[port]; }
  bool has_channel(int node, int port) const { return ports_.exists[index(node, port)]; }
  /// The node behind a port, also where no channel exists: each port permutes the nodes.
  int neighbor(int node, int port) const { return ports_.to[index(node, port)]; }
  int distance(int a, int b) const { return distances_[a * nodes_ + b]; }
  int diameter() const;
  /// Sum of the distances from a node to all others.
  std::int64_t status(int node) const;
  std::int64_t total_status() const;
  /// Smallest number of channels that leave a node.
  int least_degree() const;
  /// Directed channels.
  std::int64_t channels() const { return 2 * static_cast<std::int64_t>(edges_.size()); }
  /// Channels from the first half of the nodes to the second.
  std::int64_t middle_channels() const;
  /// The lowest port by which a shortest path to node b leaves node a; a and b differ.
  int port_towards(int a, int b) const;

  bool operator==(const FactorGraph& other) const { return nodes_ == other.nodes_ && edges_ == other.edges_; }

 private:
  std::size_t index(int node, int port) const { return static_cast<std::size_t>(node) * ports_.ports + port; }
  void check_edges() const;
  void measure();

  std::string name_;
  int nodes_;
  std::vector<std::pair<int, int>> edges_;  // (smaller, larger), in order
  EdgePorts ports_;
  std::vector<std::int16_t> distances_;
};

}  // namespace torusim
