#include "models/driver/held_blocks.h"

#include <fmt/format.h>

namespace torusim {

HeldBlocks::HeldBlocks(const Topology& topology) : topology_(topology), tidy_size_(topology.nodes(), 1) {
  const int k = topology.dimensions();
  std::vector<Range> box(2 * k);
  for (int d = 0; d < k; ++d) box[k + d] = Range::whole(topology.side(d));
  held_.reserve(topology.nodes());
  for (NodeId n = 0; n < topology.nodes(); ++n) {
    for (int d = 0; d < k; ++d) box[d] = Range::single(topology.coordinate(n, d));
    held_.emplace_back(k).add(box);
  }
}

std::optional<Block> HeldBlocks::take(NodeId node, const BlockSet& blocks) {
  const auto absent = held_[node].remove(topology_, blocks);
  if (!absent) delivered_ -= blocks.blocks_for(topology_, node);
  return absent;
}

void HeldBlocks::give(NodeId node, const BlockSet& blocks) {
  BlockSet& held = held_[node];
  held.add(blocks);
  delivered_ += blocks.blocks_for(topology_, node);
  // Coalescing looks at all pairs of boxes, so it waits until the list has doubled.
  if (held.boxes() > 2 * tidy_size_[node] + 8) {
    held.coalesce();
    tidy_size_[node] = static_cast<std::uint32_t>(held.boxes());
  }
}

std::int64_t HeldBlocks::total() const {
  const std::int64_t nodes = topology_.nodes();
  return nodes * (nodes - 1);
}

std::vector<std::string> HeldBlocks::misplaced(std::size_t at_most) const {
  std::vector<std::string> result;
  for (NodeId n = 0; n < topology_.nodes() && result.size() < at_most; ++n) {
    const std::int64_t here = held_[n].blocks();
    const std::int64_t right = held_[n].blocks_for(topology_, n);
    if (here == right && right == topology_.nodes()) continue;
    result.push_back(
        fmt::format("node {}: {} of its {} blocks have arrived, and it holds {} that belong elsewhere",
                    topology_.node_name(n), right, topology_.nodes(), here - right));
  }
  return result;
}

}  // namespace torusim
