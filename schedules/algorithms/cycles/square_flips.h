#pragma once
/// The edges of a torus in k colours, each of which makes cycles through all nodes, and the flips that join
/// them: a unit square with two opposite edges of one colour and two of another exchanges the colours.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class EdgeColours {
 public:
  /// [node * k + d]: the colour of the edge from the node to the next one along dimension d. Every node must
  /// have two edges of each of the k colours, and every side be at least 3.
  EdgeColours(const Topology& topology, std::vector<std::int8_t> colours);

  int cycles(int colour) const { return cycles_[colour]; }
  /// All nodes of a colour that has one cycle, from node 0 on.
  std::vector<NodeId> cycle(int colour) const;

  /// The square of the corners c, c + 1 along d, c + 1 along e, and the one opposite; d < e.
  struct Square {
    NodeId corner;
    int d, e;
  };
  /// What a flip changes: for both colours, -1 if it joins two cycles, +1 if it parts one, 0 if it turns a
  /// stretch of one round.
  struct Flip {
    std::array<int, 2> colours;
    std::array<int, 2> change;
  };
  /// Nullopt unless opposite edges agree and neighbouring ones do not.
  std::optional<Flip> flip_at(const Square& square) const;
  void flip(const Square& square);

 private:
  struct Place {
    std::int32_t cycle, position;
  };
  std::int8_t& colour(NodeId node, int d) { return colours_[static_cast<std::size_t>(node) * k_ + d]; }
  std::int8_t colour(NodeId node, int d) const { return colours_[static_cast<std::size_t>(node) * k_ + d]; }
  std::size_t at(int colour, NodeId node) const {
    return static_cast<std::size_t>(colour) * topology_.nodes() + node;
  }
  /// The corners in the order c, d, e, opposite.
  std::array<NodeId, 4> corners(const Square& square) const;
  /// Gain of a colour by replacing edges u0 u1 and v0 v1 by u0 v0 and u1 v1.
  int change(int colour, NodeId u0, NodeId u1, NodeId v0, NodeId v1) const;
  bool runs_forward(int colour, NodeId from, NodeId to) const;
  void exchange(int colour, NodeId node, NodeId before, NodeId after);
  void follow(int colour);

  Topology topology_;
  int k_;
  std::vector<std::int8_t> colours_;               // [node][d]
  std::vector<std::array<NodeId, 2>> neighbours_;  // [colour][node]
  std::vector<Place> places_;                      // [colour][node]
  std::vector<int> cycles_;                        // [colour]
};

}  // namespace torusim
