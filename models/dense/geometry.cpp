#include "models/dense/geometry.h"

namespace torusim::dense {
namespace {

constexpr int kWordBits = 64;

int blocks_of(const Topology& topology, int block_words) {
  const NodeId routers = block_words * kWordBits;
  return static_cast<int>((topology.nodes() + routers - 1) / routers);
}

}  // namespace

Geometry::Geometry(const Hardware& hardware, int block_words)
    : topology(hardware.topology),
      reversed(hardware.last_dimension_first),
      block_words(block_words),
      blocks(blocks_of(topology, block_words)),
      margin(topology.nodes() / kWordBits + block_words + 2),
      line_words(blocks * block_words + 2 * margin) {
  neighbours.resize(static_cast<std::size_t>(topology.network_ports()));
  std::ptrdiff_t stride = topology.nodes();
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int side = topology.side(d);
    const bool in_word = kWordBits % stride == 0;
    stride /= side;
    const auto plus = static_cast<std::size_t>(network_port(2 * d));
    neighbours[plus] = {Shift::by(stride), Shift::by(-stride * (side - 1)), in_word};
    neighbours[plus + 1] = {Shift::by(-stride), Shift::by(stride * (side - 1)), in_word};
    if (topology.nodes() > kWordBits) continue;
    this->in_word.right[plus] = this->in_word.left[plus + 1] = static_cast<Bits>(stride);
    this->in_word.left[plus] = this->in_word.right[plus + 1] = static_cast<Bits>(stride * (side - 1));
  }
}

}  // namespace torusim::dense
