#include "schedules/core/copy_table.h"

#include <fmt/format.h>

#include <cassert>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {

CopyTable::CopyTable(const Topology& topology, const Collective& collective)
    : topology_(topology), collective_(collective), counts_(topology.nodes()) {
  check_names(topology, collective);
  blocks_ = collective.chunks(topology);
  words_a_node_ = (blocks_ + 63) / 64;
  if (words_a_node_ > (std::int64_t{1} << 30) / topology.nodes()) {
    throw InputError(fmt::format("{} on {}: the table of holders of {} blocks takes more than 8 GB",
                                 description(topology, collective), topology.name(), blocks_));
  }
  words_.resize(words_a_node_ * topology.nodes());
  for (NodeId n = 0; n < topology.nodes(); ++n) add(n, initial_blocks(topology, collective, n));
  if (topology.failures() == nullptr || topology.failures()->nodes().empty()) return;
  // No node lacks the blocks of failed nodes, and failed nodes lack none.
  for (NodeId n = 0; n < topology.nodes(); ++n) {
    for (std::int64_t i = 0; i < blocks_; ++i) {
      const NodeId owner =
          collective.one_packet() ? collective.root : collective.chunk(topology.nodes(), i).source;
      const bool idle = !takes_part(topology.failures(), n) || !takes_part(topology.failures(), owner);
      if (!idle || test(n, i)) continue;
      words_[std::int64_t{n} * words_a_node_ + i / 64] |= std::uint64_t{1} << (i % 64);
      ++counts_[n];
    }
  }
}

std::optional<Block> CopyTable::missing(NodeId node, const BlockSet& blocks) const {
  std::optional<Block> result;
  blocks.for_each(topology_, [&](Block block) {
    if (result) return;
    const std::int64_t i = index(block);
    if (i == kNone || !test(node, i)) result = block;
  });
  return result;
}

BlockSet CopyTable::present(NodeId node, const BlockSet& blocks) const {
  BlockSet result(topology_.dimensions());
  blocks.for_each(topology_, [&](Block block) {
    const std::int64_t i = index(block);
    if (i != kNone && test(node, i)) result.add(topology_, block);
  });
  return result;
}

std::int64_t CopyTable::add(NodeId node, const BlockSet& blocks) {
  std::int64_t repeats = 0;
  blocks.for_each(topology_, [&](Block block) {
    const std::int64_t i = index(block);
    assert(i != kNone);
    if (test(node, i)) {
      ++repeats;
      return;
    }
    words_[std::int64_t{node} * words_a_node_ + i / 64] |= std::uint64_t{1} << (i % 64);
    ++counts_[node];
  });
  return repeats;
}

std::optional<Block> CopyTable::held(NodeId node, const BlockSet& blocks) const {
  std::optional<Block> result;
  blocks.for_each(topology_, [&](Block block) {
    const std::int64_t i = index(block);
    if (!result && i != kNone && test(node, i)) result = block;
  });
  return result;
}

Block CopyTable::first_lacking(NodeId node) const {
  assert(lacking(node) > 0);
  std::int64_t i = 0;
  while (test(node, i)) ++i;
  return collective_.chunk(topology_.nodes(), i);
}

}  // namespace torusim
