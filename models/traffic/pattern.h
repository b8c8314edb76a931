#pragma once
/// Where open-loop traffic goes: the destinations that this field compares networks with.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/topology.h"

namespace torusim {

/// The random numbers of one node: 64-bit, reproducible everywhere, one independent stream a node.
class NodeRandom {
 public:
  NodeRandom(std::uint64_t seed, NodeId node) : state_(seed * 0x9E3779B97F4A7C15u + std::uint64_t(node) + 1) {
    for (int i = 0; i < 4; ++i) next();
  }
  std::uint64_t next() {  // splitmix64
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// Uniform in 0 .. bound - 1.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{bound}) >> 32);
  }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

class Pattern {
 public:
  /// `uniform`, `transpose`, `bit-complement`, `bit-reverse`, `shuffle`, `tornado`, `neighbour`, `hotspot`
  /// (a fifth of all packets to node 0, the rest uniform). Throws UsageError for another name, InputError
  /// when the topology does not suit the pattern (bit patterns need 2^m nodes, transpose two equal sides).
  Pattern(std::string_view name, const Topology& topology);

  static const std::vector<std::string>& names();

  /// Destination of the node's next packet; the node itself means that it sends nothing.
  NodeId destination(NodeId source, NodeRandom& random) const;

 private:
  enum class Kind { kUniform, kHotspot, kFixed };
  Kind kind_ = Kind::kFixed;
  NodeId nodes_;
  std::vector<NodeId> fixed_;
};

}  // namespace torusim
