#include "models/sources/held_blocks.h"

#include <fmt/format.h>

#include <utility>

#include "schedules/core/failures.h"

namespace torusim {

HeldBlocks::HeldBlocks(const Topology& topology, const Collective& collective,
                       std::shared_ptr<const TrafficMatrix> matrix)
    : topology_(topology), collective_(collective) {
  if (matrix) pairs_.emplace(std::move(matrix));
  if (collective.copies()) {
    copies_.emplace(topology, collective);
    return;
  }
  if (collective.reduces()) return;  // RunningReduction keeps that account
  tidy_size_.assign(topology.nodes(), 1);
  held_.reserve(topology.nodes());
  for (NodeId n = 0; n < topology.nodes(); ++n) {
    held_.push_back(initial_blocks(topology, collective, n));
  }
}

std::optional<Block> HeldBlocks::send(NodeId node, const BlockSet& blocks, Sums& sums) {
  if (copies_) return copies_->missing(node, blocks);
  const auto absent = held_[node].remove(topology_, blocks);
  if (!absent) sums.delivered -= blocks.blocks_for(topology_, node);
  return absent;
}

void HeldBlocks::receive(NodeId node, const BlockSet& blocks, std::int64_t unnamed, Sums& sums) {
  sums.delivered += unnamed;
  if (!copies_) return gather(node, blocks, sums);
  const std::int64_t again = copies_->add(node, blocks);
  sums.repeats += again;
  sums.delivered += blocks.blocks() - again;
}

void HeldBlocks::receive_unnamed(NodeId source, NodeId node, std::int64_t blocks, Sums& sums) {
  if (!pairs_ || pairs_->add(source, node, blocks)) sums.delivered += blocks;
}

void HeldBlocks::gather(NodeId node, const BlockSet& blocks, Sums& sums) {
  BlockSet& held = held_[node];
  held.add(blocks);
  sums.delivered += blocks.blocks_for(topology_, node);
  // Coalescing looks at all pairs of boxes, so it waits until the list has doubled.
  if (held.boxes() > 2 * tidy_size_[node] + 8) {
    held.coalesce();
    tidy_size_[node] = static_cast<std::uint32_t>(held.boxes());
  }
}

std::string HeldBlocks::misplaced_at(NodeId node) const {
  const std::string name = topology_.node_name(node);
  if (copies_) {
    if (copies_->lacking(node) == 0) return {};
    return fmt::format("node {}: {} blocks are missing, first {}", name, copies_->lacking(node),
                       block_name(topology_, collective_, copies_->first_lacking(node)));
  }
  const std::int64_t here = held_[node].blocks();
  const std::int64_t right = held_[node].blocks_for(topology_, node);
  const Failures* const failures = topology_.failures();
  const NodeId needed = takes_part(failures, node) ? nodes_left(failures, topology_.nodes()) : 0;
  if (here == right && right == needed) return {};
  return fmt::format("node {}: {} of its {} blocks have arrived, and it holds {} that belong elsewhere", name,
                     right, needed, here - right);
}

std::vector<std::string> HeldBlocks::misplaced(std::size_t at_most, const Sums& sums) const {
  std::vector<std::string> result;
  if (!collective_.named()) {
    if (sums.delivered != total())
      result.push_back(fmt::format("{} of {} blocks of messages have arrived", sums.delivered, total()));
    if (!pairs_) return result;
    pairs_->each_lack([&](NodeId source, NodeId node, std::int64_t come, std::int64_t all) {
      result.push_back(fmt::format("node {}: {} of {} blocks have arrived from {}", topology_.node_name(node),
                                   come, all, topology_.node_name(source)));
      return result.size() < at_most;
    });
    return result;
  }
  for (NodeId n = 0; n < topology_.nodes() && result.size() < at_most; ++n) {
    std::string sentence = misplaced_at(n);
    if (!sentence.empty()) result.push_back(std::move(sentence));
  }
  if (sums.repeats != collective_.repeats) {
    result.push_back(fmt::format("{} blocks reached nodes that already held them; the schedule declares {}",
                                 sums.repeats, collective_.repeats));
  }
  return result;
}

}  // namespace torusim
