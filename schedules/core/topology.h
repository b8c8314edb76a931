#pragma once
/// The nodes and channels of a product of lines. A line is a ring, a linear array, a complete graph or any
/// other graph (factor_graph.h). So products are tori, meshes, hypercubes, generalised hypercubes and
/// mixtures.
///
/// Nodes are numbered row-major: node (x,y,z) of sides (a,b,c) is (x*b + y)*c + z, the last coordinate
/// fastest. Along a ring or array a node has two ports, towards + and towards -; at the end of an array one
/// port has no channel. Along a complete graph of n nodes a node has n-1 ports, one for each step of 1 .. n-1
/// modulo n. Along another graph factor_graph.h gives the ports, and step s is the s-th port. Ports are
/// numbered dimension by dimension, but the ports of complete and other graphs come last. On tori and meshes
/// port 2d leaves in direction +d and port 2d+1 in direction -d.
///
/// A ring of side 2 has two distinct channels each way between its two nodes; an array or complete graph of
/// side 2 has one, as a hypercube does.
///
/// The wraps of rings may be seams (twist.h): a seam changes coordinates of the other dimensions as well.
/// Such a torus is twisted.
///
/// Channels and nodes of a network may have failed (failures.h). A failed channel does not exist; distances,
/// channel counts and the name are those of the intact network.
///
/// Arguments must be existing nodes, ports and dimensions unless a comment says otherwise.

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

class FactorGraph;
class Failures;
class Twist;
struct Seam;

using NodeId = std::int32_t;

/// How the nodes along a dimension are joined.
enum class Line : std::uint8_t { kArray, kRing, kComplete, kGraph };

struct Dimension {
  int side = 0;  ///< nodes along the dimension, >= 2
  Line line = Line::kRing;
  std::shared_ptr<const FactorGraph> graph = {};  ///< the graph of Line::kGraph, with `side` nodes
  bool operator==(const Dimension& other) const;
};

class Topology {
 public:
  static constexpr int kMaxDimensions = 8;
  /// A router has 32 ports (five bits of a head flit name a port); at least one port is local.
  static constexpr int kMaxNetworkPorts = 31;
  using Coordinates = std::array<int, kMaxDimensions>;  ///< entries past dimensions() are 0

  /// Throws InputError unless 1..8 dimensions of side >= 2 with fewer than 2^31 nodes and 32 network ports.
  explicit Topology(std::vector<Dimension> dimensions);
  /// Makes a twisted torus. Throws InputError also for seams that are no bijection of the nodes (twist.h).
  static Topology with_seams(std::vector<Dimension> dimensions, std::vector<Seam> seams);

  /// Reads `torus:16x16`, `mesh:16x32`, `ring:16`, `path:9`, `complete:4x5`, `hypercube:4`; in a torus a side
  /// followed by `m` is an array, in a torus or mesh a side followed by `k` is a complete graph
  /// (`torus:4x3mx5k`). `product:petersen,4,3m,5k` lists its factors: sides, names of factor_catalogue.h and
  /// files. A blank may replace the colon, as in schedule files. `torus:4x4x8~x+z4~y+z4` has seams,
  /// `torus:4x4x8~` the default seams of its shape. Throws InputError.
  static Topology parse(std::string_view text);

  int dimensions() const { return static_cast<int>(dimensions_.size()); }
  int side(int dimension) const { return dimensions_[in_range(dimension)].side; }
  Line line(int dimension) const { return dimensions_[in_range(dimension)].line; }
  bool wraps(int dimension) const { return line(dimension) == Line::kRing; }
  bool complete(int dimension) const { return line(dimension) == Line::kComplete; }
  /// Whether the line is a complete or another graph: each step is a channel, and a run is one hop.
  bool jumps(int dimension) const { return complete(dimension) || line(dimension) == Line::kGraph; }
  /// The graph of a dimension of Line::kGraph, else null.
  const FactorGraph* graph(int dimension) const { return dimensions_[in_range(dimension)].graph.get(); }
  /// Whether any dimension has Line::kGraph.
  bool has_graph() const;
  /// Whether all dimensions wrap: a torus, twisted or not.
  bool all_wrap() const;
  /// Whether the torus has seams; all dimensions are rings then.
  bool twisted() const { return twist_ != nullptr; }
  /// The seams and shortest paths of a twisted torus, else null.
  const Twist* twist() const { return twist_.get(); }
  /// The same network with these failures instead of its own; null removes all failures.
  Topology with_failures(std::shared_ptr<const Failures> failures) const;
  /// The failures of the network; null if it is intact.
  const Failures* failures() const { return failures_.get(); }
  const Dimension& dimension(int dimension) const { return dimensions_[in_range(dimension)]; }
  NodeId nodes() const { return nodes_; }
  /// Network ports of every node: 2 for every ring or array, n-1 for a complete graph of n.
  int network_ports() const { return network_ports_; }

  int coordinate(NodeId node, int dimension) const {
    assert(node >= 0 && node < nodes_);
    return static_cast<int>(node / strides_[in_range(dimension)]) % dimensions_[dimension].side;
  }
  Coordinates coordinates(NodeId node) const;
  NodeId node(const Coordinates& coordinates) const;

  /// The first port of a run of `hops` (signed, not 0) along a dimension. On rings and arrays only the sign
  /// counts. On a complete graph `hops` modulo n is the step and must not be 0; on another graph `hops` is
  /// the step.
  int port(int dimension, int hops) const {
    const int first = first_port_[in_range(dimension)];
    assert(complete(dimension) ? hops % side(dimension) != 0 : hops != 0);
    if (line(dimension) == Line::kGraph) {
      assert(hops > 0 && hops <= network_ports());
      return first + hops - 1;
    }
    if (complete(dimension)) return first + (hops % side(dimension) + side(dimension)) % side(dimension) - 1;
    return first + (hops < 0 ? 1 : 0);
  }
  int port_dimension(int port) const { return port_at(port).dimension; }
  /// The number that a hop adds to the coordinate: +1 or -1, on a complete graph 1 .. n-1 (modulo n). On
  /// another graph it is the number of the step, from 1.
  int port_step(int port) const { return port_at(port).step; }
  /// The port at the far end of a channel: a flit that leaves by +d arrives at the -d port.
  int opposite(int port) const { return port_at(port).opposite; }
  /// Ports 2 i and 2 i + 1 are axis i: on rings and arrays those of a dimension. The ports of complete and
  /// other graphs, which come after these, are put on axes by their numbers alone.
  static int port_axis(int port) { return port / 2; }
  /// Number of channels of a run of `hops` along a dimension; on complete and other graphs always 1.
  int channels_along(int dimension, int hops) const {
    return jumps(dimension) ? 1 : (hops < 0 ? -hops : hops);
  }
  /// False if the run leaves an array, ends at its first node or takes a failed channel. Also false for a
  /// step that the node of a graph lacks and for a dimension that does not exist.
  bool has_run(NodeId from, int dimension, int hops) const;

  /// False at the end of an array, at a node of a graph with fewer channels than others, and for a failed
  /// channel.
  bool has_channel(NodeId node, int port) const;
  /// The node that `port` leads to, wrapping even where has_channel() is false.
  NodeId neighbor(NodeId node, int port) const;
  /// The node `hops` (signed) away along `dimension`, modulo the side; on a graph the node behind step
  /// `hops`.
  NodeId displaced(NodeId node, int dimension, int hops) const;
  /// The node whose displacement from `node` is that of `by` from node 0; all dimensions must be rings.
  NodeId translated(NodeId node, NodeId by) const;
  /// True for the channel where worms change to dateline lane 1: the wrap channel of a ring. A ring that
  /// crosses its seam several times has one such channel.
  bool crosses_dateline(NodeId node, int port) const;
  /// Directed channels between routers.
  std::int64_t channels() const;
  /// Directed channels of one line along a dimension.
  std::int64_t line_channels(int dimension) const;
  /// Channels of one line along a dimension from its lower half to its upper half.
  std::int64_t middle_channels(int dimension) const;
  /// Channels from the lower half of all nodes to the upper half, by their coordinates of a dimension.
  std::int64_t cut_channels(int dimension) const;
  /// Hops of a shortest path.
  int distance(NodeId a, NodeId b) const;
  /// Distance between two coordinates along one dimension, without seams.
  int distance_along(int dimension, int a, int b) const;

  /// `torus:16x16`, in the form that parse() reads.
  std::string name() const;
  /// `(3,5)`; a plain number in one dimension.
  std::string node_name(NodeId node) const;
  /// Coordinates joined by `_`, for names in waveforms: `3_5`.
  std::string node_suffix(NodeId node) const;
  /// `+x`, `-y`; past three dimensions `+d3`; on a complete graph the step, `+x2` or `+d3:2`.
  std::string port_name(int port) const;
  /// The name of a port in waveforms: `xp`, `ym`, `d3p`; `x2`, `d3_2`.
  std::string port_suffix(int port) const;

  bool operator==(const Topology& other) const;

 private:
  bool has_intact_run(NodeId from, int dimension, int hops) const;
  bool run_lives(NodeId from, int dimension, int hops) const;
  struct Port {
    std::int8_t dimension, step, opposite;
  };
  void number_ports();
  int in_range(int dimension) const {
    assert(dimension >= 0 && dimension < dimensions());
    return dimension;
  }
  const Port& port_at(int port) const {
    assert(port >= 0 && port < network_ports_);
    return ports_[port];
  }

  std::vector<Dimension> dimensions_;
  std::shared_ptr<const Twist> twist_;
  std::shared_ptr<const Failures> failures_;
  std::array<NodeId, kMaxDimensions> strides_{};
  std::array<int, kMaxDimensions> first_port_{};
  std::array<Port, kMaxNetworkPorts> ports_{};
  int network_ports_ = 0;
  NodeId nodes_ = 1;
};

}  // namespace torusim
