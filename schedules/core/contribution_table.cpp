#include "schedules/core/contribution_table.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {

ContributionTable::ContributionTable(const Topology& topology, const Collective& collective)
    : topology_(topology),
      collective_(collective),
      chunks_(collective.chunks(topology)),
      everywhere_(collective.kind != Collective::Kind::kReduceScatter &&
                  collective.kind != Collective::Kind::kReduce &&
                  nodes_left(topology.failures(), topology.nodes()) == topology.nodes()),
      weights_(2 * topology.dimensions()),
      sets_(topology.nodes(), [&](NodeId node) { return takes_part(topology.failures(), node); }) {
  check_names(topology, collective);
  if (chunks_ > most_chunks(topology.nodes())) {
    throw InputError(fmt::format("{} on {}: the table of contributions to {} chunks takes more than 8 GB",
                                 description(topology, collective), topology.name(), chunks_));
  }
  std::int64_t weight = 1;
  for (int d = topology.dimensions() - 1; d >= 0; --d) {
    const bool many = collective.many_pieces(topology.nodes());
    weights_[d] = many ? weight * topology.nodes() : collective.one_packet() ? 0 : weight * collective.pieces;
    weights_[topology.dimensions() + d] = weight;
    weight *= topology.side(d);
  }
  table_.reserve(chunks_ * topology.nodes());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    table_.insert(table_.end(), chunks_, sets_.single(node));
  }
}

bool ContributionTable::exists(BoxView box) const {
  const int k = topology_.dimensions();
  const bool many = collective_.many_pieces(topology_.nodes());
  std::int64_t last = 0;
  for (int r = many ? 0 : k; r < 2 * k; ++r) last += weights_[r] * box[r].last();
  if (last >= collective_.pieces) return false;
  if (many || !collective_.one_packet()) return true;
  for (int d = 0; d < k; ++d) {
    if (!(box[d] == Range::single(topology_.coordinate(collective_.root, d)))) return false;
  }
  return true;
}

bool ContributionTable::owed(NodeId node, std::int64_t index) const {
  const Failures* const failures = topology_.failures();
  if (failures != nullptr && !failures->nodes().empty()) {
    const NodeId owner = collective_.one_packet() ? collective_.root : chunk(index).source;
    if (!takes_part(failures, node) || !takes_part(failures, owner)) return false;
  }
  switch (collective_.kind) {
    case Collective::Kind::kReduceScatter:
      return index / collective_.pieces == node;
    case Collective::Kind::kReduce:
      return node == collective_.root;
    default:
      return true;
  }
}

std::optional<Block> ContributionTable::missing(NodeId node, const BlockSet& chunks) const {
  for (std::size_t b = 0; b < chunks.boxes(); ++b) {
    if (exists(chunks.box(b))) continue;
    // Name a block of the box that is no chunk.
    std::optional<Block> result;
    BlockSet one(chunks.dimensions());
    one.add(chunks.box(b));
    one.for_each(topology_, [&](Block block) {
      if (!result && index(block) < 0) result = block;
    });
    return result;
  }
  const NodeSets::Id* held = table_.data() + node * chunks_;
  std::int64_t absent = -1;
  for_each(chunks, [&](std::int64_t index) {
    if (absent < 0 && held[index] == NodeSets::kNone) absent = index;
  });
  return absent < 0 ? std::nullopt : std::optional(chunk(absent));
}

ContributionTable::Content ContributionTable::take(NodeId node, const BlockSet& chunks) {
  NodeSets::Id* held = table_.data() + node * chunks_;
  const bool moves = !collective_.keeps();
  Content result;
  for_each(chunks, [&](std::int64_t index) {
    const NodeSets::Id set = held[index];
    if (result.empty() || result.back().set != set) result.push_back({set, 0});
    ++result.back().chunks;
    if (!moves) return;
    if (set == sets_.all() && must_have(node, index)) --complete_;
    held[index] = NodeSets::kNone;
  });
  return result;
}

std::optional<ContributionTable::Objection> ContributionTable::put(NodeId node, const BlockSet& chunks,
                                                                   const Content& content, bool adds) {
  NodeSets::Id* held = table_.data() + node * chunks_;
  std::optional<Objection> objection;
  std::size_t run = 0;
  std::uint32_t used = 0;
  for_each(chunks, [&](std::int64_t index) {
    while (used == content[run].chunks) {
      ++run;
      used = 0;
    }
    ++used;
    const NodeSets::Id coming = content[run].set;
    const NodeSets::Id here = held[index];
    if (coming == NodeSets::kNone) return;
    const NodeSets::Id both = here == NodeSets::kNone ? coming : sets_.join(here, coming);
    if (!objection && adds && sets_.size(both) != sets_.size(here) + sets_.size(coming)) {
      objection = {chunk(index), *sets_.first_common(here, coming), true};
    } else if (!objection && !adds && both != coming) {
      objection = {chunk(index), *sets_.first_beyond(here, coming), false};
    }
    const NodeSets::Id now = adds ? both : coming;
    const int completed = (now == sets_.all()) - (here == sets_.all());
    if (completed != 0 && must_have(node, index)) complete_ += completed;
    held[index] = now;
  });
  return objection;
}

std::optional<ContributionTable::Lack> ContributionTable::lacking(NodeId node) const {
  Lack result;
  for (std::int64_t index = 0; index < chunks_; ++index) {
    const NodeSets::Id set = table_[node * chunks_ + index];
    if (set == sets_.all() || !must_have(node, index)) continue;
    if (result.chunks++ > 0) continue;
    result.chunk = chunk(index);
    result.contribution = *sets_.first_beyond(sets_.all(), set);
    result.contributions = sets_.size(sets_.all()) - sets_.size(set);
  }
  return result.chunks == 0 ? std::nullopt : std::optional(result);
}

}  // namespace torusim
