#pragma once
/// A colouring of the edges of a torus in k colours, where each colour is a set of cycles through all nodes.
/// Flips join cycles: a unit square with two opposite edges of one colour and two of another exchanges the
/// colours.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class EdgeColours {
 public:
  /// [node * k + d]: the colour of the edge from the node to the next one along dimension d. Every node must
  /// have two edges of each of the k colours, and every side must be at least 3.
  EdgeColours(const Topology& topology, std::vector<std::int8_t> colours);

  int cycles(int colour) const { return cycles_[colour]; }
  /// All nodes of a colour that has one cycle, from node 0 on.
  std::vector<NodeId> cycle(int colour) const;

  /// The square with the corners c, c + 1 along d, c + 1 along e, and the corner opposite c; d < e.
  struct Square {
    NodeId corner;
    int d, e;
  };
  /// The change of the number of cycles of both colours by a flip: -1 if it joins two cycles, +1 if it splits
  /// a cycle, 0 if it reverses a part of a cycle.
  struct Flip {
    std::array<int, 2> colours;
    std::array<int, 2> change;
  };
  /// The flip of a square; nullopt unless opposite edges have equal colours and neighbouring edges do not.
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
  /// Change of the number of cycles of a colour if edges u0 v0 and u1 v1 replace u0 u1 and v0 v1.
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
