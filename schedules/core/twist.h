#pragma once
/// The seams of a twisted torus, and its shortest paths (Camara, Moreto, Vallejo, Beivide et al.: Twisted
/// Torus Topologies for Enhanced Interconnection Networks; TPU v4 has such networks).
///
/// The seam of a dimension is its wrap. A hop across it in direction + adds an offset to the other
/// coordinates. If the offset carries a coordinate across a seam of its own dimension, that seam adds its
/// offset as well. So moves commute, the order of hops does not matter, and the network is alike from every
/// node. Seams that shift each other in a circle are refused, as they are no bijection of the nodes. All
/// dimensions must be rings.
///
/// Channels of a dimension form rings that may pass the seam several times, longer than the side. A shortest
/// path takes at most half of one such ring in every dimension.
///
/// Topology builds on this header, which therefore has no NodeId: nodes are plain numbers, row-major.

#include <array>
#include <cstdint>
#include <vector>

namespace torusim {

/// The wrap of a ring: in direction + it adds `offset` to the coordinates of the other dimensions, in
/// direction - it subtracts `offset`.
struct Seam {
  static constexpr int kMostDimensions = 8;
  using Offsets = std::array<int, kMostDimensions>;

  int dimension = 0;
  Offsets offset{};  ///< by dimension
  bool operator==(const Seam&) const = default;
};

class Twist {
 public:
  using NodeId = std::int32_t;

  /// The limit of nodes; the tables of shortest paths take memory.
  static constexpr NodeId kMostNodes = NodeId{1} << 20;

  /// Throws InputError for seams that shift each other in a circle, for an offset that is not between -side
  /// and side, and for more nodes than kMostNodes. Negative offsets become positive offsets.
  Twist(std::vector<int> sides, std::vector<Seam> seams);

  /// The seams in the order of their dimensions.
  const std::vector<Seam>& seams() const { return seams_; }
  /// Whether crossing any seam may change this coordinate.
  bool shifted(int dimension) const { return shifted_[dimension]; }
  NodeId displaced(NodeId node, int dimension, int hops) const;
  /// The node whose displacement from node 0 is that of `to` from `from`.
  NodeId difference(NodeId from, NodeId to) const;
  int distance(NodeId from, NodeId to) const { return left_[0][difference(from, to)]; }
  /// Channels of a ring along the dimension.
  int ring(int dimension) const { return rings_[dimension]; }
  /// Hops of the longest run along the dimension in any shortest path.
  int longest_run(int dimension) const;
  /// Whether the node, whose coordinate of the dimension is 0, is the first node of its ring. The channels
  /// over the seam to and from this node are the dateline.
  bool begins_ring(NodeId node, int dimension) const { return (begins_[node] >> dimension & 1) != 0; }

  /// Number of shortest combinations of hops along each dimension from node 0 to a node, at most kMostWays.
  static constexpr std::uint32_t kMostWays = 1U << 30;
  std::uint32_t ways(NodeId to) const { return ways_[0][to]; }
  /// The hops of shortest combination `way`, below ways(). Equal arguments give equal hops.
  Seam::Offsets hops(NodeId to, std::uint32_t way) const;

 private:
  using Wide = std::array<std::int64_t, Seam::kMostDimensions>;

  int dimensions() const { return static_cast<int>(sides_.size()); }
  Wide coordinates(NodeId node) const;
  /// The node of coordinates of any size, brought over the seams.
  NodeId node_at(Wide coordinates) const;
  void order_seams();
  void find_rings();
  void find_ways();
  void add_dimension(int dimension, const std::vector<NodeId>& back);

  std::vector<int> sides_;
  std::vector<NodeId> strides_;
  std::vector<Seam> seams_;
  std::vector<Seam> in_order_;  // seams of all dimensions; each before the seams of dimensions that it shifts
  std::array<bool, Seam::kMostDimensions> shifted_{};
  std::vector<int> rings_;
  std::vector<std::uint8_t> begins_;  // [node]: bit d, first of its ring along d
  // [d][node]: hops, and shortest ways, from node 0 along the dimensions from d on; kUnreached, 0.
  std::vector<std::vector<std::int32_t>> left_;
  std::vector<std::vector<std::uint32_t>> ways_;
};

}  // namespace torusim
