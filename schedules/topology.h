#pragma once
/// A k-dimensional torus, mesh or mixture of both: which nodes exist and which channels join them.
///
/// Nodes are numbered row-major: node (x,y,z) of sides (a,b,c) is (x*b + y)*c + z, the last coordinate
/// fastest. Port 2d leaves in direction +d, port 2d+1 in direction -d. A torus dimension of side 2 has two
/// distinct channels between its two nodes; a mesh is a torus whose wrap channels are absent.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

using NodeId = std::int32_t;

struct Dimension {
  int side = 0;       ///< nodes along the dimension, >= 2
  bool wraps = true;  ///< ring (torus) or linear array (mesh)
};

class Topology {
 public:
  static constexpr int kMaxDimensions = 8;
  using Coordinates = std::array<int, kMaxDimensions>;  ///< entries past dimensions() are 0

  /// Throws InputError unless 1..8 dimensions of side >= 2 with fewer than 2^31 nodes.
  explicit Topology(std::vector<Dimension> dimensions);

  /// Reads `torus:16x16`, `mesh:16x32`, `ring:16`, `path:9`; a side followed by `m` does not wrap
  /// (`torus:8x8m`). A blank may stand for the colon, as in schedule files. Throws InputError.
  static Topology parse(std::string_view text);

  int dimensions() const { return static_cast<int>(dimensions_.size()); }
  int side(int dimension) const { return dimensions_[dimension].side; }
  bool wraps(int dimension) const { return dimensions_[dimension].wraps; }
  NodeId nodes() const { return nodes_; }
  /// Network ports of every node: 2k.
  int network_ports() const { return 2 * dimensions(); }

  int coordinate(NodeId node, int dimension) const {
    return static_cast<int>(node / strides_[dimension]) % dimensions_[dimension].side;
  }
  Coordinates coordinates(NodeId node) const;
  NodeId node(const Coordinates& coordinates) const;

  static int port(int dimension, int direction) { return 2 * dimension + (direction < 0 ? 1 : 0); }
  static int port_dimension(int port) { return port / 2; }
  static int port_direction(int port) { return port % 2 == 0 ? +1 : -1; }
  /// The port on the far side of a channel: what leaves by +d arrives at the -d port.
  static int opposite(int port) { return port ^ 1; }

  /// False only for the wrap channels of a dimension that does not wrap.
  bool has_channel(NodeId node, int port) const;
  /// The node that `port` leads to, wrapping even where has_channel() is false.
  NodeId neighbor(NodeId node, int port) const;
  /// The node `hops` (signed) away along `dimension`, modulo the side.
  NodeId displaced(NodeId node, int dimension, int hops) const;
  /// True for the wrap channel of a ring, where worms change to dateline lane 1.
  bool crosses_dateline(NodeId node, int port) const;
  /// Directed channels between routers.
  std::int64_t channels() const;
  /// Hops of a shortest path.
  int distance(NodeId a, NodeId b) const;

  /// `torus:16x16`, in the form that parse() reads.
  std::string name() const;
  /// `(3,5)`; a plain number in one dimension.
  std::string node_name(NodeId node) const;
  /// Coordinates joined by `_`, for names in waveforms: `3_5`.
  std::string node_suffix(NodeId node) const;
  /// `+x`, `-y`; past three dimensions `+d3`.
  static std::string port_name(int port);
  /// `x`, `y`, `z`, `d3`, ..
  static std::string dimension_name(int dimension);

  bool operator==(const Topology& other) const;

 private:
  std::vector<Dimension> dimensions_;
  std::array<NodeId, kMaxDimensions> strides_{};
  NodeId nodes_ = 1;
};

}  // namespace torusim
