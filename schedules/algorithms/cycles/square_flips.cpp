#include "schedules/algorithms/cycles/square_flips.h"

namespace torusim {

EdgeColours::EdgeColours(const Topology& topology, std::vector<std::int8_t> colours)
    : topology_(topology),
      k_(topology.dimensions()),
      colours_(std::move(colours)),
      neighbours_(colours_.size(), {-1, -1}),
      places_(colours_.size()),
      cycles_(k_) {
  const auto meet = [&](int colour, NodeId node, NodeId other) {
    auto& both = neighbours_[at(colour, node)];
    both[both[0] < 0 ? 0 : 1] = other;
  };
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int d = 0; d < k_; ++d) {
      const NodeId next = topology.displaced(node, d, +1);
      meet(colour(node, d), node, next);
      meet(colour(node, d), next, node);
    }
  }
  for (int c = 0; c < k_; ++c) follow(c);
}

void EdgeColours::follow(int colour) {
  for (NodeId node = 0; node < topology_.nodes(); ++node) places_[at(colour, node)].cycle = -1;
  cycles_[colour] = 0;
  for (NodeId start = 0; start < topology_.nodes(); ++start) {
    if (places_[at(colour, start)].cycle >= 0) continue;
    NodeId here = start, before = neighbours_[at(colour, start)][1];
    std::int32_t position = 0;
    do {
      places_[at(colour, here)] = {cycles_[colour], position++};
      const auto& both = neighbours_[at(colour, here)];
      const NodeId next = both[0] == before ? both[1] : both[0];
      before = here;
      here = next;
    } while (here != start);
    ++cycles_[colour];
  }
}

std::vector<NodeId> EdgeColours::cycle(int colour) const {
  std::vector<NodeId> result(topology_.nodes());
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    result[places_[at(colour, node)].position] = node;
  }
  return result;
}

std::array<NodeId, 4> EdgeColours::corners(const Square& square) const {
  const NodeId d = topology_.displaced(square.corner, square.d, +1);
  return {square.corner, d, topology_.displaced(square.corner, square.e, +1),
          topology_.displaced(d, square.e, +1)};
}

bool EdgeColours::runs_forward(int colour, NodeId from, NodeId to) const {
  const int a = places_[at(colour, from)].position, b = places_[at(colour, to)].position;
  if (b == a + 1) return true;
  return a != b + 1 && a > b;  // else only the last and the first are neighbours
}

int EdgeColours::change(int colour, NodeId u0, NodeId u1, NodeId v0, NodeId v1) const {
  if (places_[at(colour, u0)].cycle != places_[at(colour, v0)].cycle) return -1;
  return runs_forward(colour, u0, u1) == runs_forward(colour, v0, v1) ? 0 : +1;
}

std::optional<EdgeColours::Flip> EdgeColours::flip_at(const Square& square) const {
  const NodeId c = square.corner;
  const int first = colour(c, square.d), second = colour(c, square.e);
  if (first == second) return std::nullopt;
  const auto [corner, d, e, opposite] = corners(square);
  if (colour(e, square.d) != first || colour(d, square.e) != second) return std::nullopt;
  return Flip{{first, second}, {change(first, c, d, e, opposite), change(second, c, e, d, opposite)}};
}

void EdgeColours::exchange(int colour, NodeId node, NodeId before, NodeId after) {
  auto& both = neighbours_[at(colour, node)];
  both[both[0] == before ? 0 : 1] = after;
}

void EdgeColours::flip(const Square& square) {
  const auto [c, d, e, opposite] = corners(square);
  const std::int8_t first = colour(c, square.d), second = colour(c, square.e);
  colour(c, square.d) = colour(e, square.d) = second;
  colour(c, square.e) = colour(d, square.e) = first;
  exchange(first, c, d, e);
  exchange(first, e, opposite, c);
  exchange(first, d, c, opposite);
  exchange(first, opposite, e, d);
  exchange(second, c, e, d);
  exchange(second, d, opposite, c);
  exchange(second, e, c, opposite);
  exchange(second, opposite, d, e);
  follow(first);
  follow(second);
}

}  // namespace torusim
