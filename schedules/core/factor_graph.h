#pragma once
/// A factor of a product that is neither ring, array nor complete graph: any connected simple graph.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torusim {

// The ports of a router for the edges of a graph, numbered so that a port has the same meaning at every
// node.

/// Ports 2i and 2i+1 are the two directions along the cycles and paths of a set of edges, at most two edges a
/// node. The last port may be a matching, whose far end is the same port. So the channels that leave by one
/// port arrive by one port at every node, as on a torus.
struct EdgePorts {
  int ports = 0;
  std::vector<int> opposite;     ///< [port]: the port at the far end
  std::vector<std::int16_t> to;  ///< [node * ports + port]: a permutation of the nodes for each port
  /// [node * ports + port]: false where `to` only closes a path or is the node itself
  std::vector<bool> exists;
};

/// Numbers the edges of a simple graph of highest degree D. It gets D ports if D is even or a matching covers
/// the nodes of degree D, else D+1 ports. (Petersen: two edges at each node make a set.)
EdgePorts number_edges(int nodes, const std::vector<std::pair<int, int>>& edges);

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
